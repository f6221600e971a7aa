package io.docsagent.worker.sandbox.quota;

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
        Ledger ledger = byProject.get(projectId);
        return ledger == null ? QuotaState.unspent(quota.capacity()) : ledger.left(clock.instant());
    }

    private Ledger ledger() {
        QuotaSettings current = quota;
        return switch (current.limiter()) {
            case ROLLING -> new RollingLedger(current);
            case FIXED_WINDOW -> new FixedWindowLedger(current);
            case TOKEN_BUCKET -> new TokenBucketLedger(current);
        };
    }
}
