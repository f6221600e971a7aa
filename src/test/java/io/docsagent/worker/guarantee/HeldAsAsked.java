package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.contract.StatusEvent.Type;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Nothing is called while an operator holds the project or all of them, and holds and their ends are announced. */
public final class HeldAsAsked implements Guarantee {

    /** Null while nobody holds the project alone. */
    private @Nullable Instant until;

    /** The holds of all projects that were last ended for this one. */
    private Set<String> resumedFrom = Set.of();

    private boolean announced;

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (until != null && !until.isAfter(world.decidedAt())) {
            until = null;
        }
        String start = world.policy().dispatching().startHeld();
        OperatorHold ofAll = world.installation().holdAt(world.decidedAt(), start);
        if (input instanceof Input.OperationRequested requested && step.did(requested.operation())) {
            if (requested.operation().action() instanceof Operation.Hold hold) {
                until = hold.until() == null ? Instant.MAX : hold.until();
            } else if (requested.operation().action() instanceof Operation.Resume) {
                until = null;
                resumedFrom = ofAll == null ? resumedFrom : new HashSet<>(Arrays.asList(ofAll.ofAll(), start));
            }
        }
        boolean isHeldWithAll = ofAll != null && !resumedFrom.contains(ofAll.ofAll());
        if (until != null || isHeldWithAll) {
            assertThat(step.calls())
                    .as("calls while an operator holds the project")
                    .isEmpty();
        }
        step.events().forEach(this::announced);
        boolean isWaiting =
                world.ifProject() != null && world.project().counts().waiting() > 0;
        if (until != null || (isHeldWithAll && isWaiting)) {
            assertThat(announced).as("hold that was announced").isTrue();
        } else if (!isHeldWithAll) {
            assertThat(announced).as("hold that was announced and is over").isFalse();
        }
    }

    private void announced(StatusEvent event) {
        boolean isOperators = event.reason() != null && event.reason().code().equals("operator");
        if (isOperators && event.type() == Type.PROJECT_HELD) {
            announced = true;
        } else if (isOperators && event.type() == Type.PROJECT_RESUMED) {
            announced = false;
        }
    }

    @Override
    public void atTheEnd(ProjectWorld world) {
        assertThat(until).as("hold that never ended").isNull();
    }
}
