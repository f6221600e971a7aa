package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** While an operator holds all projects nothing is sent for any, but for those that are resumed on their own. */
class HoldOfAllTest {

    private ProjectWorld world = ProjectWorld.standard();

    @Test
    void holds_a_project_that_appears_later_from_its_first_command_on() {
        assertThat(holdAll("o1")).containsExactly("operation.done hold o1 0");

        Step arrived = world.arrives(create("c1"));

        assertThat(arrived.called()).isEmpty();
        assertThat(arrived.announced()).containsExactly("project.held operator", "command.queued c1 operator");
        assertThat(arrived.events().getFirst().reason())
                .satisfies(reason -> assertThat(reason.message()).isEqualTo("alice"));
        assertThat(world.arrives(create("c2")).announced()).containsExactly("command.queued c2 operator");
    }

    @Test
    void holds_what_waits_whatever_wakes_it() {
        world = ProjectWorld.of(Limits.standard().capacity(1));
        world.arrives(create("c1"));
        world.arrives(create("c2"));
        world.answers("c1", Said.accepted("j1"));

        assertThat(holdAll("o1")).containsExactly("operation.done hold o1 1");

        world.passes(Duration.ofHours(2));
        Step woken = world.wakes();
        assertThat(woken.called()).isEmpty();
        assertThat(woken.announced()).containsExactly("project.held operator");
    }

    @Test
    void a_resume_of_all_sends_what_waits_once_the_project_is_woken() {
        holdAll("o1");
        world.arrives(create("c1"));

        assertThat(resumeAll("o2")).containsExactly("operation.done resume o2 1");
        Step woken = world.wakes();

        assertThat(woken.announced()).containsExactly("project.resumed operator");
        assertThat(woken.called()).containsExactly("c1");
        assertThat(world.arrives(create("c2")).called()).containsExactly("c2");
    }

    @Test
    void a_project_that_is_held_on_its_own_stays_so_when_all_are_resumed() {
        world.asks("o1", new Operation.Hold(null));
        holdAll("o2");
        world.arrives(create("c1"));
        resumeAll("o3");

        assertThat(world.wakes().announced()).isEmpty();
        assertThat(world.wakes().called()).isEmpty();
        assertThat(world.asks("o4", new Operation.Resume()).called()).containsExactly("c1");
    }

    @Test
    void a_project_that_is_resumed_on_its_own_goes_on_while_all_others_are_held() {
        holdAll("o1");
        world.arrives(create("c1"));

        Step resumed = world.asks("o2", new Operation.Resume());

        assertThat(resumed.announced()).containsExactly("project.resumed operator", "operation.done resume o2 1");
        assertThat(resumed.called()).containsExactly("c1");
        assertThat(world.arrives(create("c2")).called()).containsExactly("c2");
        assertThat(world.restarted().arrives(create("c3")).called()).containsExactly("c3");
    }

    @Test
    void a_resume_of_a_project_ends_its_own_hold_and_that_of_all() {
        world.asks("o1", new Operation.Hold(null));
        holdAll("o2");
        world.arrives(create("c1"));

        assertThat(world.asks("o3", new Operation.Resume()).called()).containsExactly("c1");
        assertThat(world.arrives(create("c2")).called()).containsExactly("c2");
    }

    @Test
    void a_project_may_be_resumed_before_anything_of_it_waits() {
        holdAll("o1");
        assertThat(world.asks("o2", new Operation.Resume()).announced())
                .containsExactly("project.resumed operator", "operation.done resume o2 0");

        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");
        assertThat(world.asks("o3", new Operation.Resume()).announced())
                .containsExactly("operation.refused resume o3 not_held");
    }

    @Test
    void a_later_hold_of_all_takes_the_place_of_the_one_before_and_holds_what_was_resumed_from_that_again() {
        holdAll("o1");
        world.arrives(create("c1"));
        holdAll("o2");
        assertThat(world.wakes().announced()).containsExactly("project.held operator");

        world.asks("o3", new Operation.Resume());
        holdAll("o4");

        assertThat(world.arrives(create("c2")).called()).isEmpty();
    }

    @Test
    void ends_by_itself_when_its_time_is_over() {
        Instant until = START.plusSeconds(600);
        holdAllUntil("o1", until);
        Step arrived = world.arrives(create("c1"));

        assertThat(arrived.place())
                .satisfies(place -> assertThat(place.estimatedDispatchAt()).isEqualTo(until));
        assertThat(world.nextMoment()).isEqualTo(until);
        Step over = world.runToNextMoment();
        assertThat(over.announced()).containsExactly("project.resumed operator");
        assertThat(over.called()).containsExactly("c1");
        assertThat(resumeAll("o2")).containsExactly("operation.refused resume o2 not_held");
    }

    @Test
    void a_hold_of_all_whose_time_has_passed_is_refused() {
        assertThat(holdAllUntil("o1", START)).containsExactly("operation.refused hold o1 too_late");

        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");
    }

    @Test
    void a_resume_of_all_ends_the_hold_of_the_start_for_starts_of_the_same_name() {
        world.settings(Limits.standard().startHeld("restored"));
        world.arrives(create("c1"));

        assertThat(resumeAll("o1")).containsExactly("operation.done resume o1 1");
        assertThat(world.wakes().called()).containsExactly("c1");

        world = world.restarted();
        assertThat(world.arrives(create("c2")).called()).containsExactly("c2");
        world.settings(Limits.standard().startHeld("restored-again"));
        assertThat(world.arrives(create("c3")).called()).isEmpty();
    }

    @Test
    void a_project_that_is_resumed_is_not_held_by_its_start_once_the_hold_of_all_is_over() {
        world.settings(Limits.standard().startHeld("restored"));
        Instant until = START.plusSeconds(600);
        holdAllUntil("o1", until);
        world.arrives(create("c1"));

        assertThat(world.asks("o2", new Operation.Resume()).called()).containsExactly("c1");
        world.passes(Duration.ofMinutes(10));

        assertThat(world.arrives(create("c2")).called()).containsExactly("c2");
        holdAll("o3");
        assertThat(world.arrives(create("c3")).called()).isEmpty();
    }

    @Test
    void a_resume_of_all_is_refused_where_only_single_projects_are_held() {
        world.asks("o1", new Operation.Hold(null));

        assertThat(resumeAll("o2")).containsExactly("operation.refused resume o2 not_held");
    }

    @Test
    void holds_after_a_restart_what_waits_and_what_is_new() {
        world.arrives(create("c0"));
        holdAll("o1");

        ProjectWorld restarted = world.restarted();

        assertThat(restarted.arrives(create("c1")).called()).isEmpty();
    }

    @Test
    void a_project_of_which_nothing_waits_is_forgotten_as_ever() {
        world = ProjectWorld.of(
                Limits.standard().retention(Duration.ofMinutes(1)).remembersOperations(Duration.ofMinutes(1)));
        world.arrives(create("c1"));
        holdAll("o1");
        world.answers("c1", Said.rejected());

        world.passes(Duration.ofHours(2));
        world.wakes();

        assertThat(world.ifProject()).isNull();
        assertThat(world.arrives(create("c2")).called()).isEmpty();
    }

    private List<String> holdAll(String operationId) {
        return holdAllUntil(operationId, null);
    }

    private List<String> holdAllUntil(String operationId, @Nullable Instant until) {
        return world.asksOfAll(operationId, new Operation.Hold(until));
    }

    private List<String> resumeAll(String operationId) {
        return world.asksOfAll(operationId, new Operation.Resume());
    }
}
