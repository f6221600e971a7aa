package io.docsagent.worker.cli.terminal;

/** What a tool tells the script that called it; each number means the same for all tools. */
public final class ExitStatus {

    public static final int DONE = 0;

    /** Such as Kafka that does not answer, or a right that is missing. */
    public static final int FAILED = 1;

    public static final int NO_CHANGES = 3;
    public static final int JOB_FAILED = 4;

    /** A command ended without a job, or an operation did nothing. */
    public static final int REFUSED = 5;

    public static final int UNKNOWN = 6;
    public static final int STILL_WAITING = 7;

    private ExitStatus() {}
}
