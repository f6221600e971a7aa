package io.docsagent.worker.sandbox.job;

import io.docsagent.worker.sandbox.git.Repositories;
import io.docsagent.worker.sandbox.page.Links;
import io.docsagent.worker.sandbox.work.JobRecord;
import io.docsagent.worker.sandbox.work.JobRunner;
import io.docsagent.worker.sandbox.work.PullRequest;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Jobs with repositories, as the service shows them. */
public final class RepositoryJobs implements JobSource {

    private final JobRunner runner;
    private final Repositories repositories;
    private final Supplier<String> publicUrl;
    private final String model;

    public RepositoryJobs(JobRunner runner, Repositories repositories, Supplier<String> publicUrl, String model) {
        this.runner = runner;
        this.repositories = repositories;
        this.publicUrl = publicUrl;
        this.model = model;
    }

    @Override
    public JobResource create(String projectId, String prompt, Instant now) {
        return view(runner.create(projectId, prompt));
    }

    @Override
    public @Nullable JobResource message(String projectId, String jobId, String prompt, Instant now) {
        JobRecord job = runner.message(projectId, jobId, prompt);
        return job == null ? null : view(job);
    }

    @Override
    public @Nullable JobResource get(String projectId, String jobId, Instant now) {
        JobRecord job = runner.find(projectId, jobId);
        return job == null ? null : view(job);
    }

    private JobResource view(JobRecord job) {
        PullRequest pull = job.pull();
        return new JobResource(
                job.id(),
                job.status().name().toLowerCase(Locale.ROOT),
                new JobResource.Source(repositories.url(job.projectId()), repositories.mainBranch(job.projectId())),
                model,
                pull == null ? null : publicUrl.get() + Links.pull(job.projectId(), pull.number()),
                job.createdAt(),
                job.archivedAt());
    }
}
