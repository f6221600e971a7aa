package io.docsagent.worker.cli;

/** What a tool tells the script that called it; each number means the same for all tools. */
final class ExitStatus {

    static final int DONE = 0;

    /** Such as Kafka that does not answer, or a right that is missing. */
    static final int FAILED = 1;

    static final int NO_CHANGES = 3;
    static final int JOB_FAILED = 4;

    /** A command ended without a job, or an operation did nothing. */
    static final int REFUSED = 5;

    static final int UNKNOWN = 6;
    static final int STILL_WAITING = 7;

    private ExitStatus() {}
}
