package io.docsagent.worker.gateway.call;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Flux;

/** Waits for the calls in flight to end, and for their outcomes to be in the log, before the rest of the worker stops. */
final class Draining implements SmartLifecycle {

    /** After the listener containers ({@code MAX_VALUE - 100}), before Kafka Streams ({@code MAX_VALUE - 1000}). */
    static final int PHASE = Integer.MAX_VALUE - 500;

    private static final Logger log = LoggerFactory.getLogger(Draining.class);
    private static final Duration TICK = Duration.ofMillis(10);

    private final CallGate gate;
    private final BooleanSupplier quiet;
    private final Duration atMost;
    private volatile boolean running;

    Draining(CallGate gate, BooleanSupplier quiet, Duration atMost) {
        this.gate = gate;
        this.quiet = quiet;
        this.atMost = atMost;
    }

    @Override
    public void start() {
        gate.open();
        running = true;
    }

    @Override
    public void stop(Runnable callback) {
        gate.close();
        Flux.interval(Duration.ZERO, TICK)
                .filter(tick -> quiet.getAsBoolean())
                .next()
                .timeout(atMost)
                .doFinally(end -> {
                    running = false;
                    callback.run();
                })
                .subscribe(
                        tick -> log.info("Drained: no calls in flight"),
                        // The outcome of these calls is lost: a query about them is answered with "unknown".
                        late -> log.warn("Drain timed out: stopping with calls in flight or unpublished outcomes"));
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
