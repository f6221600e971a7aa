package io.docsagent.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a process holds when nothing happens.
 *
 * @param heapMegabytes of live objects
 */
record Endurance(long heapMegabytes, long threads, long openFiles) {

    static Endurance of(WorkerProcess worker) {
        return new Endurance(
                worker.process().heapAfterCollection() / (1024 * 1024),
                (long) worker.metric("jvm_threads_live_threads"),
                worker.process().openFiles());
    }

    /** Some of each belongs to partitions, which move between the workers. */
    void assertFlatSince(Endurance first) {
        assertThat(heapMegabytes).as("heap in MB").isLessThan(first.heapMegabytes * 3 / 2 + 16);
        assertThat(threads).as("threads").isLessThan(first.threads + 16);
        assertThat(openFiles).as("open files").isLessThan(first.openFiles + 32);
    }
}
