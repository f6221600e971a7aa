package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.state.Hold;
import java.time.Duration;

/** Waits that double from one to another. */
record Backoff(Duration from, Duration to) {

    static final Backoff UNAUTHORIZED = new Backoff(Duration.ofSeconds(5), Duration.ofMinutes(10));
    static final Backoff THROTTLED = new Backoff(Duration.ofSeconds(30), Duration.ofMinutes(5));
    static final Backoff UNREACHABLE = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    /** Past it every doubling from a second is over the longest wait; it keeps the shift in range. */
    private static final int MOST_DOUBLINGS = 20;

    static Backoff of(Hold.Reason reason) {
        return switch (reason) {
            case UNAUTHORIZED, MISCONFIGURED, PAYMENT_REQUIRED, INTERNAL_ERROR -> UNAUTHORIZED;
            case THROTTLED -> THROTTLED;
            case UNREACHABLE, FAILING -> UNREACHABLE;
        };
    }

    /**
     * The wait after the {@code streak}-th failure in a row, up to a fifth of it longer.
     *
     * @param seed decides the jitter, so that replaying a decision gives the same wait
     */
    Duration after(int streak, String seed) {
        int doublings = Math.min(Math.max(streak, 1) - 1, MOST_DOUBLINGS);
        Duration wait = from.multipliedBy(1L << doublings);
        Duration bounded = wait.compareTo(to) > 0 ? to : wait;
        int jitter = Math.floorMod((seed + streak).hashCode(), 1_000);
        // Whole milliseconds, as state is written: a restored project wakes exactly when the original would.
        return bounded.plusMillis(bounded.toMillis() * jitter / 5_000);
    }
}
