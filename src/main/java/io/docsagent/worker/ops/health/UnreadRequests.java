package io.docsagent.worker.ops.health;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Whether ingress reads on, by the offsets that its group has committed: a partition waits while they stay the same. */
public final class UnreadRequests {

    /** Counted of the time between two answers, twice the usual: while Kafka is away, nothing can be read. */
    private static final long LONGEST_STEP = TimeUnit.SECONDS.toNanos(60);

    private final LastTime lastRead;
    private final LongSupplier nanoTime;
    private volatile Found latest = new Found(Map.of(), 0);

    /** @param at when Kafka answered: without an answer no partition waits longer, and none has been read */
    private record Found(Map<TopicPartition, Unread> partitions, long at) {}

    /** @param waited nanoseconds since the partition was first seen with unread records and nothing was read of it */
    private record Unread(long readUpTo, long records, long waited) {}

    /** @param nanoTime monotonic */
    public UnreadRequests(LastTime lastRead, LongSupplier nanoTime) {
        this.lastRead = lastRead;
        this.nanoTime = nanoTime;
    }

    /**
     * The partitions as they are now.
     *
     * @param readUpTo the committed offsets
     * @param ends the ends that a reader of committed records sees, asked for before
     */
    void seen(Map<TopicPartition, Long> readUpTo, Map<TopicPartition, Long> ends) {
        long now = nanoTime.getAsLong();
        long step = Math.min(now - latest.at(), LONGEST_STEP);
        Map<TopicPartition, Unread> found = new HashMap<>();
        ends.forEach((partition, end) -> {
            Long read = readUpTo.get(partition);
            if (read != null && read < end) {
                Unread before = latest.partitions().get(partition);
                long waited = before != null && before.readUpTo() == read ? before.waited() + step : 0;
                found.put(partition, new Unread(read, end - read, waited));
            }
        });
        latest = new Found(found, now);
    }

    public Progress progress() {
        Found found = latest;
        Map.Entry<TopicPartition, Unread> oldest = oldest(found);
        if (oldest == null) {
            return Progress.nothingToDo(lastRead.ago());
        }
        return new Progress(
                lastRead.ago(),
                Duration.ofNanos(oldest.getValue().waited()),
                oldest.getValue().records() + " records of partition " + oldest.getKey());
    }

    private static Map.@Nullable Entry<TopicPartition, Unread> oldest(Found found) {
        return found.partitions().entrySet().stream()
                .max(Comparator.comparingLong(entry -> entry.getValue().waited()))
                .orElse(null);
    }
}
