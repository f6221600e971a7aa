package io.docsagent.worker.cli.operation;

import io.docsagent.worker.contract.Operation;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;

/** Ends an operator's hold. */
@Command(name = "resume", description = "Ends the operator's hold on one or all projects.")
public final class ResumeCommand extends OperationCommand {

    @ArgGroup(multiplicity = "1")
    private ProjectOrAll project;

    @Override
    String project() {
        return project.id();
    }

    @Override
    Operation.Action action() {
        return new Operation.Resume();
    }
}
