package io.docsagent.worker.domain.index;

/** What a call starts, for the limits on a project's jobs. */
public enum Start {
    NOTHING,
    /** A job that is not known to be active: from then on it is. */
    JOB_AGAIN,
    NEW_JOB
}
