package io.docsagent.worker.cli;

import picocli.CommandLine.Option;

/** The project of an operation that cannot be about all of them. */
final class ProjectOption {

    @Option(
            names = "--project",
            order = OperationCommand.OWN,
            required = true,
            paramLabel = "ID",
            description = "The project.")
    private String project;

    String id() {
        return project;
    }
}
