package io.docsagent.worker.sandbox.work;

import java.time.Duration;

/**
 * The bounds of the work.
 *
 * @param parallel jobs that are worked on at once
 * @param timeLimit for one prompt, from the agent's start to the commit
 * @param maxChange bytes that an agent may leave in new and changed files
 * @param maxProjects repositories that are made
 * @param maxJobsPerProject jobs that are kept; beyond it the oldest ended one goes, with its branch
 * @param archiveAfter of rest
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
            throw new IllegalArgumentException("At least one job, one at a time, in one project");
        }
    }
}
