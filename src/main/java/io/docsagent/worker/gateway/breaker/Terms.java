package io.docsagent.worker.gateway.breaker;

import java.time.Duration;

/**
 * When a circuit opens, and how long it then waits before each trial.
 *
 * @param limit unknown outcomes in a row that open it; also the most calls that begin without a success before them
 * @param longestWait between two trials
 */
record Terms(int limit, Duration longestWait) {

    /** As for a project whose calls cannot be sent: most failures that pass by themselves take no longer. */
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

    /** Keeps the shift in range; every longest wait is shorter. */
    private static final int MOST_DOUBLINGS = 20;

    /** A waits that much longer at most, so that instances do not try at the same time: a quarter, in thousandths. */
    private static final int JITTER = 250;

    /**
     * The wait before the next trial.
     *
     * @param failures in a row: the opening, and the trials since
     * @param seed decides the jitter
     */
    Duration waitAfter(int failures, long seed) {
        Duration doubled = FIRST_WAIT.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        Duration wait = doubled.compareTo(longestWait) > 0 ? longestWait : doubled;
        // Neighbouring seeds must not give neighbouring waits.
        int thousandths = Math.floorMod(Long.hashCode(seed * 0x9E3779B97F4A7C15L), JITTER + 1);
        return wait.plusMillis(wait.toMillis() * thousandths / 1_000);
    }
}
