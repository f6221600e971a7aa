package io.docsagent.worker.ops.console;

import io.docsagent.worker.ops.projects.ProjectSummary;
import java.time.Instant;
import java.util.List;

/** A project's state at a glance. */
record ProjectCard(ProjectSummary project, Strip strip, List<Wait> waits) {

    static ProjectCard of(ProjectSummary project, Instant now) {
        return new ProjectCard(project, Strip.of(project.quota(), now), Wait.of(project));
    }

    String link() {
        return Links.project(project.projectId());
    }

    /** What is not of normal priority, where there is anything; empty otherwise. */
    String priorities() {
        var queue = project.queue();
        return queue.high() + queue.low() == 0
                ? ""
                : queue.high() + " high, " + queue.normal() + " normal, " + queue.low() + " low";
    }
}
