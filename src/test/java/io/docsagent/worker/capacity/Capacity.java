package io.docsagent.worker.capacity;

import io.docsagent.worker.engine.HeapLimits;
import java.time.Duration;
import java.util.stream.DoubleStream;

/**
 * What a load needs, and still has when all instances but one are down.
 *
 * @param partitions for docs-agent.topics.partitions
 * @param instances with two cores each
 * @param memoryBytes of each instance: its default limits accept the load
 * @param commandsRemembered at that memory, at most docs-agent.dedupe.retention
 * @param jobsRemembered at that memory, at most docs-agent.jobs.retention
 * @param kafkaBytesPerDay written, with replication
 */
public record Capacity(
        int partitions,
        int instances,
        double memoryBytes,
        Duration commandsRemembered,
        Duration jobsRemembered,
        double kafkaBytesPerDay) {

    /** Of the settings that this depends on, the defaults. */
    private static final int MAX_IN_FLIGHT = 256;

    private static final int DEFAULT_PARTITIONS = 12;
    private static final double PROJECTS_PER_PARTITION = 20_000;
    private static final double QUEUED_BYTES_PER_PARTITION = 256 * 1024 * 1024;
    private static final Duration JOBS_RETENTION = Duration.ofDays(30);
    private static final Duration DEDUPE_RETENTION = Duration.ofDays(7);

    private static final int REPLICATION = 3;

    /** Some partitions get more than their share, and load has peaks: a limit that rejects is planned to be half full. */
    private static final double FILLED = 0.5;

    private static final double CORES = 2;

    /** Of the memory, as the image has it (MaxRAMPercentage). */
    private static final double HEAP_SHARE = 0.7;

    private static final double LEAST_MEMORY = 1024.0 * 1024 * 1024;

    /** To remember longer, no more than this is planned: it has to be restored. */
    private static final double MOST_TO_REMEMBER = 8 * LEAST_MEMORY;

    public static Capacity of(Load load) {
        int instances = instances(load);
        // As many for each instance, and at least one.
        int partitions = Math.ceilDiv(Math.max(partitions(load), instances), instances) * instances;
        double memory = memory(load);
        double room = new HeapLimits((long) (memory * HEAP_SHARE), 1).stateBytes(null);
        return new Capacity(
                partitions,
                instances,
                memory,
                commandsRemembered(load, room),
                jobsRemembered(load, room),
                kafkaBytesPerDay(load));
    }

    /** Cores that are busy, all instances together. */
    static double cores(Load load, int instances) {
        return load.commandsPerSecond() * Costs.PROCESSOR_PER_COMMAND
                + load.getsPerSecond() * Costs.PROCESSOR_PER_GET
                + instances * Costs.PROCESSOR_IDLE;
    }

    /** Of live objects, apart from those of an instance without state. */
    static double heap(Load load) {
        return load.projects() * Costs.HEAP_PER_PROJECT
                + load.queuedBytes()
                + stateBytes(load, DEDUPE_RETENTION, JOBS_RETENTION);
    }

    static double kafkaBytesPerDay(Load load) {
        double perCommand = Costs.KAFKA_PER_COMMAND + load.commandBytes() * Costs.KAFKA_PER_COMMAND_BYTE;
        return load.commandsIn(Duration.ofDays(1)) * perCommand * REPLICATION;
    }

    /** What docs-agent.state.max-bytes-per-partition limits. */
    private static double stateBytes(Load load, Duration commands, Duration jobs) {
        return load.activeJobs() * Costs.HEAP_PER_ACTIVE_JOB
                + load.commandsIn(commands) * Costs.HEAP_PER_SEEN_COMMAND
                + load.commandsIn(jobs) * Costs.HEAP_PER_ENDED_JOB;
    }

    /** Until the room is full, commands and jobs become more at the same rate. */
    private static Duration commandsRemembered(Load load, double room) {
        return most(
                DEDUPE_RETENTION,
                room - stateBytes(load, Duration.ZERO, Duration.ZERO),
                load.commandsPerSecond() * (Costs.HEAP_PER_SEEN_COMMAND + Costs.HEAP_PER_ENDED_JOB));
    }

    private static Duration jobsRemembered(Load load, double room) {
        return most(
                JOBS_RETENTION,
                room - stateBytes(load, commandsRemembered(load, room), Duration.ZERO),
                load.commandsPerSecond() * Costs.HEAP_PER_ENDED_JOB);
    }

    private static Duration most(Duration retention, double room, double perSecond) {
        double seconds = perSecond == 0 ? Double.MAX_VALUE : room / perSecond;
        return Duration.ofSeconds(Math.clamp((long) seconds, 0, retention.toSeconds()));
    }

    private static int partitions(Load load) {
        return (int) Math.max(
                DEFAULT_PARTITIONS,
                Math.ceil(Math.max(
                        load.projects() / (PROJECTS_PER_PARTITION * FILLED),
                        load.queuedBytes() / (QUEUED_BYTES_PER_PARTITION * FILLED))));
    }

    /** One more than the load needs. */
    private static int instances(Load load) {
        double needed = DoubleStream.of(
                        1,
                        cores(load, 0) / (CORES * FILLED - Costs.PROCESSOR_IDLE),
                        load.callsInFlight() / (MAX_IN_FLIGHT * FILLED))
                .max()
                .orElseThrow();
        return 1 + (int) Math.ceil(needed);
    }

    private static double memory(Load load) {
        double toCarry = HeapLimits.heapFor(
                load.queuedBytes() / FILLED,
                stateBytes(load, Duration.ZERO, Duration.ZERO) / FILLED,
                load.projects() / FILLED);
        double toRemember = HeapLimits.heapFor(0, stateBytes(load, DEDUPE_RETENTION, JOBS_RETENTION), 0);
        return DoubleStream.of(LEAST_MEMORY, toCarry / HEAP_SHARE, Math.min(MOST_TO_REMEMBER, toRemember / HEAP_SHARE))
                .max()
                .orElseThrow();
    }
}
