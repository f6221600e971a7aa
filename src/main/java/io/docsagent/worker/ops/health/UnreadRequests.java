package io.docsagent.worker.ops.health;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Whether ingress reads on, by the offsets that its group has committed: a partition waits while they stay the same. */
public final class UnreadRequests {

    private final LastTime lastRead;
    private final LongSupplier nanoTime;
    private volatile Found latest = new Found(Map.of(), 0);

    /** @param at when Kafka answered: without an answer no partition waits longer, and none has been read */
    private record Found(Map<TopicPartition, Unread> partitions, long at) {}

    /** @param since when the partition was first seen with these records unread, and nothing read of it */
    private record Unread(long readUpTo, long records, long since) {}

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
        Map<TopicPartition, Unread> found = new HashMap<>();
        ends.forEach((partition, end) -> {
            Long read = readUpTo.get(partition);
            if (read != null && read < end) {
                Unread before = latest.partitions().get(partition);
                long since = before != null && before.readUpTo() == read ? before.since() : now;
                found.put(partition, new Unread(read, end - read, since));
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
        Duration waiting = Duration.ofNanos(found.at() - oldest.getValue().since());
        return new Progress(
                lastRead.ago(), waiting, oldest.getValue().records() + " records of partition " + oldest.getKey());
    }

    private static Map.@Nullable Entry<TopicPartition, Unread> oldest(Found found) {
        return found.partitions().entrySet().stream()
                .max(Comparator.comparingLong(
                        entry -> found.at() - entry.getValue().since()))
                .orElse(null);
    }
}
