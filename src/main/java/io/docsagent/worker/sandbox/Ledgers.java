package io.docsagent.worker.sandbox;

import io.docsagent.worker.sandbox.page.Quotas;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One ledger per project, made at its first use. */
final class Ledgers implements Quotas {

    private final Map<String, Ledger> byProject = new ConcurrentHashMap<>();
    private final InstantSource clock;
    private volatile SandboxSettings.Quota quota;

    Ledgers(SandboxSettings.Quota quota, InstantSource clock) {
        this.quota = quota;
        this.clock = clock;
    }

    Ledger.Verdict spend(String projectId, Instant now) {
        return byProject.computeIfAbsent(projectId, unused -> ledger()).spend(now);
    }

    RetryAfter retryAfter() {
        return quota.retryAfter();
    }

    /** From now on these limits hold, and no use is spent. */
    void begin(SandboxSettings.Quota other) {
        quota = other;
        byProject.clear();
    }

    @Override
    public Set<String> projects() {
        return Set.copyOf(byProject.keySet());
    }

    @Override
    public Standing of(String projectId) {
        Instant now = clock.instant();
        Ledger ledger = byProject.get(projectId);
        Ledger.Left left = ledger == null ? new Ledger.Left(quota.capacity(), now, now) : ledger.left(now);
        boolean whole = left.left() >= quota.capacity();
        return new Standing(left.left(), quota.capacity(), whole ? null : left.nextAt(), whole ? null : left.allAt());
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
