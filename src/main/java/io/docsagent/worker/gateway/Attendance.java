package io.docsagent.worker.gateway;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Lets this instance have calls only while it may make them: an instance whose clock is wrong would keep the partitions
 * of the calls, and every project on them, waiting for as long as it lives.
 */
final class Attendance implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Attendance.class);

    /** Short, since the first measurement of the clock is what a starting instance waits for. */
    static final Duration TICK = Duration.ofMillis(50);

    /** A rebalance for a single odd measurement would cost more than it saves. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private final SmartLifecycle calls;
    private final SendPermission permission;
    private final BooleanSupplier failed;
    private final Scheduler thread = Schedulers.newSingle("gateway-attendance", true);
    private final Disposable.Swap ticks = Disposables.swap();
    private Duration withheld = Duration.ZERO;
    private volatile boolean running;

    /**
     * @param calls the listener, which this alone starts and stops
     * @param failed whether the listener has stopped for good
     */
    Attendance(SmartLifecycle calls, SendPermission permission, BooleanSupplier failed) {
        this.calls = calls;
        this.permission = permission;
        this.failed = failed;
    }

    @Override
    public void start() {
        running = true;
        ticks.update(
                Flux.interval(Duration.ZERO, TICK, thread).onBackpressureDrop().subscribe(tick -> look()));
    }

    synchronized void look() {
        if (!running || failed.getAsBoolean()) {
            return;
        }
        if (permission.granted()) {
            withheld = Duration.ZERO;
            if (!calls.isRunning()) {
                calls.start();
            }
        } else if (calls.isRunning()) {
            withheld = withheld.plus(TICK);
            if (withheld.compareTo(PATIENCE) >= 0) {
                leave();
            }
        }
    }

    private void leave() {
        log.warn("This instance leaves the calls to others until it may make them again");
        CountDownLatch left = new CountDownLatch(1);
        calls.stop(left::countDown);
        try {
            left.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void stop(Runnable callback) {
        end();
        calls.stop(callback);
    }

    @Override
    public void stop() {
        end();
        calls.stop();
    }

    private synchronized void end() {
        running = false;
        ticks.update(Disposables.disposed());
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        // Stopped before the listener, which it would else start again.
        return calls.getPhase() + 1;
    }
}
