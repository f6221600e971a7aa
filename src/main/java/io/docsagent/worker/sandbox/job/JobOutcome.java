package io.docsagent.worker.sandbox.job;

/** The outcome of a job. */
public enum JobOutcome {
    /** Completed, with a pull request. */
    COMPLETED,
    /** Completed, without a pull request. */
    NO_CHANGES,
    /** Completed, and the pull request's link appears later. */
    LATE_PR,
    FAILED,
    /** Archived, with a pull request. */
    ARCHIVED
}
