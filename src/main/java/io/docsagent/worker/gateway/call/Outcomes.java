package io.docsagent.worker.gateway.call;

import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.wire.Input;
import io.docsagent.worker.wire.InputLog;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/** Publishes outcomes to the log, and retries until they are there. */
final class Outcomes implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Outcomes.class);
    private static final Duration FIRST_RETRY = Duration.ofMillis(100);
    private static final Duration LAST_RETRY = Duration.ofSeconds(10);

    private final InputLog inputs;
    private final GatewayObserver observer;
    private final AtomicInteger waiting = new AtomicInteger();

    private final Scheduler thread;
    private final Scheduler timer;

    /** With a thread of its own: a producer without its broker blocks, and must not block the network threads. */
    Outcomes(InputLog inputs, GatewayObserver observer) {
        this(
                inputs,
                observer,
                Schedulers.newBoundedElastic(1, Integer.MAX_VALUE, "gateway-outcomes", 60, true),
                Schedulers.parallel());
    }

    /** @param timer of the waits before retries */
    Outcomes(InputLog inputs, GatewayObserver observer, Scheduler thread, Scheduler timer) {
        this.inputs = inputs;
        this.observer = observer;
        this.thread = thread;
        this.timer = timer;
    }

    /** Never fails before {@link #close()}; counted in {@link #waiting()} before this returns. */
    CompletableFuture<Void> append(Input input) {
        waiting.incrementAndGet();
        return Mono.fromFuture(() -> inputs.append(input))
                .subscribeOn(thread)
                .retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_RETRY)
                        .maxBackoff(LAST_RETRY)
                        // Retries need no spreading: the producer sends what comes together in one batch.
                        .jitter(0)
                        .scheduler(timer)
                        .filter(failure -> !thread.isDisposed())
                        .doBeforeRetry(retry -> failed(input, retry.failure())))
                .doFinally(end -> waiting.decrementAndGet())
                .then()
                .toFuture();
    }

    private void failed(Input input, Throwable failure) {
        observer.appendFailed();
        log.atWarn()
                .addKeyValue("projectId", input.projectId())
                .addKeyValue("error", failure.toString())
                .log("Could not publish an outcome; retrying");
    }

    /** The number of outcomes not yet appended. */
    int waiting() {
        return waiting.get();
    }

    @Override
    public void close() {
        thread.dispose();
    }
}
