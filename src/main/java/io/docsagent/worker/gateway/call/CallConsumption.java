package io.docsagent.worker.gateway.call;

import io.docsagent.worker.gateway.SendPermission;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Consumes calls only while this instance may send them: an instance with a wrong clock would otherwise keep its
 * partitions of the calls, and every project on them, waiting for as long as it lives.
 */
final class CallConsumption implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(CallConsumption.class);

    /**
     * While sending is not permitted: short, because a starting instance waits for the first measurement of its clock.
     */
    private static final Duration UNTIL_CALLS = Duration.ofMillis(50);

    private static final Duration DURING_CALLS = Duration.ofMillis(500);

    /** Checks in a row that must fail, 5 s: a rebalance for a single odd measurement would cost more than it saves. */
    static final int CHECKS_BEFORE_PAUSE = 10;

    private final SmartLifecycle calls;
    private final SendPermission permission;
    private final BooleanSupplier failed;
    private final Scheduler thread;
    private final Disposable.Swap nextCheck = Disposables.swap();
    private int failedChecks;
    private volatile boolean running;

    /**
     * @param calls the listener, which is started and stopped only here
     * @param failed whether the listener has stopped for good
     */
    CallConsumption(SmartLifecycle calls, SendPermission permission, BooleanSupplier failed) {
        this(calls, permission, failed, Schedulers.newSingle("gateway-consumption", true));
    }

    /** @param thread of the checks; waits while the listener stops */
    CallConsumption(SmartLifecycle calls, SendPermission permission, BooleanSupplier failed, Scheduler thread) {
        this.calls = calls;
        this.permission = permission;
        this.failed = failed;
        this.thread = thread;
    }

    @Override
    public synchronized void start() {
        running = true;
        nextCheck.update(thread.schedule(this::watch));
    }

    private synchronized void watch() {
        try {
            check();
        } finally {
            if (running) {
                Duration delay = calls.isRunning() ? DURING_CALLS : UNTIL_CALLS;
                nextCheck.update(thread.schedule(this::watch, delay.toMillis(), TimeUnit.MILLISECONDS));
            }
        }
    }

    synchronized void check() {
        if (!running || failed.getAsBoolean()) {
            return;
        }
        if (permission.granted()) {
            failedChecks = 0;
            if (!calls.isRunning()) {
                calls.start();
            }
        } else if (calls.isRunning()) {
            failedChecks++;
            if (failedChecks >= CHECKS_BEFORE_PAUSE) {
                pause();
            }
        }
    }

    private void pause() {
        log.warn("Clock skew too large; pausing call consumption");
        CountDownLatch stopped = new CountDownLatch(1);
        calls.stop(stopped::countDown);
        try {
            stopped.await();
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
        nextCheck.update(Disposables.disposed());
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        // Stopped before the listener, which it would otherwise start again.
        return calls.getPhase() + 1;
    }
}
