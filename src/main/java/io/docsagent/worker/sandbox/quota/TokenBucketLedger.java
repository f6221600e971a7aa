package io.docsagent.worker.sandbox.quota;

import java.time.Duration;
import java.time.Instant;

/** Grants a use per token of a bucket that holds {@code capacity} and refills evenly over the period. */
final class TokenBucketLedger implements Ledger {

    private final QuotaSettings quota;
    private final Duration perToken;

    /**
     * When the bucket will be full again. The bucket then lacks (fullAt - now) / perToken tokens, so one number holds
     * its state without rounding: 100 per hour is 36 s per token.
     */
    private Instant fullAt = Instant.MIN;

    TokenBucketLedger(QuotaSettings quota) {
        this.quota = quota;
        this.perToken = quota.period().dividedBy(quota.capacity());
    }

    @Override
    public synchronized Verdict spend(Instant now) {
        Instant from = fullAt.isAfter(now) ? fullAt : now;
        Instant fullAfterThis = from.plus(perToken);
        Instant emptyBucket = now.plus(quota.period());
        if (!fullAfterThis.isAfter(emptyBucket)) {
            fullAt = fullAfterThis;
            return new Granted();
        }
        if (quota.countRefused()) {
            // A bucket cannot be negative: the refused use takes the remaining part of a token.
            fullAt = emptyBucket;
        }
        return new Refused(Duration.between(emptyBucket, fullAt.plus(perToken)), quota.countRefused());
    }

    @Override
    public synchronized QuotaState left(Instant now) {
        if (!fullAt.isAfter(now)) {
            return QuotaState.unspent(quota.capacity());
        }
        Duration missing = Duration.between(now, fullAt);
        // If the period is no multiple, a little of it is left after the last token.
        long spent =
                Math.min(quota.capacity(), missing.plus(perToken).minusNanos(1).dividedBy(perToken));
        Instant next = fullAt.minus(perToken.multipliedBy(spent - 1));
        return new QuotaState(quota.capacity() - (int) spent, quota.capacity(), next, fullAt);
    }
}
