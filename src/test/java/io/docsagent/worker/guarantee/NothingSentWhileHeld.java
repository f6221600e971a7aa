package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.Operation;
import io.docsagent.worker.message.StatusEvent;
import io.docsagent.worker.message.StatusEvent.Type;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nothing is called while an operator holds the project, and each end of a hold is announced. */
public final class NothingSentWhileHeld implements Guarantee {

    /** Null while nobody holds it. */
    private @Nullable Instant until;

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        int ends = 0;
        if (until != null && !until.isAfter(world.decidedAt())) {
            until = null;
            ends++;
        }
        if (input instanceof Input.OperationRequested requested && step.did(requested.operation())) {
            if (requested.operation().action() instanceof Operation.Hold hold) {
                until = hold.until() == null ? Instant.MAX : hold.until();
            } else if (requested.operation().action() instanceof Operation.Resume) {
                until = null;
                ends++;
            }
        }
        assertThat(step.calls())
                .as("calls while an operator holds the project")
                .hasSizeLessThanOrEqualTo(until == null ? Integer.MAX_VALUE : 0);
        assertThat(resumed(step)).as("ends of holds that were announced").hasSize(ends);
    }

    private static List<StatusEvent> resumed(Step step) {
        return step.events().stream()
                .filter(event -> event.type() == Type.PROJECT_RESUMED
                        && event.reason() != null
                        && event.reason().code().equals("operator"))
                .toList();
    }

    @Override
    public void atTheEnd(ProjectWorld world) {
        assertThat(until).as("hold that never ended").isNull();
    }
}
