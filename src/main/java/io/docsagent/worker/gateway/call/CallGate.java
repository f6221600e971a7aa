package io.docsagent.worker.gateway.call;

import io.docsagent.worker.gateway.SendPermission;
import io.docsagent.worker.message.GatewayRequest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** Admits requests: none while this instance must not send, or while too many calls wait here. */
final class CallGate {

    /** Outcomes that wait for Kafka; beyond it no call begins, so that a broken log does not fill the heap. */
    static final int MAX_OUTCOMES_WAITING = 10_000;

    private static final Duration TICK = Duration.ofMillis(20);

    private final CallSlots places;
    private final SendPermission permission;
    private final IntSupplier outcomesWaiting;
    private volatile boolean closed;

    CallGate(CallSlots places, SendPermission permission, IntSupplier outcomesWaiting) {
        this.places = places;
        this.permission = permission;
        this.outcomesWaiting = outcomesWaiting;
    }

    /** Lets an order in if it can be now; a call is reserved room to wait in, which an ask does not need. */
    boolean tryEnter(GatewayRequest order) {
        return isOpen()
                && switch (order) {
                    case GatewayRequest.OutcomeQuery ask -> true;
                    case GatewayRequest.Call call -> places.reserve(call);
                };
    }

    /** Lets an order in as soon as it can be; false where that is not before the deadline of {@code nanoTime}. */
    boolean enterBefore(GatewayRequest order, long deadline) {
        try {
            while (!tryEnter(order)) {
                long left = Math.min(deadline - System.nanoTime(), TICK.toNanos());
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.sleep(left);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The order was not taken over after all. */
    void cancel(GatewayRequest order) {
        if (order instanceof GatewayRequest.Call call) {
            places.cancel(call);
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
