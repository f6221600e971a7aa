package io.docsagent.worker.domain.quota;

import io.docsagent.worker.domain.policy.Policy.QuotaLimit;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.BucketState;
import io.github.bucket4j.MathType;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A Bucket4j bucket whose tokens come back only where we put them back: its own refill lasts its longest period. */
final class RollingBucket {

    /** The longest period that Bucket4j takes: 2^63 nanoseconds, 292 years. */
    private static final Duration NEVER = Duration.ofDays(106_751);

    /** By capacity: one is asked for several times in each decision. */
    private static final Map<Integer, BucketConfiguration> FULL = new ConcurrentHashMap<>();

    private final BucketState state;

    private RollingBucket(BucketState state) {
        this.state = state;
    }

    /** @param open uses that still count */
    static RollingBucket of(QuotaLimit limit, long open) {
        BucketConfiguration full = FULL.computeIfAbsent(limit.capacity(), RollingBucket::full);
        BucketState state = BucketState.createInitialState(full, MathType.INTEGER_64_BITS, 0);
        state.consume(Math.min(open, limit.capacity()));
        return new RollingBucket(state);
    }

    private static BucketConfiguration full(int capacity) {
        return BucketConfiguration.builder()
                .addLimit(bandwidth -> bandwidth.capacity(capacity).refillIntervally(capacity, NEVER))
                .build();
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
