package io.docsagent.worker.engine;

import io.docsagent.worker.message.Input.ClockProbed;
import io.docsagent.worker.message.InputLog;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Appends a record now and then, so that the clock's skew is known before the first call and while nothing happens. */
final class ClockProbe implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ClockProbe.class);

    private static final Duration INTERVAL = Duration.ofSeconds(30);

    /** No project can have this id, so no project is woken. */
    private static final ClockProbed PROBE = new ClockProbed(".");

    private final InputLog inputs;
    private final ClockSkew skew;
    private final ScheduledExecutorService timer;
    private volatile boolean running;

    ClockProbe(InputLog inputs, ClockSkew skew, ScheduledExecutorService timer) {
        this.inputs = inputs;
        this.skew = skew;
        this.timer = timer;
    }

    @Override
    public void start() {
        running = true;
        probe();
    }

    private void probe() {
        if (!running) {
            return;
        }
        var unused = inputs.append(PROBE).whenComplete((appended, failure) -> {
            if (failure == null && !skew.isTolerable()) {
                log.atError()
                        .addKeyValue("skew", skew.latest())
                        .log(
                                "This machine's clock and the broker's are too far apart; nothing is sent until they agree."
                                        + " Synchronise the clocks, or raise docs-agent.clock.max-skew");
            }
            if (running) {
                probeLater();
            }
        });
    }

    private void probeLater() {
        var unused = timer.schedule(this::probe, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
