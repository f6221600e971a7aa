package io.docsagent.worker.sandbox;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whoever has jobs: in memory and of the imagination, or in repositories. */
interface JobSource {

    SimulatedJob.View create(String projectId, String prompt, Instant now);

    /** The job, active again; null where the project has no such job. */
    SimulatedJob.@Nullable View message(String projectId, String jobId, String prompt, Instant now);

    SimulatedJob.@Nullable View get(String projectId, String jobId, Instant now);
}
