package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;

/** What an operator has cancelled, many at once, waits no more. */
public final class CancelledWaitNoMore implements Guarantee {

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (input instanceof Input.OperationRequested requested
                && requested.operation().action() instanceof Operation.CancelMany many
                && step.did(requested.operation())) {
            assertThat(world.commands())
                    .filteredOn(queued -> queued.call() == null
                            && queued.command().type() != Command.Type.CANCEL
                            && !world.mayHaveBeenTaken(queued)
                            && isConcerned(many, queued))
                    .as("commands that wait after they were cancelled")
                    .isEmpty();
        }
    }

    private static boolean isConcerned(Operation.CancelMany many, QueuedCommand queued) {
        Command command = queued.command();
        boolean hasKey = many.coalesceKey() == null
                || (command.coalesce() != null && command.coalesce().key().equals(many.coalesceKey()));
        return hasKey && (many.publisher() == null || many.publisher().equals(command.publisher()));
    }
}
