package io.docsagent.worker.sandbox.work;

import java.time.Duration;

/**
 * The limits of the work.
 *
 * @param parallel jobs processed at the same time
 * @param timeLimit for one prompt, from the agent's start to the commit
 * @param maxChange size limit of an agent's new and changed files, in bytes
 * @param maxProjects limit of repositories
 * @param maxJobsPerProject limit of stored jobs; beyond it the oldest ended job is deleted with its branch
 * @param archiveAfter time without activity
 */
public record WorkLimits(
        int parallel,
        Duration timeLimit,
        long maxChange,
        int maxProjects,
        int maxJobsPerProject,
        Duration archiveAfter) {

    public WorkLimits {
        if (parallel < 1 || maxProjects < 1 || maxJobsPerProject < 1) {
            throw new IllegalArgumentException("parallel, max-projects and max-jobs-per-project must be at least 1");
        }
    }
}
