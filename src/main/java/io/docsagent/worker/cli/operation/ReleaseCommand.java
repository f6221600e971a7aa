package io.docsagent.worker.cli.operation;

import io.docsagent.worker.contract.Operation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Has the next create with a key start a job. */
@Command(
        name = "release",
        description = "Has the next create with a key start a job, instead of continuing the present one.")
public final class ReleaseCommand extends OperationCommand {

    @Mixin
    private ProjectOption project;

    @Option(
            names = "--continue-key",
            order = OperationCommand.OWN,
            required = true,
            paramLabel = "KEY",
            description = "The key.")
    private String continueKey;

    @Override
    String project() {
        return project.id();
    }

    @Override
    Operation.Action action() {
        return new Operation.Release(continueKey);
    }
}
