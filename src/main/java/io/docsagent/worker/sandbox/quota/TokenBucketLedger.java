package io.docsagent.worker.sandbox.quota;

import java.time.Duration;
import java.time.Instant;

/** Grants a use per token of a bucket that holds {@code capacity} and refills evenly over the period. */
final class TokenBucketLedger implements Ledger {

    private final Duration period;
    private final Duration perToken;
    private final boolean countRefused;

    /**
     * When the bucket will be full again. The bucket then lacks (fullAt - now) / perToken tokens, so one number holds
     * its state without rounding: 100 per hour is 36 s per token.
     */
    private Instant fullAt = Instant.MIN;

    TokenBucketLedger(int capacity, Duration period, boolean countRefused) {
        this.period = period;
        this.perToken = period.dividedBy(capacity);
        this.countRefused = countRefused;
    }

    @Override
    public synchronized Verdict spend(Instant now) {
        Instant from = fullAt.isAfter(now) ? fullAt : now;
        Instant fullAfterThis = from.plus(perToken);
        Instant emptyBucket = now.plus(period);
        if (!fullAfterThis.isAfter(emptyBucket)) {
            fullAt = fullAfterThis;
            return new Granted();
        }
        if (countRefused) {
            // A bucket cannot be negative: the refused use takes the remaining part of a token.
            fullAt = emptyBucket;
        }
        return new Refused(Duration.between(emptyBucket, fullAt.plus(perToken)), countRefused);
    }

    @Override
    public synchronized Remaining left(Instant now) {
        if (!fullAt.isAfter(now)) {
            return new Remaining((int) period.dividedBy(perToken), now, now);
        }
        Duration missing = Duration.between(now, fullAt);
        long spent = missing.plus(perToken).minusNanos(1).dividedBy(perToken);
        Instant next = fullAt.minus(perToken.multipliedBy(spent - 1));
        return new Remaining((int) (period.dividedBy(perToken) - spent), next, fullAt);
    }
}
