package io.docsagent.worker.engine;

import io.docsagent.worker.WorkerProperties;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;

/**
 * How many bytes may wait on a partition: so many that the heap holds all partitions, because one instance has them all
 * when the others have failed.
 *
 * @param heap bytes
 */
record QueueMemory(long heap, int partitions) {

    private static final Logger log = LoggerFactory.getLogger(QueueMemory.class);

    /** For each byte that waits, of commands of 400 bytes; measured by the benchmark's part {@code queued}. */
    private static final int HEAP_PER_BYTE = 3;

    /** The other half is for jobs, remembered commands, records on their way, and the collector. */
    private static final double SHARE = 0.5;

    /** However large the heap: a new owner has to read all that waits before it goes on. */
    private static final long MOST = DataSize.ofMegabytes(128).toBytes();

    static QueueMemory of(WorkerProperties settings) {
        return new QueueMemory(
                Runtime.getRuntime().maxMemory(), settings.topics().partitions());
    }

    long maxBytesPerPartition(@Nullable DataSize set) {
        return set == null ? Math.min(MOST, (long) (heap * SHARE / HEAP_PER_BYTE / partitions)) : set.toBytes();
    }

    /** Warns where commands may fill the heap before their number is limited. */
    void check(@Nullable DataSize set) {
        double needed = (double) maxBytesPerPartition(set) * partitions * HEAP_PER_BYTE;
        if (needed > heap) {
            log.warn(
                    "docs-agent.queue.max-bytes-per-partition={} lets commands take {} of heap where one instance has all"
                            + " {} partitions, and this one's heap is {}. Unset it, lower it, or give the instance more"
                            + " memory",
                    set,
                    megabytes(needed),
                    partitions,
                    megabytes((double) heap));
        }
    }

    private static String megabytes(double bytes) {
        return String.format(
                Locale.ROOT, "%.0f MB", bytes / DataSize.ofMegabytes(1).toBytes());
    }
}
