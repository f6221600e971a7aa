package io.docsagent.worker.sandbox.quota;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The ledgers of all projects, each created at the project's first use. */
public final class Ledgers {

    private final Map<String, Ledger> byProject = new ConcurrentHashMap<>();
    private final InstantSource clock;
    private volatile QuotaSettings quota;

    public Ledgers(QuotaSettings quota, InstantSource clock) {
        this.quota = quota;
        this.clock = clock;
    }

    public Ledger.Verdict spend(String projectId, Instant now) {
        return byProject.computeIfAbsent(projectId, unused -> ledger()).spend(now);
    }

    public RetryAfterFormat retryAfter() {
        return quota.retryAfter();
    }

    /** Applies other limits from now on, with no use spent. */
    public void reset(QuotaSettings other) {
        quota = other;
        byProject.clear();
    }

    public Set<String> projects() {
        return Set.copyOf(byProject.keySet());
    }

    public QuotaState of(String projectId) {
        Instant now = clock.instant();
        Ledger ledger = byProject.get(projectId);
        Ledger.Remaining left = ledger == null ? new Ledger.Remaining(quota.capacity(), now, now) : ledger.left(now);
        boolean whole = left.left() >= quota.capacity();
        return new QuotaState(left.left(), quota.capacity(), whole ? null : left.nextAt(), whole ? null : left.allAt());
    }

    private Ledger ledger() {
        int capacity = quota.capacity();
        Duration period = quota.period();
        return switch (quota.limiter()) {
            case ROLLING -> new RollingLedger(capacity, period, quota.countRefused());
            case FIXED_WINDOW -> new FixedWindowLedger(capacity, period, quota.countRefused());
            case TOKEN_BUCKET -> new TokenBucketLedger(capacity, period, quota.countRefused());
        };
    }
}
