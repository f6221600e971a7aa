package io.docsagent.worker.sandbox.quota;

import java.time.Duration;
import java.time.Instant;

/** Grants {@code capacity} uses in each window; windows begin at whole multiples of the period since the epoch. */
final class FixedWindowLedger implements Ledger {

    private final int capacity;
    private final long periodMillis;
    private final boolean countRefused;
    private long window = Long.MIN_VALUE;
    private int used;

    FixedWindowLedger(int capacity, Duration period, boolean countRefused) {
        this.capacity = capacity;
        this.periodMillis = period.toMillis();
        this.countRefused = countRefused;
    }

    @Override
    public synchronized Verdict spend(Instant now) {
        long current = Math.floorDiv(now.toEpochMilli(), periodMillis);
        if (current > window) {
            window = current;
            used = 0;
        }
        if (used < capacity) {
            used++;
            return new Granted();
        }
        // Counting a refused use changes nothing here: the window is full, and all uses return at its end.
        Instant next = Instant.ofEpochMilli((window + 1) * periodMillis);
        return new Refused(Duration.between(now, next), countRefused);
    }

    @Override
    public synchronized Remaining left(Instant now) {
        if (Math.floorDiv(now.toEpochMilli(), periodMillis) > window) {
            return new Remaining(capacity, now, now);
        }
        Instant next = Instant.ofEpochMilli((window + 1) * periodMillis);
        return new Remaining(capacity - used, next, next);
    }
}
