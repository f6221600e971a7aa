package io.docsagent.worker.cli.operation;

import io.docsagent.worker.contract.Operation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sends a waiting command before the others of its project. */
@Command(
        name = "promote",
        description = "Sends a waiting command before all others of its project; the quota still applies.")
public final class PromoteCommand extends OperationCommand {

    @Mixin
    private ProjectOption project;

    @Option(
            names = "--command-id",
            order = OperationCommand.OWN,
            required = true,
            paramLabel = "ID",
            description = "The command.")
    private String commandId;

    @Override
    String project() {
        return project.id();
    }

    @Override
    Operation.Action action() {
        return new Operation.Promote(commandId);
    }
}
