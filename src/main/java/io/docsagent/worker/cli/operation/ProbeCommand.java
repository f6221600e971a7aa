package io.docsagent.worker.cli.operation;

import io.docsagent.worker.contract.Operation;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;

/** Has the next probe of a held project sent now. */
@Command(
        name = "probe",
        description =
                "Sends the next probe now for a project held because of the service's responses, or for all of them.")
public final class ProbeCommand extends OperationCommand {

    @ArgGroup(multiplicity = "1")
    private ProjectOrAll project;

    @Override
    String project() {
        return project.id();
    }

    @Override
    Operation.Action action() {
        return new Operation.Probe();
    }
}
