package io.docsagent.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.WorkerProcess;

/**
 * What a worker holds when nothing happens, and Kafka for the workers.
 *
 * @param heapMegabytes of live objects
 * @param changelogRecords of all stores
 */
record Endurance(long heapMegabytes, long threads, long openFiles, long changelogRecords) {

    static Endurance of(Cluster cluster) {
        WorkerProcess worker = cluster.worker(0);
        return new Endurance(
                worker.process().heapAfterCollection() / (1024 * 1024),
                (long) worker.metric("jvm_threads_live_threads"),
                worker.process().openFiles(),
                cluster.changelogRecords());
    }

    /** Some of each belongs to partitions, which move between the workers. */
    void assertFlatSince(Endurance first) {
        assertThat(heapMegabytes).as("heap in MB").isLessThan(first.heapMegabytes * 3 / 2 + 16);
        assertThat(threads).as("threads").isLessThan(first.threads + 16);
        assertThat(openFiles).as("open files").isLessThan(first.openFiles + 32);
        assertThat(changelogRecords).as("records of the changelogs").isLessThan(first.changelogRecords * 3 / 2 + 1_000);
    }

    @Override
    public String toString() {
        return "%d MB of live objects, %d threads, %d open files, %,d records in the changelogs"
                .formatted(heapMegabytes, threads, openFiles, changelogRecords);
    }
}
