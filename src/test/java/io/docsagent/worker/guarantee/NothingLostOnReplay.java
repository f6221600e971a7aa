package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A replica that takes over at some point decides everything just as the one before it would have. */
public final class NothingLostOnReplay implements Guarantee {

    private int inputsUntilTakeover;
    private @Nullable ProjectWorld replica;

    public NothingLostOnReplay(int inputsUntilTakeover) {
        this.inputsUntilTakeover = inputsUntilTakeover;
    }

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        if (replica != null) {
            replica.installation(world.installation());
            Step again = replica.replay(world.log().getLast());
            assertThat(again.decision()).as("decision of the replica").isEqualTo(step.decision());
        } else if (inputsUntilTakeover-- <= 0) {
            replica = takenOver(world);
        }
    }

    private static ProjectWorld takenOver(ProjectWorld world) {
        ProjectWorld replica = world.restarted();
        if (world.ifProject() != null) {
            // What came before the project, by a clock that was ahead, looks like the input of a topic created anew.
            Instant last = world.project().applied().at();
            world.log().stream()
                    .filter(old -> !old.position().appendedAt().isAfter(last))
                    .forEach(old -> assertThat(replica.replay(old).decision().effects())
                            .as("effects of an input taken in before")
                            .isEmpty());
        }
        assertThat(replica.holdsTheSameAs(world)).as("same state").isTrue();
        return replica;
    }

    @Override
    public void atTheEnd(ProjectWorld world) {
        if (replica != null) {
            assertThat(replica.holdsTheSameAs(world)).as("same state").isTrue();
        }
    }
}
