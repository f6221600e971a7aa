package io.docsagent.worker.engine;

import io.docsagent.worker.settings.WorkerProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;

/**
 * How much a partition may hold: by default so much that the heap of one instance holds all partitions, because one
 * instance has them all when the others have failed.
 *
 * @param heap bytes
 */
public record HeapLimits(long heap, int partitions) {

    private static final Logger log = LoggerFactory.getLogger(HeapLimits.class);

    /** In bytes, without its commands and jobs; measured by the part {@code capacity}. */
    public static final double HEAP_PER_PROJECT = 4_100;

    /**
     * One kind of what a partition holds. The shares leave 30 % of the heap to the worker itself, to records on their way
     * and to the collector.
     *
     * @param share of the heap
     * @param heapOfOne bytes that one of its units takes
     * @param most however large the heap
     */
    private record Kind(String setting, double share, double heapOfOne, long most) {

        double heapOf(long units) {
            return (double) units * heapOfOne;
        }
    }

    /**
     * In bytes of heap; a new owner has to read all that waits before it goes on, which of small commands is a third of
     * these bytes, and of large ones nearly all.
     */
    private static final Kind QUEUE = new Kind(
            "docs-agent.queue.max-bytes-per-partition",
            0.25,
            1,
            DataSize.ofMegabytes(256).toBytes());

    /** In bytes of heap. */
    private static final Kind STATE = new Kind("docs-agent.state.max-bytes-per-partition", 0.35, 1, Long.MAX_VALUE);

    private static final Kind PROJECTS =
            new Kind("docs-agent.queue.max-projects-per-partition", 0.10, HEAP_PER_PROJECT, 20_000);

    /** Of the heap; what is left of it after a collection then raises an alert. */
    private static final double NEARLY_FULL = 0.85;

    static HeapLimits of(WorkerProperties settings) {
        return new HeapLimits(
                Runtime.getRuntime().maxMemory(), settings.topics().partitions());
    }

    /** The heap whose default limits accept so much in all partitions together. */
    public static double heapFor(double queuedBytes, double stateBytes, double projects) {
        return Math.max(heapFor(QUEUE, queuedBytes), Math.max(heapFor(STATE, stateBytes), heapFor(PROJECTS, projects)));
    }

    private static double heapFor(Kind kind, double units) {
        return units * kind.heapOfOne() / kind.share();
    }

    /** Of the waiting commands. */
    public long queueBytes(@Nullable DataSize set) {
        return set == null ? byDefault(QUEUE) : set.toBytes();
    }

    /** Of heap, by estimate, for jobs and remembered commands. */
    public long stateBytes(@Nullable DataSize set) {
        return set == null ? byDefault(STATE) : set.toBytes();
    }

    public int projects(@Nullable Integer set) {
        return set == null ? (int) byDefault(PROJECTS) : set;
    }

    private long byDefault(Kind kind) {
        return Math.clamp((long) (heap * kind.share() / kind.heapOfOne() / partitions), 1, kind.most());
    }

    /** Warns where what is set allows more than the heap holds. */
    void check(WorkerProperties settings) {
        DataSize queue = settings.queue().maxBytesPerPartition();
        DataSize state = settings.state().maxBytesPerPartition();
        Integer projects = settings.queue().maxProjectsPerPartition();
        double allowed = partitions
                * (QUEUE.heapOf(queueBytes(queue))
                        + STATE.heapOf(stateBytes(state))
                        + PROJECTS.heapOf(projects(projects)));
        if (allowed > heap * NEARLY_FULL) {
            List<String> set = new ArrayList<>();
            add(set, QUEUE, queue);
            add(set, STATE, state);
            add(set, PROJECTS, projects);
            log.warn(
                    "{} let{} the state take {} of heap when one instance has all {} partitions, but this one's heap is"
                            + " {}. Unset or lower {}, or give the instance more memory",
                    String.join(", ", set),
                    set.size() == 1 ? "s" : "",
                    megabytes(allowed),
                    partitions,
                    megabytes((double) heap),
                    set.size() == 1 ? "it" : "them");
        }
    }

    private static void add(List<String> set, Kind kind, @Nullable Object value) {
        if (value != null) {
            set.add(kind.setting() + "=" + value);
        }
    }

    private static String megabytes(double bytes) {
        return String.format(
                Locale.ROOT, "%.0f MB", bytes / DataSize.ofMegabytes(1).toBytes());
    }
}
