package io.docsagent.worker.sandbox.job;

/** How a job comes out. */
public enum JobOutcome {
    /** Completed, with a pull request. */
    COMPLETED,
    /** Completed, without a pull request. */
    NO_CHANGES,
    /** Completed, and the pull request's link follows some time later. */
    LATE_PR,
    FAILED,
    /** Archived, with a pull request. */
    ARCHIVED
}
