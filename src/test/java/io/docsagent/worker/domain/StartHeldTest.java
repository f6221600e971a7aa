package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A worker that was started with everything held sends nothing for a project before an operator resumes it. */
class StartHeldTest {

    private static final Limits HELD = Limits.standard().startHeld("restored");

    private ProjectWorld world = ProjectWorld.of(HELD);

    @Test
    void a_new_project_is_held_by_its_first_command() {
        Step arrived = world.arrives(create("c1"));

        assertThat(arrived.called()).isEmpty();
        assertThat(arrived.announced()).containsExactly("project.held operator", "command.queued c1 operator");
        assertThat(arrived.events().getFirst().reason())
                .satisfies(
                        reason -> assertThat(reason.message()).isEqualTo("docs-agent.dispatch.start-held: restored"));
        assertThat(world.arrives(create("c2")).announced()).containsExactly("command.queued c2 operator");
    }

    @Test
    void what_waits_in_a_restored_state_is_held_by_the_first_wake_up() {
        world = ProjectWorld.of(Limits.standard().capacity(1));
        world.arrives(create("c1"));
        world.arrives(create("c2"));
        world.answers("c1", Said.accepted("j1"));
        startedWith("restored");

        world.passes(Duration.ofHours(2));

        assertThat(world.wakes().announced()).containsExactly("project.held operator");
        assertThat(world.wakes().called()).isEmpty();
    }

    @Test
    void a_call_of_a_restored_state_that_was_not_sent_is_not_sent_later_either() {
        world = ProjectWorld.of(Limits.standard());
        world.arrives(create("c1"));
        world.settings(HELD);

        Step answered = world.answers("c1", Said.noSlot());

        assertThat(answered.called()).isEmpty();
        assertThat(answered.announced()).contains("project.held operator");
    }

    @Test
    void a_resume_sends_what_waits_and_holds_for_later_starts_of_the_same_name() {
        world.arrives(create("c1"));

        Step resumed = resume("o1");
        startedWith("restored");

        assertThat(resumed.announced()).containsExactly("project.resumed operator", "operation.done resume o1 1");
        assertThat(resumed.called()).containsExactly("c1");
        assertThat(world.arrives(create("c2")).called()).containsExactly("c2");
    }

    @Test
    void a_project_may_be_resumed_before_anything_of_it_waits() {
        assertThat(resume("o1").announced()).containsExactly("project.resumed operator", "operation.done resume o1 0");

        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");
        assertThat(resume("o2").announced()).containsExactly("operation.refused resume o2 not_held");
    }

    @Test
    void another_name_holds_everything_again() {
        resume("o1");
        startedWith("restored-again");

        assertThat(world.arrives(create("c1")).called()).isEmpty();
    }

    @Test
    void a_start_without_the_setting_ends_its_holds_and_no_others() {
        world.arrives(create("c1"));
        startedWith(null);

        Step woken = world.wakes();

        assertThat(woken.announced()).containsExactly("project.resumed operator");
        assertThat(woken.called()).containsExactly("c1");
        world.asks("o1", new Operation.Hold(null));
        assertThat(world.arrives(create("c2")).called()).isEmpty();
        assertThat(world.wakes().announced()).isEmpty();
    }

    @Test
    void an_operators_own_hold_stays_as_it_is_and_is_followed_by_that_of_the_start() {
        world = ProjectWorld.of(Limits.standard());
        world.asks("o1", new Operation.Hold(world.now().plus(Duration.ofMinutes(1))));
        world.arrives(create("c1"));
        startedWith("restored");

        assertThat(world.wakes().announced()).isEmpty();
        world.passes(Duration.ofMinutes(1));

        assertThat(world.wakes().announced()).containsExactly("project.resumed operator", "project.held operator");
        assertThat(world.wakes().called()).isEmpty();
    }

    @Test
    void a_project_that_its_partition_has_no_room_for_is_not_kept_for_the_holds_sake() {
        world.lacksRoomForProjects(true);

        assertThat(world.arrives(create("c1")).announced()).containsExactly("command.rejected c1 queue_full");
        assertThat(world.ifProject()).isNull();
    }

    private void startedWith(@Nullable String name) {
        world = world.restarted();
        world.settings(Limits.standard().startHeld(name));
    }

    private Step resume(String operationId) {
        return world.asks(operationId, new Operation.Resume());
    }
}
