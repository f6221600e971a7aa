package io.docsagent.worker.poller;

import io.docsagent.worker.gateway.JobLookup;
import java.time.Duration;
import java.util.function.Supplier;

/** Receives the results of polling, for metrics; called from many threads and must not block. */
public interface PollObserver {

    /** The result of a GET. */
    enum Result {
        /** As the engine knows the job, or as already reported. */
        UNCHANGED,
        CHANGED,
        MISSING,
        REFUSED,
        FAILED,
        /** The job was released or began another generation while the GET was in flight. */
        DROPPED
    }

    /** @param counts the current values, for gauges; called once, before anything else */
    default void countsFrom(Supplier<PollCounts> counts) {}

    /** @param overdue for how long a GET has been due that might be made at once; called once, before anything else */
    default void overdueFrom(Supplier<Duration> overdue) {}

    /** @param lag how long after it was due the GET began */
    default void pollStarted(String projectId, Duration lag) {}

    /**
     * A GET has ended.
     *
     * @param lookup what the service answered
     * @param result what that meant for the job
     */
    default void pollFinished(String projectId, JobLookup lookup, Result result, Duration took) {}
}
