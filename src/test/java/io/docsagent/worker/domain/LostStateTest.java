package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the state was lost or restored, nobody knows what was used of the last period. */
class LostStateTest {

    private static final Instant UNTIL = ProjectWorld.START.plus(Duration.ofMinutes(40));

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100})
    void a_project_that_nothing_is_known_of_sends_nothing_until_the_instant_of_the_setting(int capacity) {
        ProjectWorld world =
                ProjectWorld.of(Limits.standard().capacity(capacity).spentUntil(UNTIL));

        assertThat(world.arrives(create("c1")).announced()).containsExactly("command.queued c1 quota");
        world.at(UNTIL.minusMillis(1));
        assertThat(world.wakes().called()).isEmpty();
        world.at(UNTIL);
        assertThat(world.wakes().called()).containsExactly("c1");
        assertThat(world.available()).isEqualTo(capacity - 1);
    }

    @Test
    void an_instant_in_the_past_holds_nothing() {
        ProjectWorld world = ProjectWorld.of(Limits.standard().spentUntil(ProjectWorld.START));

        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");
    }

    @Test
    void a_project_with_state_sends_nothing_until_then_and_everything_at_once() {
        Limits known = Limits.standard().capacity(3);
        ProjectWorld world = ProjectWorld.of(known);
        world.arrives(create("before"));
        world.answers("before", Said.accepted("j1"));

        world.passes(Duration.ofMinutes(1));
        world.settings(known.spentUntil(UNTIL));
        assertThat(world.arrives(create("c1")).announced()).containsExactly("command.queued c1 quota");
        world.arrives(create("c2"));
        world.at(UNTIL.minusMillis(1));
        assertThat(world.wakes().called()).isEmpty();
        world.at(UNTIL);
        assertThat(world.wakes().called()).containsExactly("c1", "c2");
    }

    @Test
    void a_call_that_was_not_sent_gives_no_use_back_before_then() {
        Limits known = Limits.standard().capacity(3);
        ProjectWorld world = ProjectWorld.of(known);
        world.arrives(create("open"));
        world.settings(known.spentUntil(UNTIL));

        assertThat(world.answers("open", Said.noSlot()).called()).isEmpty();
        assertThat(world.arrives(create("c1")).called()).isEmpty();
        world.at(UNTIL);
        assertThat(world.wakes().called()).containsExactly("open", "c1");
    }

    @Test
    void uses_that_count_for_longer_than_until_then_still_do() {
        Limits known = Limits.standard().capacity(3);
        ProjectWorld world = ProjectWorld.of(known);
        world.at(ProjectWorld.START.plus(Duration.ofMinutes(10)));
        world.arrives(create("before"));
        world.answers("before", Said.accepted("j1"));

        world.settings(known.spentUntil(UNTIL));
        world.arrives(create("c1"));
        world.at(UNTIL);
        world.wakes();

        assertThat(world.available()).isEqualTo(1);
    }
}
