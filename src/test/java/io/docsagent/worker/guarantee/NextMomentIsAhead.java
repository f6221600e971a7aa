package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Nothing spins, and a restart looks at the project when it would have been looked at anyway. */
public final class NextMomentIsAhead implements Guarantee {

    private @Nullable Instant promised;

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (input instanceof Input.WokeUp && promised != null && !world.now().isBefore(promised)) {
            assertThat(doesSomething(step.decision()))
                    .as("something done at " + promised)
                    .isTrue();
        }
        promised = world.ifProject() == null ? null : world.nextMoment();
        if (world.ifProject() == null) {
            return;
        }
        if (world.nextMoment() != null) {
            assertThat(world.nextMoment()).as("next moment").isAfter(world.now());
        }
    }

    private static boolean doesSomething(Decision decision) {
        Decision.Changes changes = decision.changes();
        boolean forgotten = changes.projects().values().stream().anyMatch(Optional<Project>::isEmpty);
        return forgotten
                || !decision.effects().isEmpty()
                || !changes.queue().isEmpty()
                || !changes.jobs().isEmpty()
                || !changes.seen().isEmpty();
    }
}
