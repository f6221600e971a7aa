package io.docsagent.worker.capacity;

/** What single things cost, each with the part of the benchmark that measured it; times are those of its machine. */
public final class Costs {

    /** Processor time of a command, in seconds (part throughput). */
    static final double PROCESSOR_PER_COMMAND = 0.19e-3;

    /** Processor time of a GET, in seconds: 0.44 of a core for 9,400 a second (part jobs). */
    static final double PROCESSOR_PER_GET = 0.44 / 9_400;

    /** Of an instance without work, in cores (part idle). */
    static final double PROCESSOR_IDLE = 0.016;

    /** Heap of an instance without state, in bytes (part queued). */
    static final double HEAP_EMPTY = 40e6;

    /** Of a byte that waits: 3.0 with 100,000 commands, 2.6 with 1,000,000 (part queued). */
    static final double HEAP_PER_QUEUED_BYTE = 3.0;

    /** Of a project without jobs and remembered commands, in bytes; an estimate until the part capacity has measured it. */
    public static final double HEAP_PER_PROJECT = 2_000;

    /** Of a job that has ended, in bytes; an estimate likewise. */
    public static final double HEAP_PER_ENDED_JOB = 1_000;

    /** Of a job that is polled, in bytes; an estimate likewise. */
    public static final double HEAP_PER_ACTIVE_JOB = 1_500;

    /** Of a command that is remembered, so that it is not sent twice, in bytes; an estimate likewise. */
    public static final double HEAP_PER_SEEN_COMMAND = 500;

    /**
     * Written for a command that comes alone and for its job until it ends, apart from the command's own bytes and
     * without replication (a small run of the part capacity: 8,800). Many at once share transactions and take less.
     */
    public static final double KAFKA_PER_COMMAND = 9_000;

    /** How often a byte of a command is written (a small run of the part capacity: 3.8). */
    public static final double KAFKA_PER_COMMAND_BYTE = 4;

    private Costs() {}
}
