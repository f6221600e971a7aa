package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.cancel;
import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.domain.index.Recount;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Of each key at most one command waits; what may have reached the service is not touched. */
class CoalescingTest {

    /** One use, which c0 has: everything else waits. */
    private final ProjectWorld world = waiting(Limits.standard());

    private static ProjectWorld waiting(Limits limits) {
        ProjectWorld world = ProjectWorld.of(limits.capacity(1));
        world.arrives(create("c0"));
        world.answers("c0", Said.accepted("j0"));
        return world;
    }

    private static Step sendNext(ProjectWorld world) {
        world.passes(Duration.ofHours(1).plusSeconds(1));
        return world.wakes();
    }

    @Test
    void a_newcomer_replaces_the_one_that_waits_and_takes_its_place() {
        world.arrives(create("c1").replacing("k").metadata(Map.of("push", "1")));
        world.arrives(create("other"));

        Step step = world.arrives(create("c2").replacing("k").metadata(Map.of("push", "2")));

        assertThat(step.announced()).startsWith("command.superseded c1 by c2").hasSize(2);
        assertThat(step.events().getFirst().metadata()).isEqualTo(Map.of("push", "1"));
        assertThat(step.counted()).containsExactly("superseded", "admitted");
        assertThat(world.commandsKept()).isEqualTo(2);
        Step sent = sendNext(world);
        assertThat(sent.calls().getFirst().prompt()).isEqualTo("prompt of c2");
        assertThat(world.answers("c2", Said.accepted("j2")).announced()).containsExactly("job.active c2 j2");
        assertThat(sendNext(world).called()).containsExactly("other");
    }

    @Test
    void the_newcomer_says_whether_it_replaces_or_is_appended() {
        world.arrives(create("c1").appendedTo("k"));
        world.arrives(create("c2").replacing("k"));
        world.arrives(create("c3").appendedTo("k"));

        assertThat(sendNext(world).calls().getFirst().prompt()).isEqualTo("prompt of c2\n\nprompt of c3");
    }

    @Test
    void other_keys_types_and_jobs_are_left_alone() {
        world.arrives(create("c1").replacing("k"));
        world.arrives(create("c2").replacing("other"));
        world.arrives(create("c3"));
        world.arrives(message("m1", "j1").replacing("k"));
        world.arrives(message("m2", "j2").replacing("k"));

        assertThat(world.commandsKept()).isEqualTo(5);
        assertThat(world.arrives(message("m3", "j1").replacing("k")).announced())
                .startsWith("command.superseded m1 by m3");
    }

    @Test
    void the_higher_priority_and_the_earlier_time_count_and_the_own_expiry() {
        var later = START.plus(Duration.ofDays(1));
        world.arrives(create("c1").replacing("k").high().notBefore(later).expiresAt(later.plusSeconds(1)));
        world.arrives(create("c2").replacing("k").low().notBefore(later.plusSeconds(60)));
        var waits = world.commands().getFirst().command();
        assertThat(waits.priority()).isEqualTo(Priority.HIGH);
        assertThat(waits.notBefore()).isEqualTo(later);
        assertThat(waits.expiresAt()).isNull();

        world.arrives(create("c3").replacing("k"));
        assertThat(sendNext(world).called()).containsExactly("c3");
    }

    @Test
    void what_comes_back_gives_its_place_to_the_newer_one() {
        ProjectWorld one = ProjectWorld.of(Limits.standard().inFlight(1));
        one.arrives(create("c1").appendedTo("k"));
        one.arrives(create("other"));
        one.arrives(create("c2").appendedTo("k"));

        Step back = one.answers("c1", Said.notSent());

        assertThat(back.announced()).containsExactly("command.superseded c1 by c2", "project.held unreachable");
        Step next = one.runToNextMoment();
        assertThat(next.calls().getFirst().prompt()).isEqualTo("prompt of c1\n\nprompt of c2");
        assertThat(one.answers("c2", Said.accepted("j2")).called()).containsExactly("other");
        assertThat(one.arrives(create("c2").appendedTo("k")).announced())
                .containsExactly("command.duplicate c2 accepted j2 active");
    }

    @Test
    void what_comes_back_gives_its_place_to_one_that_arrived_in_a_recreated_topic() {
        ProjectWorld one = ProjectWorld.of(Limits.standard().inFlight(1));
        one.offset(1_000);
        one.arrives(create("c1").replacing("k"));
        one.offset(0);
        one.passes(Duration.ofMillis(1));
        one.arrives(create("c2").replacing("k"));

        assertThat(one.answers("c1", Said.notSent()).announced())
                .containsExactly("command.superseded c1 by c2", "project.held unreachable");
    }

    /** As where the project's own record was deleted. */
    @Test
    void what_replaced_others_keeps_its_number_where_the_project_is_counted_anew() {
        world.arrives(create("c1").replacing("k"));
        world.arrives(create("c2").replacing("k"));
        world.arrives(create("c3").replacing("k"));
        QueuedCommand last = world.commands().getFirst();
        assertThat(last.arrival()).isGreaterThan(last.sequence());

        Recount recount = new Recount(Project.fresh(world.project().id()));
        recount.add(last);

        assertThat(recount.project().counts().nextSequence()).isGreaterThan(last.arrival());
    }

    @Test
    void the_messages_move_with_their_create_to_the_place_of_one_that_comes_back() {
        ProjectWorld one = ProjectWorld.of(Limits.standard().inFlight(1));
        one.arrives(create("c1").replacing("k"));
        one.arrives(create("c2").replacing("k"));
        one.arrives(create("c3").replacing("k"));
        one.arrives(follow("m2", "c2"));
        one.arrives(follow("m3", "c3"));
        assertThat(one.answers("c1", Said.notSent()).announced())
                .containsExactly("command.superseded c1 by c3", "project.held unreachable");
        one.arrives(follow("m1", "c1"));

        assertThat(one.runToNextMoment().called()).containsExactly("c3");
        assertThat(one.answers("c3", Said.accepted("j3")).called()).containsExactly("m2");
        assertThat(one.answers("m2", Said.accepted("j3")).called()).containsExactly("m3");
        assertThat(one.answers("m3", Said.accepted("j3")).called()).containsExactly("m1");
        assertThat(one.arrives(create("c2").replacing("k")).announced())
                .containsExactly("command.duplicate c2 superseded c3 j3 active");
    }

    @Test
    void the_newest_goes_on_of_two_that_come_back_in_any_order() {
        for (String first : new String[] {"c1", "c2"}) {
            String second = first.equals("c1") ? "c2" : "c1";
            ProjectWorld two = ProjectWorld.of(Limits.standard().inFlight(2));
            two.arrives(create("c1").replacing("k"));
            two.arrives(create("c2").replacing("k"));
            two.arrives(create("c3").replacing("k"));

            assertThat(two.answers(first, Said.notSent()).announced())
                    .containsExactly("command.superseded " + first + " by c3", "project.held unreachable");
            assertThat(two.answers(second, Said.notSent()).announced())
                    .containsExactly("command.superseded " + second + " by c3");

            assertThat(two.commandsKept()).isEqualTo(1);
            assertThat(two.runToNextMoment().called()).containsExactly("c3");
            two.answers("c3", Said.accepted("j3"));
            for (String each : new String[] {"c1", "c2"}) {
                assertThat(two.arrives(create(each).replacing("k")).announced())
                        .containsExactly("command.duplicate " + each + " superseded c3 j3 active");
            }
        }
    }

    @Test
    void messages_that_meet_in_the_lane_of_a_create_or_a_job_coalesce() {
        world.arrives(create("c1").replacing("k"));
        world.arrives(follow("m1", "c1").replacing("k"));
        world.arrives(follow("m2", "c2").replacing("k"));
        world.arrives(message("m0", "j2").appendedTo("k"));

        Step merged = world.arrives(create("c2").replacing("k"));

        assertThat(merged.announced()).contains("command.superseded c1 by c2", "command.superseded m1 by m2");
        sendNext(world);
        Step accepted = world.answers("c2", Said.accepted("j2"));
        assertThat(accepted.announced()).contains("command.superseded m2 by m0");
        assertThat(sendNext(world).calls().getFirst().prompt()).isEqualTo("prompt of m2\n\nprompt of m0");
    }

    static Stream<Answer> notTaken() {
        return Stream.of(Said.rejected(), Said.notTaken(), Said.notSent(), Said.noSlot());
    }

    @ParameterizedTest
    @MethodSource("notTaken")
    void a_late_answer_tells_that_it_was_not_taken_and_may_be_superseded(Answer late) {
        ProjectWorld atLeastOnce =
                ProjectWorld.of(Limits.standard().atLeastOnce(3).capacity(1));
        atLeastOnce.arrives(create("c1").replacing("k"));
        String call = atLeastOnce.callOf("c1");
        atLeastOnce.answers("c1", Said.unknown());
        atLeastOnce.arrives(create("c2").replacing("k"));
        assertThat(atLeastOnce.commandsKept()).isEqualTo(2);

        assertThat(atLeastOnce.answersCall(call, late).announced()).contains("command.superseded c1 by c2");
    }

    @Test
    void what_comes_back_and_is_too_long_with_the_newer_one_is_left_alone() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().inFlight(1).commandBytes(300));
        small.arrives(create("c1").appendedTo("k"));
        small.arrives(create("c2").appendedTo("k").prompt("y".repeat(200)));

        assertThat(small.answers("c1", Said.notSent()).announced()).containsExactly("project.held unreachable");

        assertThat(small.arrives(create("c2").appendedTo("k").prompt("y".repeat(200)))
                        .announced())
                .containsExactly("command.duplicate c2 queued");
        assertThat(small.arrives(create("c3").replacing("k")).announced()).startsWith("command.superseded c1 by c3");
        assertThat(small.commandsKept()).isEqualTo(2);
    }

    @Test
    void one_that_was_sent_before_is_called_by_another_name_in_the_place_of_another() {
        ProjectWorld two = ProjectWorld.of(Limits.standard().inFlight(2));
        two.arrives(create("c1").replacing("k"));
        two.arrives(create("c2").replacing("k"));
        String before = two.callOf("c2");
        two.answers("c2", Said.throttled(Duration.ofSeconds(9)));
        assertThat(two.answers("c1", Said.notSent()).announced()).containsExactly("command.superseded c1 by c2");

        assertThat(two.runToNextMoment().called()).containsExactly("c2");
        assertThat(two.callOf("c2")).isNotEqualTo(before);
    }

    @Test
    void what_may_have_reached_the_service_is_not_touched() {
        ProjectWorld atLeastOnce =
                ProjectWorld.of(Limits.standard().atLeastOnce(3).capacity(2));
        atLeastOnce.arrives(create("c1").replacing("k"));
        atLeastOnce.answers("c1", Said.unknown());

        Step second = atLeastOnce.arrives(create("c2").replacing("k"));

        assertThat(second.announced()).doesNotContain("command.superseded c1 by c2");
        assertThat(atLeastOnce.commandsKept()).isEqualTo(2);
    }

    @Test
    void repetitions_of_all_of_them_lead_to_the_pull_request_of_the_last() {
        world.arrives(create("c1").replacing("k"));
        world.arrives(create("c2").replacing("k"));
        world.arrives(create("c3").replacing("k"));
        assertThat(world.arrives(create("c1").replacing("k")).announced())
                .containsExactly("command.duplicate c1 superseded c2");
        sendNext(world);
        world.answers("c3", Said.accepted("j3"));
        world.sees(Said.job("j3", "completed", "https://pr"));

        assertThat(world.arrives(create("c1").replacing("k")).announced())
                .containsExactly("command.duplicate c1 superseded c2 j3 completed https://pr");
        assertThat(world.arrives(create("c2").replacing("k")).announced())
                .containsExactly("command.duplicate c2 superseded c3 j3 completed https://pr");
        assertThat(world.arrives(create("c3").replacing("k")).announced())
                .containsExactly("command.duplicate c3 accepted j3 completed https://pr");
        assertThat(world.arrives(create("c3").appendedTo("k")).announced())
                .containsExactly("command.rejected c3 command_id_reused");
    }

    @Test
    void messages_that_name_any_of_them_follow_the_last() {
        world.arrives(follow("m2", "c2"));
        world.arrives(create("c1").replacing("k"));
        world.arrives(follow("m1", "c1"));
        world.arrives(create("c2").replacing("k"));
        world.arrives(create("c3").replacing("k"));
        world.arrives(follow("m3", "c1"));
        ProjectWorld restarted = world.restarted();
        restarted.passes(Duration.ofMinutes(11));
        assertThat(restarted.wakes().announced()).isEmpty();
        assertThat(sendNext(restarted).called()).containsExactly("c3");
        restarted.answers("c3", Said.accepted("j3"));
        restarted.arrives(follow("m4", "c2"));

        for (String expected : new String[] {"m2", "m1", "m3", "m4"}) {
            Step sent = sendNext(restarted);
            assertThat(sent.called()).containsExactly(expected);
            assertThat(sent.calls().getFirst().jobId()).isEqualTo("j3");
            restarted.answers(expected, Said.accepted("j3"));
        }
    }

    @Test
    void the_messages_fail_with_the_last() {
        world.arrives(create("c1").replacing("k"));
        world.arrives(follow("m1", "c1"));
        world.arrives(create("c2").replacing("k"));

        assertThat(world.arrives(cancel("c2")).announced())
                .containsExactly("command.cancelled c2 cancelled", "command.rejected m1 create_failed");
        assertThat(world.arrives(follow("m2", "c1")).announced()).containsExactly("command.rejected m2 create_failed");
        assertThat(world.arrives(cancel("c1")).announced()).containsExactly("command.rejected superseded c2 too_late");
    }

    @Test
    void a_newcomer_without_a_command_id_takes_the_place_too() {
        world.arrives(create("c1").replacing("k"));

        Step step = world.arrives(create("c2").replacing("k").withoutId());

        assertThat(step.announced()).startsWith("command.superseded c1 by null");
        assertThat(sendNext(world).called()).containsExactly("c2");
    }

    @Test
    void prompts_that_are_too_long_together_wait_one_after_the_other() {
        ProjectWorld small = waiting(Limits.standard().commandBytes(300));
        small.arrives(create("c1").appendedTo("k").prompt("x".repeat(120)));
        small.arrives(create("c2").appendedTo("k").prompt("y".repeat(120)));
        assertThat(small.commandsKept()).isEqualTo(2);
        assertThat(small.arrives(create("c2").appendedTo("k").prompt("y".repeat(120)))
                        .announced())
                .containsExactly("command.duplicate c2 queued");

        assertThat(small.arrives(create("c3").replacing("k")).announced()).startsWith("command.superseded c1 by c3");
        assertThat(small.commandsKept()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1, false"})
    void prompts_are_appended_as_long_as_both_together_fit(int tooMany, boolean fit) {
        Asked first = create("c1").appendedTo("k").prompt("x".repeat(120));
        Asked second = create("c2").appendedTo("k").prompt("y".repeat(120));
        ProjectWorld roomy = waiting(Limits.standard());
        roomy.arrives(first);
        roomy.arrives(second);
        int size = roomy.commands().getFirst().command().size();

        ProjectWorld small = waiting(Limits.standard().commandBytes(size - tooMany));
        small.arrives(first);
        small.arrives(second);

        assertThat(small.commandsKept()).isEqualTo(fit ? 1 : 2);
    }

    @Test
    void a_full_queue_refuses_no_newcomer_that_replaces() {
        ProjectWorld full = waiting(Limits.standard().queue(1));
        full.arrives(create("c1").replacing("k"));

        assertThat(full.arrives(create("c2")).announced()).containsExactly("command.rejected c2 queue_full");
        assertThat(full.arrives(create("c3").replacing("k")).announced()).startsWith("command.superseded c1 by c3");
    }

    @Test
    void one_that_is_larger_needs_room_for_what_it_adds() {
        long most = bytesOfTwo() + 100;
        ProjectWorld full = waiting(Limits.standard().queueBytes(most, 10_000));
        full.arrives(create("c1").replacing("k"));
        full.arrives(create("c2").replacing("other"));

        assertThat(full.arrives(create("c3").replacing("k").prompt("x".repeat(200)))
                        .announced())
                .containsExactly("command.rejected c3 queue_full");
        assertThat(full.arrives(create("c4").replacing("k").prompt("y")).announced())
                .startsWith("command.superseded c1 by c4");
        assertThat(full.project().counts().bytes()).isBetween(bytesOfTwo(), most);
    }

    private static long bytesOfTwo() {
        ProjectWorld roomy = waiting(Limits.standard());
        roomy.arrives(create("c1").replacing("k"));
        roomy.arrives(create("c2").replacing("other"));
        return roomy.project().counts().bytes();
    }

    @Test
    void a_deadline_that_cannot_be_met_leaves_the_one_that_waits() {
        world.arrives(create("c1").replacing("k"));

        assertThat(world.arrives(create("c2").replacing("k").expiresAt(START.plusSeconds(9)))
                        .announced())
                .containsExactly("command.rejected c2 deadline_unreachable");
        assertThat(sendNext(world).called()).containsExactly("c1");
    }

    @Test
    void what_it_superseded_is_remembered_for_the_retention_from_then_on() {
        world.arrives(create("c1").replacing("k").notBefore(START.plus(Duration.ofDays(20))));
        world.arrives(create("c2").replacing("k").notBefore(START.plus(Duration.ofDays(20))));
        world.passes(Duration.ofDays(6));
        world.arrives(create("c3").replacing("k").notBefore(START.plus(Duration.ofDays(20))));

        world.passes(Duration.ofDays(1).minusMillis(1));
        assertThat(world.arrives(create("c2").replacing("k").notBefore(START.plus(Duration.ofDays(20))))
                        .announced())
                .containsExactly("command.duplicate c2 superseded c3");
        world.passes(Duration.ofDays(6));
        world.wakes();
        assertThat(world.remembers("c2")).isTrue();
        world.passes(Duration.ofMillis(1));
        world.wakes();
        assertThat(world.remembers("c2")).isFalse();
        assertThat(world.remembers("c3")).isTrue();
    }
}
