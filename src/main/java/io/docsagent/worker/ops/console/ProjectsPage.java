package io.docsagent.worker.ops.console;

import io.docsagent.worker.ops.projects.ProjectListing;
import java.util.List;

/** What the page of all projects shows. */
record ProjectsPage(ProjectListing listing, List<ProjectCard> cards) {

    static ProjectsPage of(ProjectListing listing) {
        return new ProjectsPage(
                listing,
                listing.projects().stream()
                        .map(project -> ProjectCard.of(project, listing.time()))
                        .toList());
    }

    String title() {
        return "Projects";
    }
}
