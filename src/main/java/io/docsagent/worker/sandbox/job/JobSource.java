package io.docsagent.worker.sandbox.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Creates and finds jobs, either simulated in memory or with repositories. */
public interface JobSource {

    JobResource create(String projectId, String prompt, Instant now);

    /** The job, active again; null if the project has no such job. */
    @Nullable
    JobResource message(String projectId, String jobId, String prompt, Instant now);

    @Nullable
    JobResource get(String projectId, String jobId, Instant now);
}
