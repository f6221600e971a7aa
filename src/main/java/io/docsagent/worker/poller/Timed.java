package io.docsagent.worker.poller;

/** Something that becomes due; it may be in one {@link Timeline}. */
abstract sealed class Timed permits Following, ProjectPolls {

    /** Moment in epoch milliseconds; only the timeline changes it, since it is sorted by it. */
    long at = Timeline.NEVER;

    /** Tells apart what shares a moment. */
    long number;

    boolean waiting;
}
