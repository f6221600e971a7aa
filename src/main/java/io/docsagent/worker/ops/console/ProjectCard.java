package io.docsagent.worker.ops.console;

import io.docsagent.worker.ops.projects.ProjectSummary;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A project's state at a glance.
 *
 * @param strip null where the instance that owns the project does not say when uses return
 */
record ProjectCard(ProjectSummary project, @Nullable Strip strip, List<Wait> waits) {

    static ProjectCard of(ProjectSummary project, Instant now) {
        return new ProjectCard(project, Strip.of(project.quota(), now), Wait.of(project));
    }

    String link() {
        return Links.project(project.projectId());
    }

    String activeJobs() {
        return project.activeJobs() == null ? "unknown" : project.activeJobs().toString();
    }

    /** What is not of normal priority, where there is anything; empty otherwise. */
    String priorities() {
        var queue = project.queue();
        return queue.high() + queue.low() == 0
                ? ""
                : queue.high() + " high, " + queue.normal() + " normal, " + queue.low() + " low";
    }
}
