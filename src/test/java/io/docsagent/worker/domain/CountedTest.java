package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.cancel;
import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import org.junit.jupiter.api.Test;

/** What becomes of commands is counted, each time once, and each event has an id of its own. */
class CountedTest {

    private final ProjectWorld world = ProjectWorld.standard();

    @Test
    void rejections_are_counted() {
        world.arrives(create("c1"));
        world.arrives(follow("m1", "c1"));

        Step rejected = world.answers("c1", Said.rejected());

        assertThat(rejected.counted()).containsExactly("rejected", "rejected");
        assertThat(rejected.events().stream().map(StatusEvent::eventId)).containsExactly("3-2-0", "3-2-1");
    }

    @Test
    void expiries_are_counted() {
        assertThat(world.arrives(create("c1").expiresAt(world.now())).counted()).containsExactly("expired");
    }

    @Test
    void cancels_are_counted() {
        world.arrives(create("sent"));
        world.asks("o1", new Operation.Hold(null));
        world.arrives(create("c1"));

        assertThat(world.arrives(cancel("sent")).counted()).containsExactly("rejected");
        assertThat(world.arrives(cancel("c1")).counted()).containsExactly("cancelled");
        world.arrives(cancel("unseen"));
        assertThat(world.arrives(cancel("unseen")).counted()).containsExactly("duplicate");
    }

    @Test
    void superseded_commands_are_counted() {
        world.asks("o1", new Operation.Hold(null));
        world.arrives(create("c1").replacing("k"));

        assertThat(world.arrives(create("c2").replacing("k")).counted()).containsExactly("superseded", "admitted");
    }

    @Test
    void unknown_outcomes_and_repeats_are_counted() {
        ProjectWorld repeating = ProjectWorld.of(Limits.standard().atLeastOnce(2));
        repeating.arrives(create("c1"));
        assertThat(repeating.answers("c1", Said.unknown()).counted()).containsExactly("repeated");

        repeating.runToNextMoment();

        assertThat(repeating.answers("c1", Said.unknown()).counted()).containsExactly("unknown");
    }
}
