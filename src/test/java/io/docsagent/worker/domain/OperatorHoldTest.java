package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** While an operator holds a project nothing is sent for it, whatever else may allow it. */
class OperatorHoldTest {

    private final ProjectWorld world = ProjectWorld.standard();

    @Test
    void holds_a_project_that_has_not_been_seen_before() {
        assertThat(hold("o1").announced()).containsExactly("project.held operator", "operation.done hold o1 0");

        Step arrived = world.arrives(create("c1"));

        assertThat(arrived.called()).isEmpty();
        assertThat(arrived.announced()).containsExactly("command.queued c1 operator");
        assertThat(arrived.events().getFirst().queue())
                .satisfies(place -> assertThat(place.estimatedDispatchAt()).isNull());
    }

    @Test
    void says_who_asked_and_why() {
        Step step = world.asks(new Operation("o1", "alice", "we move", Asked.PROJECT, new Operation.Hold(null)));

        assertThat(step.events().getFirst().reason())
                .satisfies(reason -> assertThat(reason.message()).isEqualTo("alice: we move"));
        assertThat(step.events().getLast().operation())
                .satisfies(answer -> assertThat(answer.by()).isEqualTo("alice"));
        assertThat(world.project().operatorHold()).isEqualTo(new OperatorHold("alice", "we move", START, null));
    }

    @Test
    void ends_by_a_resume_which_sends_what_waits() {
        hold("o1");
        world.arrives(create("c1"));
        world.arrives(create("c2"));

        Step resumed = resume("o2");

        assertThat(resumed.announced()).containsExactly("project.resumed operator", "operation.done resume o2 2");
        assertThat(resumed.called()).containsExactly("c1", "c2");
    }

    @Test
    void ends_by_itself_when_its_time_is_over() {
        Instant until = START.plusSeconds(600);
        assertThat(holdUntil("o1", until).events().getFirst().until()).isEqualTo(until);
        Step arrived = world.arrives(create("c1"));

        assertThat(arrived.events().getFirst().queue())
                .satisfies(place -> assertThat(place.estimatedDispatchAt()).isEqualTo(until));
        assertThat(world.nextMoment()).isEqualTo(until);
        Step over = world.runToNextMoment();
        assertThat(over.announced()).containsExactly("project.resumed operator");
        assertThat(over.called()).containsExactly("c1");
    }

    @Test
    void a_new_hold_takes_the_place_of_the_one_before() {
        holdUntil("o1", START.plusSeconds(60));
        holdUntil("o2", START.plusSeconds(600));
        world.arrives(create("c1"));

        world.passes(Duration.ofSeconds(60));
        assertThat(world.wakes().called()).isEmpty();
        world.passes(Duration.ofMinutes(9));
        assertThat(world.wakes().called()).containsExactly("c1");
        assertThat(world.announced())
                .containsExactly(
                        "project.held operator",
                        "operation.done hold o1 0",
                        "project.held operator",
                        "operation.done hold o2 0",
                        "command.queued c1 operator",
                        "project.resumed operator");
    }

    @Test
    void a_hold_whose_time_has_passed_is_refused() {
        assertThat(holdUntil("o1", START).announced()).containsExactly("operation.refused hold o1 too_late");

        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");
    }

    @Test
    void a_resume_without_a_hold_is_refused() {
        assertThat(resume("o1").announced()).containsExactly("operation.refused resume o1 not_held");

        holdUntil("o2", START.plusSeconds(1));
        world.passes(Duration.ofSeconds(1));
        assertThat(resume("o3").announced())
                .containsExactly("project.resumed operator", "operation.refused resume o3 not_held");
    }

    @Test
    void a_call_that_was_decided_still_counts_and_its_outcome_does_not_end_the_hold() {
        world.arrives(create("c1"));
        hold("o1");
        world.arrives(create("c2"));

        Step answered = world.answers("c1", Said.accepted("j1"));

        assertThat(answered.announced()).containsExactly("job.active c1 j1");
        assertThat(answered.called()).isEmpty();
    }

    @Test
    void the_hold_of_a_refused_key_and_an_operators_must_both_be_over_also_for_probes() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        hold("o1");

        world.passes(Duration.ofMinutes(30));
        assertThat(world.wakes().called()).isEmpty();
        assertThat(world.keyChanges().called()).isEmpty();
        assertThat(resume("o2").called()).containsExactly("c1");
        hold("o3");
        assertThat(world.answers("c1", Said.accepted("j1")).announced())
                .containsExactly("job.active c1 j1", "project.resumed unauthorized");
        assertThat(world.arrives(create("c2")).called()).isEmpty();
    }

    @Test
    void a_refused_key_holds_on_when_the_operators_hold_is_over() {
        world.arrives(create("c1"));
        hold("o1");
        world.answers("c1", Said.unauthorized());

        assertThat(resume("o2").called()).isEmpty();
        assertThat(world.runToNextMoment().called()).containsExactly("c1");
    }

    @Test
    void uses_come_back_and_commands_expire_meanwhile() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().capacity(1));
        small.arrives(create("c1"));
        small.answers("c1", Said.rejected());
        small.asks("o1", new Operation.Hold(null));
        small.arrives(create("c2").expiresAt(START.plus(Duration.ofHours(3))));
        small.arrives(create("c3"));

        small.passes(Duration.ofHours(3));
        assertThat(small.wakes().announced()).containsExactly("command.expired c2 expired");
        assertThat(small.asks("o2", new Operation.Resume()).called()).containsExactly("c3");
    }

    @Test
    void a_delayed_command_is_announced_as_scheduled_without_an_estimate_where_the_hold_has_no_end() {
        hold("o1");

        Step arrived = world.arrives(create("c1").notBefore(START.plusSeconds(600)));

        assertThat(arrived.announced()).containsExactly("command.queued c1 scheduled");
        assertThat(arrived.events().getFirst().queue())
                .satisfies(place -> assertThat(place.estimatedDispatchAt()).isNull());
    }

    @Test
    void a_held_project_is_not_forgotten_before_the_hold_ends() {
        Limits brief = Limits.standard().remembersOperations(Duration.ofMinutes(1));
        ProjectWorld forgetful = ProjectWorld.of(brief);
        forgetful.asks("o1", new Operation.Hold(START.plus(Duration.ofHours(3))));

        forgetful.runToNextMoment();
        assertThat(forgetful.remembersHowMany()).isZero();
        assertThat(forgetful.project().isExpendable(brief.policy().quota(), forgetful.now()))
                .isFalse();
        Step over = forgetful.runToNextMoment();

        assertThat(forgetful.now()).isEqualTo(START.plus(Duration.ofHours(3)));
        assertThat(over.announced()).containsExactly("project.resumed operator");
        assertThat(forgetful.ifProject()).isNull();
    }

    @Test
    void a_new_owner_wakes_a_held_project_at_once() {
        hold("o1");

        assertThat(world.project().isBusy()).isTrue();
    }

    @Test
    void holds_after_a_restart() {
        hold("o1");
        world.arrives(create("c1"));

        ProjectWorld restarted = world.restarted();

        assertThat(restarted.wakes().called()).isEmpty();
        assertThat(restarted.asks("o1", new Operation.Hold(null)).announced()).isEmpty();
        assertThat(restarted.asks("o2", new Operation.Resume()).called()).containsExactly("c1");
    }

    @Test
    void the_same_operation_again_does_and_says_nothing_for_seven_days() {
        hold("o1");
        resume("o2");

        assertThat(hold("o1").announced()).isEmpty();
        assertThat(resume("o2").announced()).isEmpty();
        assertThat(world.arrives(create("c1")).called()).containsExactly("c1");
        world.passes(Duration.ofDays(7));
        assertThat(hold("o1").announced()).contains("operation.done hold o1 0");
    }

    @Test
    void a_refused_operation_stays_refused() {
        resume("o1");
        hold("o2");

        assertThat(resume("o1").announced()).isEmpty();
        assertThat(world.project().operatorHold()).isNotNull();
    }

    @Test
    void an_operation_is_remembered_beyond_the_limit_and_the_oldest_end_is_forgotten_for_it() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().marks(1));
        small.arrives(create("c1"));
        small.asks("o1", new Operation.Hold(null));
        assertThat(small.remembersHowMany()).isEqualTo(2);

        small.answers("c1", Said.rejected());
        Step step = small.asks("o2", new Operation.Resume());

        assertThat(step.counted()).containsExactly("mark_forgotten_early");
        assertThat(small.asks("o2", new Operation.Resume()).announced()).isEmpty();
    }

    @Test
    void a_partition_full_of_projects_has_no_room_for_the_hold_of_another() {
        world.lacksRoomForProjects(true);

        assertThat(hold("o1").announced()).containsExactly("operation.refused hold o1 no_room");
        assertThat(world.ifProject()).isNull();
    }

    private Step hold(String operationId) {
        return holdUntil(operationId, null);
    }

    private Step holdUntil(String operationId, @Nullable Instant until) {
        return world.asks(operationId, new Operation.Hold(until));
    }

    private Step resume(String operationId) {
        return world.asks(operationId, new Operation.Resume());
    }
}
