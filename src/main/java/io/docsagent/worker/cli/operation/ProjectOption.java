package io.docsagent.worker.cli.operation;

import io.docsagent.worker.client.Fields;
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

    /** @throws io.docsagent.worker.client.ClientException where it is no id */
    String id() {
        return Fields.serviceId("projectId", project);
    }
}
