package io.docsagent.worker.gateway.call;

import io.docsagent.worker.gateway.SendPermission;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** Admits requests: none while this instance must not send, or while too many calls wait here. */
final class CallGate {

    /**
     * Outcomes that are not yet in Kafka; beyond it no call begins, so that an unavailable broker does not fill the
     * heap.
     */
    static final int MAX_OUTCOMES_WAITING = 10_000;

    private static final Duration TICK = Duration.ofMillis(20);

    private final CallSlots slots;
    private final SendPermission permission;
    private final IntSupplier outcomesWaiting;
    private final ThreadTime time;
    private volatile boolean closed;

    CallGate(CallSlots slots, SendPermission permission, IntSupplier outcomesWaiting) {
        this(slots, permission, outcomesWaiting, ThreadTime.REAL);
    }

    CallGate(CallSlots slots, SendPermission permission, IntSupplier outcomesWaiting, ThreadTime time) {
        this.slots = slots;
        this.permission = permission;
        this.outcomesWaiting = outcomesWaiting;
        this.time = time;
    }

    /** The time of the listener's thread, and how it waits. */
    interface ThreadTime {

        ThreadTime REAL = new ThreadTime() {
            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public void sleep(long nanos) throws InterruptedException {
                TimeUnit.NANOSECONDS.sleep(nanos);
            }
        };

        long nanoTime();

        void sleep(long nanos) throws InterruptedException;
    }

    /** The time that deadlines are compared with. */
    long nanoTime() {
        return time.nanoTime();
    }

    /** Admits a request if that is possible now. A call reserves room to wait in; an outcome query needs none. */
    boolean tryEnter(GatewayRequest request) {
        return isOpen()
                && switch (request) {
                    case GatewayRequest.OutcomeQuery query -> true;
                    case GatewayRequest.Call call -> slots.reserve(call);
                };
    }

    /**
     * Admits a request as soon as possible; false where that is not before the deadline, by {@link #nanoTime()}.
     */
    boolean enterBefore(GatewayRequest request, long deadline) {
        try {
            while (!tryEnter(request)) {
                long left = Math.min(deadline - time.nanoTime(), TICK.toNanos());
                if (left <= 0) {
                    return false;
                }
                time.sleep(left);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The request is not processed after all. */
    void cancel(GatewayRequest request) {
        if (request instanceof GatewayRequest.Call call) {
            slots.cancel(call);
        }
    }

    /** Whether a call may begin, apart from the number of slots. */
    boolean isOpen() {
        return !closed && permission.granted() && outcomesWaiting.getAsInt() < MAX_OUTCOMES_WAITING;
    }

    /** The instance is stopping. */
    void close() {
        closed = true;
    }

    /** The instance is starting, or starting again. */
    void open() {
        closed = false;
    }
}
