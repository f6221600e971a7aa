package io.docsagent.worker.sandbox.work;

import io.docsagent.worker.sandbox.git.ProjectRepository;
import io.docsagent.worker.sandbox.git.Repositories;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Archives jobs without recent activity, and deletes the oldest if there are too many. */
final class Housekeeping {

    private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

    /** What a turn may take beyond the agent's time limit. */
    private static final Duration TURN_MARGIN = Duration.ofHours(2);

    private final JobStore store;
    private final Repositories repositories;
    private final WorkLimits limits;
    private final InstantSource clock;

    /** By project, deleted jobs whose commits still take up space in its repository, as after a full disk. */
    private final Map<String, Set<JobRecord>> deleted = new HashMap<>();

    Housekeeping(JobStore store, Repositories repositories, WorkLimits limits, InstantSource clock) {
        this.store = store;
        this.repositories = repositories;
        this.limits = limits;
        this.clock = clock;
    }

    /** If it fails for a project, that project is skipped until the next sweep. */
    synchronized void sweep() {
        Instant inactiveSince = clock.instant().minus(limits.archiveAfter());
        for (String projectId : store.projects()) {
            try {
                List<JobRecord> jobs = store.of(projectId);
                jobs.stream()
                        .filter(job -> job.archivedAt() == null && !job.isActive())
                        .filter(job -> !job.lastActivityAt().isAfter(inactiveSince))
                        .forEach(job -> archive(job.id()));
                removeOldest(projectId, jobs);
            } catch (RuntimeException failure) {
                log.atWarn()
                        .addKeyValue("projectId", projectId)
                        .setCause(failure)
                        .log("A project could not be cleaned up");
            }
        }
    }

    void archive(String jobId) {
        var unused = store.change(jobId, job -> {
            if (job.isActive()) {
                throw new ActionRefusedException("The agent is working on this job; wait until it has finished");
            }
            return job.archivedAt() == null ? job.archived(clock.instant()) : job;
        });
    }

    private void removeOldest(String projectId, List<JobRecord> newestFirst) {
        Set<JobRecord> removed = deleted.computeIfAbsent(projectId, unused -> new HashSet<>());
        try {
            newestFirst.stream()
                    .skip(limits.maxJobsPerProject())
                    .filter(store::removeIfIdle)
                    .forEach(removed::add);
        } finally {
            forget(projectId, removed);
            removed.clear();
        }
    }

    /** Nothing is left to forget if the repository could not be cloned. */
    private void forget(String projectId, Set<JobRecord> jobs) {
        ProjectRepository repository = jobs.isEmpty() ? null : repositories.existing(projectId);
        if (repository == null) {
            return;
        }
        for (JobRecord job : jobs) {
            repository.forget(
                    job.branch(), job.pulls().stream().map(PullRequest::number).toList());
        }
        if (jobs.stream().map(JobRecord::pull).anyMatch(Objects::nonNull)) {
            repository.pack(limits.timeLimit().plus(TURN_MARGIN));
        }
    }
}
