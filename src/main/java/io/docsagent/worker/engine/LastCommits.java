package io.docsagent.worker.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** When each stream thread last committed; without traffic, the clock probe gives it something to commit. */
public final class LastCommits {

    private final InstantSource clock;
    private final Map<Thread, Instant> byThread = new ConcurrentHashMap<>();

    public LastCommits(InstantSource clock) {
        this.clock = clock;
    }

    /** The current thread has committed. */
    void committed() {
        byThread.put(Thread.currentThread(), clock.instant());
    }

    /** The current thread has polled; without partitions it has nothing to commit. */
    void polled(boolean hasPartitions) {
        if (hasPartitions) {
            byThread.putIfAbsent(Thread.currentThread(), clock.instant());
        } else {
            committed();
        }
    }

    /** That of the thread whose last commit is the longest ago; null where no thread runs. */
    public @Nullable Instant oldest() {
        byThread.keySet().removeIf(thread -> !thread.isAlive());
        return byThread.values().stream().min(Comparator.naturalOrder()).orElse(null);
    }

    /** The longest time between two commits of a thread with partitions while Kafka answers. */
    public static Duration interval() {
        return ClockProbe.INTERVAL.multipliedBy(ClockProbe.CHECKS_PER_READING);
    }
}
