package io.docsagent.worker.streams;

import io.docsagent.worker.clock.ClockProbe;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** How long ago each stream thread last committed; without traffic, the clock probe gives it something to commit. */
public final class LastCommits {

    private final String inputs;
    private final int partitions;
    private final LongSupplier nanoTime;
    private final Map<Thread, Long> byThread = new ConcurrentHashMap<>();

    /**
     * @param inputs the topic that the probe appends to
     * @param partitions of it that are used
     * @param nanoTime monotonic: a wall clock that is set must not look like an outage
     */
    LastCommits(String inputs, int partitions, LongSupplier nanoTime) {
        this.inputs = inputs;
        this.partitions = partitions;
        this.nanoTime = nanoTime;
    }

    /** The current thread has committed. */
    void committed() {
        byThread.put(Thread.currentThread(), nanoTime.getAsLong());
    }

    /**
     * The current thread has polled. It has something to commit in time only where it reads inputs; Kafka Streams pauses
     * them while their state is restored.
     */
    void polled(Set<TopicPartition> assigned, Set<TopicPartition> paused) {
        boolean readsInputs = assigned.stream()
                .filter(partition -> partition.topic().equals(inputs) && partition.partition() < partitions)
                .anyMatch(partition -> !paused.contains(partition));
        if (readsInputs) {
            byThread.putIfAbsent(Thread.currentThread(), nanoTime.getAsLong());
        } else {
            committed();
        }
    }

    /** Of the thread that runs and whose last commit is the longest ago; null where none runs. */
    public @Nullable Duration longestAgo() {
        return isAnyAlive() ? longestAgoOrDead() : null;
    }

    /** The same, and of the last threads where all have ended; null where there never was one. */
    public @Nullable Duration longestAgoOrDead() {
        if (isAnyAlive()) {
            byThread.keySet().removeIf(thread -> !thread.isAlive());
        }
        long now = nanoTime.getAsLong();
        return byThread.values().stream()
                .map(at -> Duration.ofNanos(now - at))
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    private boolean isAnyAlive() {
        return byThread.keySet().stream().anyMatch(Thread::isAlive);
    }

    /** The longest time between two commits of a thread that reads inputs, while Kafka answers. */
    public static Duration interval() {
        return ClockProbe.INTERVAL.multipliedBy(ClockProbe.CHECKS_PER_READING);
    }
}
