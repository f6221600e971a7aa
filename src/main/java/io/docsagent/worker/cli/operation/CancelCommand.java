package io.docsagent.worker.cli.operation;

import io.docsagent.worker.contract.Operation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Cancels waiting commands of a project. */
@Command(
        name = "cancel",
        description = "Cancels a project's waiting commands: one, all, or those of a publisher or with a key.")
public final class CancelCommand extends OperationCommand {

    @Mixin
    private ProjectOption project;

    @ArgGroup(multiplicity = "1")
    private Which which;

    /** Which commands. */
    private static final class Which {

        @Option(names = "--command-id", order = OperationCommand.OWN, paramLabel = "ID", description = "This command.")
        private @Nullable String commandId;

        @Option(
                names = "--publisher",
                order = OperationCommand.OWN,
                paramLabel = "NAME",
                description = "All waiting commands of this publisher.")
        private @Nullable String publisher;

        @Option(
                names = "--coalesce-key",
                order = OperationCommand.OWN,
                paramLabel = "KEY",
                description = "All waiting commands with this key.")
        private @Nullable String coalesceKey;

        @Option(names = "--all", order = OperationCommand.OWN, description = "All waiting commands of the project.")
        private boolean all;
    }

    @Override
    String project() {
        return project.id();
    }

    @Override
    Operation.Action action() {
        if (which.all) {
            return new Operation.CancelMany(null, null);
        }
        return which.commandId != null
                ? new Operation.Cancel(which.commandId)
                : new Operation.CancelMany(which.publisher, which.coalesceKey);
    }
}
