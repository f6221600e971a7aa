package io.docsagent.worker.gateway;

import io.docsagent.worker.message.Order;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** Bounds the calls under way, and lets none begin while this instance must not send. */
final class SendGate {

    /** Outcomes that wait for Kafka; beyond it no call begins, so that a broken log does not fill the heap. */
    static final int MAX_OUTCOMES_WAITING = 10_000;

    private static final Duration TICK = Duration.ofMillis(20);

    private final Semaphore places;
    private final SendPermission permission;
    private final IntSupplier outcomesWaiting;
    private volatile boolean closed;

    SendGate(int maxInFlight, SendPermission permission, IntSupplier outcomesWaiting) {
        this.places = new Semaphore(maxInFlight);
        this.permission = permission;
        this.outcomesWaiting = outcomesWaiting;
    }

    /** Lets an order in if it can be now; an ask needs no place. */
    boolean tryEnter(Order order) {
        return isOpen() && (order instanceof Order.Ask || places.tryAcquire());
    }

    /** Lets an order in as soon as it can be; false where that is not before the deadline of {@code nanoTime}. */
    boolean enterBefore(Order order, long deadline) {
        try {
            while (!tryEnter(order)) {
                long left = Math.min(deadline - System.nanoTime(), TICK.toNanos());
                if (left <= 0) {
                    return false;
                }
                if (isOpen()) {
                    if (places.tryAcquire(left, TimeUnit.NANOSECONDS)) {
                        return true;
                    }
                } else {
                    TimeUnit.NANOSECONDS.sleep(left);
                }
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The order has ended, or did not begin. */
    void leave(Order order) {
        if (order instanceof Order.Call) {
            places.release();
        }
    }

    /** Whether a call may begin, as far as it is not a matter of places. */
    boolean isOpen() {
        return !closed && permission.granted() && outcomesWaiting.getAsInt() < MAX_OUTCOMES_WAITING;
    }

    /** The instance stops. */
    void close() {
        closed = true;
    }

    /** The instance starts, perhaps again. */
    void open() {
        closed = false;
    }
}
