package io.docsagent.worker.poller;

import io.docsagent.worker.gateway.JobLookup;
import java.time.Duration;
import java.util.function.Supplier;

/** Receives the results of polling, for metrics; called from many threads and must not block. */
public interface PollObserver {

    /** Looks at nothing. */
    PollObserver NONE = new PollObserver() {};

    /** What a GET came to. */
    enum Result {
        /** As the engine knows it, or as was reported already. */
        UNCHANGED,
        CHANGED,
        MISSING,
        REFUSED,
        FAILED,
        /** The job was released or went on to another generation meanwhile. */
        DROPPED
    }

    /** @param counts of this moment, for gauges; called once, before anything else */
    default void countsFrom(Supplier<PollCounts> counts) {}

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
