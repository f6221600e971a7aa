package io.docsagent.worker.sandbox;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whoever has jobs: in memory and of the imagination, or in repositories. */
interface JobSource {

    Job.View create(String projectId, String prompt, Instant now);

    /** The job, active again; null where the project has no such job. */
    Job.@Nullable View message(String projectId, String jobId, String prompt, Instant now);

    Job.@Nullable View get(String projectId, String jobId, Instant now);
}
