package io.docsagent.worker.sandbox.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** Grants a use while fewer than {@code capacity} uses lie within the last period. */
final class RollingLedger implements Ledger {

    private final int capacity;
    private final Duration period;
    private final boolean countRefused;
    private final Deque<Instant> uses = new ArrayDeque<>();

    RollingLedger(int capacity, Duration period, boolean countRefused) {
        this.capacity = capacity;
        this.period = period;
        this.countRefused = countRefused;
    }

    @Override
    public synchronized Verdict spend(Instant now) {
        forget(now);
        if (uses.size() < capacity) {
            uses.addLast(now);
            return new Granted();
        }
        if (countRefused) {
            // Only the latest `capacity` uses determine when the next use is available.
            uses.removeFirst();
            uses.addLast(now);
        }
        return new Refused(Duration.between(now, uses.getFirst().plus(period)), countRefused);
    }

    /** A use at t counts until just before t + period. */
    private void forget(Instant now) {
        while (!uses.isEmpty() && !uses.getFirst().plus(period).isAfter(now)) {
            uses.removeFirst();
        }
    }

    @Override
    public synchronized Remaining left(Instant now) {
        forget(now);
        return uses.isEmpty()
                ? new Remaining(capacity, now, now)
                : new Remaining(
                        capacity - uses.size(),
                        uses.getFirst().plus(period),
                        uses.getLast().plus(period));
    }
}
