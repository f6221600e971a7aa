package io.docsagent.worker.sandbox;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One ledger per project, made at its first use. */
final class Ledgers {

    private final SandboxSettings.Quota quota;
    private final Map<String, Ledger> byProject = new ConcurrentHashMap<>();

    Ledgers(SandboxSettings.Quota quota) {
        this.quota = quota;
    }

    Ledger.Verdict spend(String projectId, Instant now) {
        return byProject.computeIfAbsent(projectId, unused -> ledger()).spend(now);
    }

    private Ledger ledger() {
        return switch (quota.limiter()) {
            case ROLLING -> new RollingLedger(quota.capacity(), quota.period(), quota.countRefused());
            case FIXED_WINDOW -> new FixedWindowLedger(quota.capacity(), quota.period(), quota.countRefused());
            case TOKEN_BUCKET -> new TokenBucketLedger(quota.capacity(), quota.period(), quota.countRefused());
        };
    }
}
