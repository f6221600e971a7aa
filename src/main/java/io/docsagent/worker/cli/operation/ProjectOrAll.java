package io.docsagent.worker.cli.operation;

import io.docsagent.worker.client.Fields;
import io.docsagent.worker.contract.Operation;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** One project or all of them; used as a group of options that exclude each other. */
final class ProjectOrAll {

    @Option(names = "--project", order = OperationCommand.OWN, paramLabel = "ID", description = "The project.")
    private @Nullable String project;

    @Option(
            names = "--all",
            order = OperationCommand.OWN,
            description = "All projects, including those that appear later.")
    private boolean all;

    /** @throws io.docsagent.worker.client.ClientException where it is no id, such as the one that stands for all */
    String id() {
        return all ? Operation.ALL_PROJECTS : Fields.serviceId("projectId", Objects.requireNonNull(project));
    }
}
