package io.docsagent.worker.sandbox.job;

import io.docsagent.worker.sandbox.job.ScriptedAgent.Progress;
import io.docsagent.worker.sandbox.job.ScriptedAgent.Work;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A simulated job with the work on its latest prompt. */
final class SimulatedJob {

    private final String id;
    private final String projectId;
    private final Instant createdAt;
    private Work work;

    SimulatedJob(String id, String projectId, Instant createdAt, Work work) {
        this.id = id;
        this.projectId = projectId;
        this.createdAt = createdAt;
        this.work = work;
    }

    String id() {
        return id;
    }

    boolean belongsTo(@Nullable String project) {
        return projectId.equals(project);
    }

    synchronized void addPrompt(String prompt, ScriptedAgent agent, Instant now) {
        work = agent.start(projectId, prompt, now, work);
    }

    synchronized JobResource at(Instant now) {
        Progress progress = work.at(now);
        return new JobResource(
                id,
                progress.status(),
                new JobResource.Source("https://git.example/" + projectId, "main"),
                "sandbox",
                progress.prLink(),
                createdAt,
                progress.archivedAt());
    }
}
