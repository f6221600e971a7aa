package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.Operation;
import io.docsagent.worker.message.StatusEvent;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Every operation is done or refused, once, however often it is asked for; what is to be cancelled waits no more. */
public final class OperationsAnsweredOnce implements Guarantee {

    private final Set<String> asked = new HashSet<>();
    private final Map<String, Integer> answers = new HashMap<>();

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (input instanceof Input.OperationRequested requested) {
            Operation operation = requested.operation();
            asked.add(operation.operationId());
            if (operation.action() instanceof Operation.CancelMany many && step.did(operation)) {
                noneWaits(world, many);
            }
        }
        for (StatusEvent event : step.events()) {
            if (event.operation() != null) {
                String operationId = event.operation().operationId();
                assertThat(asked).as("operations asked for").contains(operationId);
                assertThat(answers.merge(operationId, 1, Integer::sum))
                        .as("answers to " + operationId)
                        .isEqualTo(1);
            }
        }
    }

    private static void noneWaits(ProjectWorld world, Operation.CancelMany many) {
        assertThat(world.commands())
                .filteredOn(queued -> queued.call() == null
                        && queued.command().type() != Command.Type.CANCEL
                        && !world.mayHaveBeenTaken(queued)
                        && isConcerned(many, queued))
                .as("commands that wait after they were cancelled")
                .isEmpty();
    }

    private static boolean isConcerned(Operation.CancelMany many, QueuedCommand queued) {
        Command command = queued.command();
        boolean hasKey = many.coalesceKey() == null
                || (command.coalesce() != null && command.coalesce().key().equals(many.coalesceKey()));
        return hasKey && (many.publisher() == null || many.publisher().equals(command.publisher()));
    }

    @Override
    public void atTheEnd(ProjectWorld world) {
        assertThat(asked)
                .as("operations without an answer")
                .allSatisfy(operationId -> assertThat(Objects.requireNonNullElse(answers.get(operationId), 0))
                        .isEqualTo(1));
    }
}
