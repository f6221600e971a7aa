package io.docsagent.worker.sandbox.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** Grants a use while fewer than {@code capacity} uses lie within the last period. */
final class RollingLedger implements Ledger {

    private final QuotaSettings quota;
    private final Deque<Instant> uses = new ArrayDeque<>();

    RollingLedger(QuotaSettings quota) {
        this.quota = quota;
    }

    @Override
    public synchronized Verdict spend(Instant now) {
        forget(now);
        if (uses.size() < quota.capacity()) {
            uses.addLast(now);
            return new Granted();
        }
        if (quota.countRefused()) {
            // Only the latest `capacity` uses determine when the next use is available.
            uses.removeFirst();
            uses.addLast(now);
        }
        return new Refused(Duration.between(now, uses.getFirst().plus(quota.period())), quota.countRefused());
    }

    /** A use at t counts until just before t + period. */
    private void forget(Instant now) {
        while (!uses.isEmpty() && !uses.getFirst().plus(quota.period()).isAfter(now)) {
            uses.removeFirst();
        }
    }

    @Override
    public synchronized QuotaState left(Instant now) {
        forget(now);
        return uses.isEmpty()
                ? QuotaState.unspent(quota.capacity())
                : new QuotaState(
                        quota.capacity() - uses.size(),
                        quota.capacity(),
                        uses.getFirst().plus(quota.period()),
                        uses.getLast().plus(quota.period()));
    }
}
