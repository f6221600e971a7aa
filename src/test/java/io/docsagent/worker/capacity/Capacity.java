package io.docsagent.worker.capacity;

import java.time.Duration;
import java.util.stream.DoubleStream;

/**
 * What a load needs, and still has when one instance is down.
 *
 * @param partitions for docs-agent.topics.partitions
 * @param instances with two cores each
 * @param memoryBytes of each instance
 * @param kafkaBytesPerDay written, with replication
 */
public record Capacity(int partitions, int instances, double memoryBytes, double kafkaBytesPerDay) {

    /** Of the settings that this depends on, the defaults. */
    private static final int MAX_IN_FLIGHT = 256;

    private static final int DEFAULT_PARTITIONS = 12;
    private static final double PROJECTS_PER_PARTITION = 20_000;
    private static final double QUEUED_BYTES_PER_PARTITION = 128 * 1024 * 1024;
    private static final double JOBS_PER_PARTITION = 500_000;
    private static final double SEEN_PER_PARTITION = 1_000_000;
    private static final Duration JOBS_RETENTION = Duration.ofDays(30);
    private static final Duration DEDUPE_RETENTION = Duration.ofDays(7);

    private static final int REPLICATION = 3;

    /** Some partitions get more than their share, and load has peaks: what has a limit is planned to be half full. */
    private static final double FILLED = 0.5;

    private static final double CORES = 2;

    /** Of the memory, as the image has it (MaxRAMPercentage). */
    private static final double HEAP_SHARE = 0.7;

    private static final double LEAST_MEMORY = 1024.0 * 1024 * 1024;

    /** More than this takes long to restore. */
    private static final double MOST_MEMORY = 8 * LEAST_MEMORY;

    public static Capacity of(Load load) {
        int partitions = partitions(load, DEFAULT_PARTITIONS);
        int instances = instances(load, partitions);
        // As many for each instance, and at least one.
        partitions = Math.ceilDiv(Math.max(partitions, instances), instances) * instances;
        return new Capacity(partitions, instances, memory(load, partitions, instances - 1), kafkaBytesPerDay(load));
    }

    /** Cores that are busy, all instances together. */
    static double cores(Load load, int instances) {
        return load.commandsPerSecond() * Costs.PROCESSOR_PER_COMMAND
                + load.getsPerSecond() * Costs.PROCESSOR_PER_GET
                + instances * Costs.PROCESSOR_IDLE;
    }

    /** Of live objects in all instances together, apart from those of an instance without state. */
    static double stateBytes(Load load, int partitions) {
        double seen = Math.min(load.commandsIn(DEDUPE_RETENTION), partitions * SEEN_PER_PARTITION);
        double ended = Math.min(load.commandsIn(JOBS_RETENTION), partitions * JOBS_PER_PARTITION);
        return load.projects() * Costs.HEAP_PER_PROJECT
                + load.queuedBytes() * Costs.HEAP_PER_QUEUED_BYTE
                + load.activeJobs() * Costs.HEAP_PER_ACTIVE_JOB
                + ended * Costs.HEAP_PER_ENDED_JOB
                + seen * Costs.HEAP_PER_SEEN_COMMAND;
    }

    static double kafkaBytesPerDay(Load load) {
        double perCommand = Costs.KAFKA_PER_COMMAND + load.commandBytes() * Costs.KAFKA_PER_COMMAND_BYTE;
        return load.commandsIn(Duration.ofDays(1)) * perCommand * REPLICATION;
    }

    private static int partitions(Load load, int least) {
        return (int) Math.max(
                least,
                Math.ceil(Math.max(
                        load.projects() / (PROJECTS_PER_PARTITION * FILLED),
                        load.queuedBytes() / (QUEUED_BYTES_PER_PARTITION * FILLED))));
    }

    /** One more than the load needs. */
    private static int instances(Load load, int partitions) {
        double needed = DoubleStream.of(
                        1,
                        cores(load, 0) / (CORES * FILLED - Costs.PROCESSOR_IDLE),
                        load.callsInFlight() / (MAX_IN_FLIGHT * FILLED),
                        stateBytes(load, partitions) / (MOST_MEMORY * HEAP_SHARE * FILLED - Costs.HEAP_EMPTY))
                .max()
                .orElseThrow();
        return 1 + (int) Math.ceil(needed);
    }

    private static double memory(Load load, int partitions, int remaining) {
        double live = Costs.HEAP_EMPTY + stateBytes(load, partitions) / remaining;
        return Math.max(LEAST_MEMORY, live / FILLED / HEAP_SHARE);
    }
}
