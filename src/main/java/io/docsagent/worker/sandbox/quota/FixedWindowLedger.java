package io.docsagent.worker.sandbox.quota;

import java.time.Duration;
import java.time.Instant;

/** Grants {@code capacity} uses in each window; windows begin at whole multiples of the period since the epoch. */
final class FixedWindowLedger implements Ledger {

    private final QuotaSettings quota;
    private final long periodMillis;
    private long window = Long.MIN_VALUE;
    private int used;

    FixedWindowLedger(QuotaSettings quota) {
        this.quota = quota;
        this.periodMillis = quota.period().toMillis();
    }

    @Override
    public synchronized Verdict spend(Instant now) {
        long current = Math.floorDiv(now.toEpochMilli(), periodMillis);
        if (current > window) {
            window = current;
            used = 0;
        }
        if (used < quota.capacity()) {
            used++;
            return new Granted();
        }
        // Counting a refused use changes nothing here: the window is full, and all uses return at its end.
        Instant next = Instant.ofEpochMilli((window + 1) * periodMillis);
        return new Refused(Duration.between(now, next), quota.countRefused());
    }

    @Override
    public synchronized QuotaState left(Instant now) {
        if (Math.floorDiv(now.toEpochMilli(), periodMillis) > window) {
            return QuotaState.unspent(quota.capacity());
        }
        Instant next = Instant.ofEpochMilli((window + 1) * periodMillis);
        return new QuotaState(quota.capacity() - used, quota.capacity(), next, next);
    }
}
