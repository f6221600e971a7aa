package io.docsagent.worker.sandbox;

import io.docsagent.worker.sandbox.git.Repositories;
import io.docsagent.worker.sandbox.page.Links;
import io.docsagent.worker.sandbox.work.JobRecord;
import io.docsagent.worker.sandbox.work.PullRequest;
import io.docsagent.worker.sandbox.work.Workshop;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The jobs of the workshop as the service shows them. */
final class RepositoryJobs implements JobSource {

    private final Workshop workshop;
    private final Repositories repositories;
    private final Supplier<String> publicUrl;
    private final String model;

    RepositoryJobs(Workshop workshop, Repositories repositories, Supplier<String> publicUrl, String model) {
        this.workshop = workshop;
        this.repositories = repositories;
        this.publicUrl = publicUrl;
        this.model = model;
    }

    @Override
    public SimulatedJob.View create(String projectId, String prompt, Instant now) {
        return view(workshop.create(projectId, prompt));
    }

    @Override
    public SimulatedJob.@Nullable View message(String projectId, String jobId, String prompt, Instant now) {
        JobRecord job = workshop.message(projectId, jobId, prompt);
        return job == null ? null : view(job);
    }

    @Override
    public SimulatedJob.@Nullable View get(String projectId, String jobId, Instant now) {
        JobRecord job = workshop.find(projectId, jobId);
        return job == null ? null : view(job);
    }

    private SimulatedJob.View view(JobRecord job) {
        PullRequest pull = job.pull();
        return new SimulatedJob.View(
                job.id(),
                job.status().name().toLowerCase(Locale.ROOT),
                new SimulatedJob.Source(repositories.url(job.projectId()), repositories.mainBranch(job.projectId())),
                model,
                pull == null ? null : publicUrl.get() + Links.pull(job.projectId(), pull.number()),
                job.createdAt(),
                job.archivedAt());
    }
}
