package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.message.Input;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;

/** Nothing spins, and a restart looks at the project when it would have been looked at anyway. */
public final class NextMomentIsAhead implements Guarantee {

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (world.ifProject() == null) {
            return;
        }
        assertThat(world.nextMomentAfterRestart())
                .as("next moment after a restart")
                .isEqualTo(world.nextMoment());
        if (world.nextMoment() != null) {
            assertThat(world.nextMoment()).as("next moment").isAfter(world.now());
        }
    }
}
