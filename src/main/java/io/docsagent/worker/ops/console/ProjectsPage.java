package io.docsagent.worker.ops.console;

import io.docsagent.worker.ops.projects.ProjectsEndpoint.Listing;

/** What the page of all projects shows. */
record ProjectsPage(Listing listing) {

    static ProjectsPage of(Listing listing) {
        return new ProjectsPage(listing);
    }

    String title() {
        return "Projects";
    }
}
