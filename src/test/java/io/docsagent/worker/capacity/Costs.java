package io.docsagent.worker.capacity;

import io.docsagent.worker.engine.HeapLimits;

/** What single things cost, each with the part of the benchmark that measured it; times are those of its machine. */
public final class Costs {

    /**
     * Processor time of a command, in seconds, in the memory of the Kubernetes base, most of which is in use (part
     * throughput: 604 µs). With a heap of several GiB it is 238 µs.
     */
    static final double PROCESSOR_PER_COMMAND = 0.6e-3;

    /** Processor time of a GET, in seconds: 0.44 of a core for 9,400 a second (part jobs). */
    static final double PROCESSOR_PER_GET = 0.44 / 9_400;

    /** Of an instance without work, in cores (part idle). */
    static final double PROCESSOR_IDLE = 0.017;

    /** Heap of an instance without state, in bytes (part queued). */
    static final double HEAP_EMPTY = 40e6;

    /** What a command that waits takes of the heap, and of docs-agent.queue.max-bytes-per-partition, beside its text. */
    static final double HEAP_PER_QUEUED_COMMAND = 820;

    /** Of a project without jobs and remembered commands, in bytes (part capacity: 4,094). */
    public static final double HEAP_PER_PROJECT = HeapLimits.HEAP_PER_PROJECT;

    /** Of a job that has ended, in bytes (part capacity: 725). */
    public static final double HEAP_PER_ENDED_JOB = 750;

    /** Of a job that is polled, in bytes (part capacity: 2,497). */
    public static final double HEAP_PER_ACTIVE_JOB = 2_500;

    /** Of a command that is remembered, so that it is not sent twice, in bytes (part capacity: 737). */
    public static final double HEAP_PER_SEEN_COMMAND = 750;

    /**
     * Written for a command that comes alone and for its job until it ends, apart from the command's own bytes and
     * without replication (part capacity: 13,178). Many at once share transactions and take less (5,561).
     */
    public static final double KAFKA_PER_COMMAND = 13_200;

    /** How often a byte of a command is written (part capacity: 4.0). */
    public static final double KAFKA_PER_COMMAND_BYTE = 4;

    private Costs() {}
}
