package io.docsagent.worker.gateway;

import io.docsagent.worker.contract.JobSnapshot;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The result of a GET of a job. */
public sealed interface JobLookup {

    /** The service showed the job. */
    record Found(JobSnapshot job) implements JobLookup {}

    /** The service does not know the job: 404 with the service's own error object. */
    record Missing() implements JobLookup {}

    /** The key was not accepted, at least for this job, or the base URL is wrong: 401, 403, 3xx, any other 404. */
    record Refused(int httpStatus) implements JobLookup {}

    /** The job's id cannot be part of a URL; nothing was sent. */
    record Unusable() implements JobLookup {}

    /**
     * Nothing is known: 429, 5xx, timeouts, lost connections, unreadable bodies.
     *
     * @param retryAfter what the service requested; null where it did not
     */
    record Failed(String message, @Nullable Duration retryAfter) implements JobLookup {}
}
