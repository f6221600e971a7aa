package io.docsagent.worker.poller;

/** Something that becomes due; it may be in one {@link Timeline}. */
abstract sealed class Timed permits FollowedJob, ProjectPolls {

    /** Epoch milliseconds; changed by the timeline alone, which is sorted by it. */
    long at = Timeline.NEVER;

    /** Distinguishes entries that are due at the same time. */
    long number;

    boolean waiting;
}
