package io.docsagent.worker.domain.quota;

import io.docsagent.worker.domain.policy.Policy.QuotaLimit;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.BucketState;
import io.github.bucket4j.MathType;
import io.github.bucket4j.TokensInheritanceStrategy;
import io.github.bucket4j.distributed.serialization.DataOutputSerializationAdapter;
import io.github.bucket4j.distributed.serialization.Scope;
import io.github.bucket4j.distributed.versioning.Versions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/**
 * A Bucket4j bucket with the classic greedy refill, for a service known to be a token bucket.
 *
 * @param capacity as when the state was written, like {@code period}, so that changed settings are taken over
 * @param state Bucket4j's own form of it, 36 bytes in Base64
 */
public record GreedyBucket(int capacity, Duration period, String state) {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** A bucket that is full but for the uses that still count. */
    static GreedyBucket of(QuotaLimit limit, long open, Instant now) {
        BucketState fresh = BucketState.createInitialState(
                configuration(limit.capacity(), limit.period()), MathType.INTEGER_64_BITS, nanos(now));
        fresh.consume(Math.min(open, limit.capacity()));
        return new GreedyBucket(limit.capacity(), limit.period(), write(fresh));
    }

    /** The bucket with what has come back by now, under the settings of now. */
    GreedyBucket at(QuotaLimit limit, Instant now) {
        BucketState bucket = read();
        bucket.refillAllBandwidth(nanos(now));
        if (limit.capacity() != capacity || !limit.period().equals(period)) {
            bucket = bucket.replaceConfiguration(
                    configuration(limit.capacity(), limit.period()), TokensInheritanceStrategy.AS_IS, nanos(now));
        }
        return new GreedyBucket(limit.capacity(), limit.period(), write(bucket));
    }

    long available() {
        return Math.max(0, read().getAvailableTokens());
    }

    GreedyBucket spend() {
        BucketState bucket = read();
        if (bucket.getAvailableTokens() < 1) {
            throw new IllegalStateException("a use without a token");
        }
        bucket.consume(1);
        return new GreedyBucket(capacity, period, write(bucket));
    }

    GreedyBucket giveBack() {
        BucketState bucket = read();
        bucket.addTokens(1);
        return new GreedyBucket(capacity, period, write(bucket));
    }

    /** When the {@code n}-th token from now is there; past the capacity, at the rate of the refill. */
    Instant tokenAt(int n, Instant now) {
        int held = Math.min(n, capacity);
        long delay = read().calculateDelayNanosAfterWillBePossibleToConsume(held, nanos(now), true);
        long beyond = (long) ((n - held) * ((double) period.toNanos() / capacity));
        // Rounded up to whole milliseconds: a moment too early would find no token.
        return now.plusMillis(Math.ceilDiv(delay + beyond, NANOS_PER_MILLI));
    }

    private BucketState read() {
        try (var in =
                new DataInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(state)))) {
            BucketState bucket = BucketState.deserialize(DataOutputSerializationAdapter.INSTANCE, in);
            bucket.setConfiguration(configuration(capacity, period));
            return bucket;
        } catch (IOException e) {
            throw new UncheckedIOException("a bucket's state that Bucket4j cannot read", e);
        }
    }

    private static String write(BucketState bucket) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            BucketState.serialize(
                    DataOutputSerializationAdapter.INSTANCE, out, bucket, Versions.getLatest(), Scope.PERSISTED_STATE);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private static BucketConfiguration configuration(int capacity, Duration period) {
        return BucketConfiguration.builder()
                .addLimit(bandwidth -> bandwidth.capacity(capacity).refillGreedy(capacity, period))
                .build();
    }

    private static long nanos(Instant instant) {
        return instant.toEpochMilli() * NANOS_PER_MILLI;
    }
}
