package io.docsagent.worker.sandbox.work;

import io.docsagent.worker.sandbox.git.ProjectRepository;
import io.docsagent.worker.sandbox.git.Repositories;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Archives jobs that have rested for long, and removes the oldest where there are too many. */
final class Housekeeping {

    private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

    private final JobStore shelf;
    private final Repositories repositories;
    private final WorkLimits limits;
    private final InstantSource clock;

    Housekeeping(JobStore shelf, Repositories repositories, WorkLimits limits, InstantSource clock) {
        this.shelf = shelf;
        this.repositories = repositories;
        this.limits = limits;
        this.clock = clock;
    }

    /** A failure in one project costs its turn of this sweep; the next one tries again. */
    void sweep() {
        Instant restingSince = clock.instant().minus(limits.archiveAfter());
        for (String projectId : shelf.projects()) {
            try {
                List<JobRecord> jobs = shelf.of(projectId);
                jobs.stream()
                        .filter(job -> job.archivedAt() == null && !job.isActive())
                        .filter(job -> !job.touchedAt().isAfter(restingSince))
                        .forEach(job -> archive(job.id()));
                removeOldest(projectId, jobs);
            } catch (RuntimeException failure) {
                log.atWarn()
                        .addKeyValue("projectId", projectId)
                        .setCause(failure)
                        .log("Could not clean up a project");
            }
        }
    }

    void archive(String jobId) {
        var unused = shelf.change(jobId, job -> {
            if (job.isActive()) {
                throw new ActionRefusedException("The agent is at work on it; wait until it has finished");
            }
            return job.archivedAt() == null ? job.archived(clock.instant()) : job;
        });
    }

    private void removeOldest(String projectId, List<JobRecord> newestFirst) {
        if (newestFirst.size() <= limits.maxJobsPerProject()) {
            return;
        }
        List<JobRecord> tooMany = newestFirst.subList(limits.maxJobsPerProject(), newestFirst.size()).stream()
                .filter(job -> !job.isActive())
                .toList();
        ProjectRepository repository = repositories.of(projectId);
        for (JobRecord job : tooMany) {
            repository.forget(
                    job.branch(), job.pulls().stream().map(PullRequest::number).toList());
            shelf.remove(job);
        }
        if (tooMany.stream().map(JobRecord::pull).anyMatch(Objects::nonNull)) {
            repository.pack();
        }
    }
}
