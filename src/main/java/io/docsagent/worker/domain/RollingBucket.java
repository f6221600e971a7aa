package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Policy.QuotaLimit;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.BucketState;
import io.github.bucket4j.MathType;
import java.time.Duration;

/** A Bucket4j bucket whose tokens come back only where we put them back: its own refill lasts its longest period. */
final class RollingBucket {

    /** The longest period that Bucket4j takes: 2^63 nanoseconds, 292 years. */
    private static final Duration NEVER = Duration.ofDays(106_751);

    private final BucketState state;

    private RollingBucket(BucketState state) {
        this.state = state;
    }

    /** @param open uses that still count */
    static RollingBucket of(QuotaLimit limit, long open) {
        BucketConfiguration configuration = BucketConfiguration.builder()
                .addLimit(bandwidth -> bandwidth
                        .capacity(limit.capacity())
                        .refillIntervally(limit.capacity(), NEVER)
                        .initialTokens(Math.max(0, limit.capacity() - open)))
                .build();
        return new RollingBucket(BucketState.createInitialState(configuration, MathType.INTEGER_64_BITS, 0));
    }

    long available() {
        return state.getAvailableTokens();
    }

    void spend() {
        if (available() < 1) {
            throw new IllegalStateException("a use without a token");
        }
        state.consume(1);
    }
}
