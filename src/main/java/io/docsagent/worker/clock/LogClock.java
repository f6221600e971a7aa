package io.docsagent.worker.clock;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The time by which the brokers append to the inputs: append times that this instance has seen, plus monotonic time
 * since.
 *
 * <p>A record of this instance was appended between its sending and its acknowledgement. That bounds the difference
 * between its partition's leader and this instance's uptime from both sides, and the clock is corrected only as far as
 * such a bound proves it wrong: a slow acknowledgement, which bounds little, moves nothing.
 */
public final class LogClock implements InstantSource {

    /** Append times are cut to milliseconds. */
    private static final long CUT = TimeUnit.MILLISECONDS.toNanos(1);

    private final LongSupplier nanoTime;
    private final long began;

    /** By partition: its leader's time less the uptime, in nanoseconds since the epoch. */
    private final Map<Integer, Long> offsets = new ConcurrentHashMap<>();

    private volatile @Nullable Long median;

    /** @param nanoTime monotonic, as {@link System#nanoTime()} */
    public LogClock(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.began = nanoTime.getAsLong();
    }

    /**
     * What an append shows about the clock of its partition's leader.
     *
     * @param earliest bound of the leader's time less the uptime, in nanoseconds since the epoch
     * @param latest the other bound
     */
    public record LeaderReading(int partition, long earliest, long latest) {}

    /** Monotonic time since this clock was made, in nanoseconds. */
    public long uptime() {
        return nanoTime.getAsLong() - began;
    }

    /**
     * A record of this instance has just been acknowledged.
     *
     * @param sent the uptime before it was sent
     */
    public LeaderReading acknowledged(int partition, long sent, Instant appended) {
        long at = nanos(appended);
        LeaderReading reading = new LeaderReading(partition, at - uptime(), at + CUT - sent);
        correct(partition, reading.earliest(), reading.latest());
        return reading;
    }

    /** A record that anybody appended has been read. */
    public void read(int partition, Instant appended) {
        correct(partition, nanos(appended) - uptime(), Long.MAX_VALUE);
    }

    /**
     * The median of the leaders' times, which no single leader with a wrong clock can move far.
     *
     * @throws IllegalStateException before anything was appended or read
     */
    @Override
    public Instant instant() {
        Long offset = median;
        if (offset == null) {
            throw new IllegalStateException("the brokers' time is not known before the first append");
        }
        return now(offset);
    }

    /** The time of one partition's leader; where nothing is known of it, the median. */
    public Instant instant(int partition) {
        Long offset = offsets.get(partition);
        return offset == null ? instant() : now(offset);
    }

    private Instant now(long offset) {
        long nanos = offset + uptime();
        return Instant.ofEpochSecond(0, nanos);
    }

    private void correct(int partition, long earliest, long latest) {
        Long known = offsets.get(partition);
        if (known == null || known < earliest || known > latest) {
            change(partition, earliest, latest);
        }
    }

    private synchronized void change(int partition, long earliest, long latest) {
        offsets.merge(partition, earliest, (known, first) -> Math.clamp(known, earliest, latest));
        long[] sorted =
                offsets.values().stream().mapToLong(Long::longValue).sorted().toArray();
        median = sorted[sorted.length / 2];
    }

    /** In nanoseconds since the epoch, which overflow in the year 2262. */
    public static long nanos(Instant instant) {
        return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
    }
}
