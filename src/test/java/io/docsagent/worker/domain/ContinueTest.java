package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.cancel;
import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Creates with a key go to the job that has it. */
class ContinueTest {

    private ProjectWorld world;

    @BeforeEach
    void fresh() {
        world = ProjectWorld.of(Limits.standard().capacity(100).inFlight(10));
    }

    private Step push(String id) {
        return world.arrives(create(id).continuing("main"));
    }

    @Test
    void the_first_starts_a_job_and_the_next_ones_wait_and_go_to_it_one_after_the_other() {
        assertThat(push("c1").called()).containsExactly("c1");
        assertThat(push("c2").called()).isEmpty();
        assertThat(push("c3").announced()).containsExactly("command.queued c3 behind_job");

        Step accepted = world.answers("c1", Said.accepted("j1"));
        assertThat(accepted.called()).containsExactly("c2");
        assertThat(world.commands().getFirst().jobId()).isEqualTo("j1");

        assertThat(world.answers("c2", Said.accepted("j1")).called()).containsExactly("c3");
        world.answers("c3", Said.accepted("j1"));

        assertThat(world.record("c1").continued()).isFalse();
        assertThat(world.record("c3").continued()).isTrue();
        assertThat(world.record("c3").continueKey()).isEqualTo("main");
        assertThat(world.record("c3").jobId()).isEqualTo("j1");
    }

    @Test
    void each_gets_the_link_of_the_pull_request() {
        push("c1");
        world.answers("c1", Said.accepted("j1"));
        push("c2");
        world.answers("c2", Said.accepted("j1"));

        world.sees(Said.job("j1", "completed", "https://example.com/pull/7"));

        assertThat(List.of(world.record("c1").prLink(), world.record("c2").prLink()))
                .containsOnly("https://example.com/pull/7");
    }

    @Test
    void one_that_is_cancelled_before_it_is_repeated_keeps_the_key_for_as_long_as_its_call_may_be_taken() {
        world = ProjectWorld.of(Limits.standard().inFlight(10).atLeastOnce(3));
        push("c1");
        world.answers("c1", Said.unknown());
        push("c2");
        world.arrives(cancel("c1"));

        while (world.runToNextMoment().called().isEmpty()) {
            assertThat(world.now()).isBefore(START.plus(Duration.ofHours(1)));
        }
        assertThat(world.now()).isEqualTo(START.plusSeconds(60).plus(Duration.ofMinutes(10)));
    }

    @Test
    void a_completed_job_goes_on() {
        push("c1");
        world.answers("c1", Said.accepted("j1"));
        world.sees(Said.job("j1", "completed", "https://example.com/pull/7"));

        assertThat(push("c2").called()).containsExactly("c2");
        assertThat(world.answers("c2", Said.accepted("j1")).announced()).containsExactly("job.active c2 j1");
    }

    @Test
    void where_the_first_ends_without_a_job_the_next_one_starts_one() {
        push("c1");
        push("c2");
        push("c3");

        assertThat(world.answers("c1", Said.rejected()).called()).containsExactly("c2");
        assertThat(world.answers("c2", Said.accepted("j2")).called()).containsExactly("c3");
        assertThat(world.record("c2").continued()).isFalse();
    }

    @Test
    void a_job_that_failed_is_not_continued() {
        push("c1");
        world.answers("c1", Said.accepted("j1"));
        world.sees(Said.job("j1", "failed"));

        push("c2");
        world.answers("c2", Said.accepted("j2"));

        assertThat(world.record("c2").jobId()).isEqualTo("j2");
        assertThat(world.job("j1").continuation()).isNull();
    }

    @Test
    void a_job_that_is_too_old_is_not_continued() {
        push("c1");
        world.answers("c1", Said.accepted("j1"));
        world.passes(Duration.ofDays(7));

        push("c2");

        assertThat(world.answers("c2", Said.accepted("j2")).announced()).containsExactly("job.active c2 j2");
    }

    @Test
    void a_job_that_has_ended_is_remembered_for_as_long_as_it_may_be_continued() {
        world = ProjectWorld.of(Limits.standard().continuing(Duration.ofDays(100), 20));
        push("c1");
        world.answers("c1", Said.accepted("j1"));
        world.sees(Said.job("j1", "completed", "https://example.com/pull/7"));
        world.passes(Duration.ofDays(90));
        world.wakes();

        push("c2");

        assertThat(world.commands().getFirst().jobId()).isEqualTo("j1");
    }

    @Test
    void a_job_takes_no_more_messages_than_it_may() {
        world = ProjectWorld.of(Limits.standard().capacity(100).inFlight(10).continuing(Duration.ofDays(7), 2));
        push("c1");
        world.answers("c1", Said.accepted("j1"));
        world.arrives(message("m1", "j1"));
        world.answers("m1", Said.accepted("j1"));
        push("c2");
        push("c3");

        assertThat(world.answers("c2", Said.accepted("j1")).called()).containsExactly("c3");
        world.answers("c3", Said.accepted("j3"));

        assertThat(world.record("c3").jobId()).isEqualTo("j3");
        assertThat(world.record("c3").continued()).isFalse();
    }

    @Test
    void a_job_that_the_service_does_not_know_any_more_is_replaced() {
        push("c1");
        world.answers("c1", Said.accepted("j1"));
        push("c2");
        push("c3");

        Step gone = world.answers("c2", Said.unknownJob());
        assertThat(gone.called()).containsExactly("c2");
        assertThat(gone.announced()).isEmpty();
        assertThat(world.answers("c2", Said.accepted("j2")).called()).containsExactly("c3");
        assertThat(world.record("c2").attempts()).isEqualTo(2);
        assertThat(world.record("c2").jobId()).isEqualTo("j2");
        assertThat(world.commands().getFirst().jobId()).isEqualTo("j2");
    }

    @Test
    void one_of_unknown_outcome_keeps_the_key_until_the_service_can_accept_it_no_more() {
        push("c1");
        push("c2");

        assertThat(world.answers("c1", Said.unknown()).called()).isEmpty();
        assertThat(push("c3").called()).isEmpty();
        Step freed = world.runToNextMoment();
        assertThat(freed.called()).containsExactly("c2");
        assertThat(world.answers("c2", Said.accepted("j2")).called()).containsExactly("c3");
    }

    @Test
    void one_of_unknown_outcome_that_is_resolved_as_taken_is_continued() {
        push("c1");
        push("c2");
        world.answers("c1", Said.unknown());
        world.asks("op1", new Operation.ResolveTaken("c1", "j1"));

        Step proved = world.sees("j1", 0, world.now(), Said.job("j1", "active"));

        assertThat(proved.called()).containsExactly("c2");
        assertThat(world.commands().getFirst().jobId()).isEqualTo("j1");
    }

    @Test
    void one_that_is_sent_again_waits_for_the_one_that_has_the_key_meanwhile() {
        push("c1");
        push("c2");
        world.answers("c1", Said.unknown());
        assertThat(world.runToNextMoment().called()).containsExactly("c2");

        assertThat(world.asks("op1", new Operation.ResolveNotTaken("c1", true)).called())
                .isEmpty();
        assertThat(world.answers("c2", Said.accepted("j2")).called()).containsExactly("c1");
        assertThat(world.commands().getFirst().jobId()).isEqualTo("j2");
    }

    @Test
    void of_two_that_waited_to_go_on_with_a_job_that_takes_no_more_only_one_starts_another() {
        push("c1");
        world.answers("c1", Said.accepted("j1"));
        push("c2");
        push("c3");
        world.asks("hold", new Operation.Hold(null));
        world.answers("c2", Said.unknown());
        world.asks("o1", new Operation.ResolveNotTaken("c2", true));
        world.asks("o2", new Operation.Release("main"));
        world.passes(Duration.ofMinutes(20));

        assertThat(world.asks("resume", new Operation.Resume()).called()).containsExactly("c3");
        assertThat(world.answers("c3", Said.accepted("j3")).called()).containsExactly("c2");
        assertThat(world.commands().getFirst().jobId()).isEqualTo("j3");
    }

    @Test
    void one_that_is_sent_again_starts_no_job_while_another_one_may_have_started_one() {
        push("c1");
        world.answers("c1", Said.accepted("j1"));
        push("c2");
        world.answers("c2", Said.unknown());
        world.asks("o1", new Operation.Release("main"));
        world.passes(Duration.ofMinutes(5));
        assertThat(push("c3").called()).containsExactly("c3");
        world.asks("o2", new Operation.ResolveNotTaken("c2", true));
        world.answers("c3", Said.unknown());

        world.passes(Duration.ofMinutes(8));
        assertThat(world.wakes().called()).isEmpty();
        world.passes(Duration.ofMinutes(5));
        assertThat(world.wakes().called()).containsExactly("c2");
    }

    /** The first call of c1, which is to be sent again, to the job of c2. */
    private String callOfOneThatIsToGoToAnotherJob() {
        push("c1");
        String first = world.callOf("c1");
        push("c2");
        world.answers("c1", Said.unknown());
        world.asks("o1", new Operation.ResolveNotTaken("c1", true));
        world.answers("c2", Said.accepted("j2"));
        return first;
    }

    @Test
    void a_late_answer_to_one_that_is_sent_again_is_about_the_job_that_it_names() {
        String first = callOfOneThatIsToGoToAnotherJob();

        Step late = world.answersCall(first, Said.accepted("j1"));

        assertThat(late.announced()).contains("job.active c1 j1");
        assertThat(world.record("c1").jobId()).isEqualTo("j1");
        assertThat(world.watched()).containsKeys("j1", "j2");
        assertThat(world.commands()).isEmpty();
    }

    @Test
    void a_late_answer_names_its_job_though_a_later_call_went_to_another_one() {
        String first = callOfOneThatIsToGoToAnotherJob();
        world.passes(Duration.ofMinutes(20));
        assertThat(world.wakes().called()).containsExactly("c1");
        world.answers("c1", Said.unknown());
        world.asks("o2", new Operation.ResolveNotTaken("c1", true));

        assertThat(world.answersCall(first, Said.accepted("j1")).announced()).contains("job.active c1 j1");
    }

    @Test
    void a_late_answer_without_a_job_is_about_the_one_that_its_call_went_to() {
        push("c1");
        world.answers("c1", Said.accepted("j1"));
        push("c2");
        String second = world.callOf("c2");
        world.answers("c2", Said.unknown());
        world.asks("o1", new Operation.ResolveNotTaken("c2", true));
        world.asks("o2", new Operation.Release("main"));

        Step late = world.answersCall(second, new Answer.Accepted(204, null));

        assertThat(late.announced()).contains("job.active c2 j1");
        assertThat(world.record("c2").jobId()).isEqualTo("j1");
        world.passes(Duration.ofMinutes(20));
        assertThat(world.wakes().called()).isEmpty();
    }

    @Test
    void a_late_answer_to_one_that_became_another_job_meanwhile_announces_both() {
        String first = callOfOneThatIsToGoToAnotherJob();
        world.passes(Duration.ofMinutes(20));
        world.wakes();
        world.answers("c1", Said.accepted("j2"));

        Step late = world.answersCall(first, Said.accepted("j1"));

        assertThat(late.announced()).contains("job.active c1 j1", "command.doubled c1 accepted j2 active doubled");
        assertThat(world.watched()).containsKeys("j1", "j2");
    }

    @Test
    void an_operators_cancel_of_all_takes_along_those_that_wait_for_the_key() {
        world.asks("hold", new Operation.Hold(null));
        push("c1");
        push("c2");
        push("c3");

        Step cancelled = world.asks("op1", new Operation.CancelMany(null, null));

        assertThat(cancelled.announced()).contains("operation.done cancel op1 3");
        assertThat(world.commandsKept()).isZero();
    }

    @Test
    void a_released_key_starts_another_job() {
        push("c1");
        world.answers("c1", Said.accepted("j1"));

        assertThat(world.asks("op1", new Operation.Release("main")).announced())
                .containsExactly("operation.done release op1 1");
        assertThat(world.asks("op2", new Operation.Release("main")).announced())
                .containsExactly("operation.refused release op2 unknown_key");

        push("c2");
        world.answers("c2", Said.accepted("j2"));
        assertThat(world.record("c2").jobId()).isEqualTo("j2");
    }

    @Test
    void a_released_key_is_free_though_the_outcome_of_the_first_is_unknown() {
        push("c1");
        push("c2");
        world.answers("c1", Said.unknown());

        Step released = world.asks("op1", new Operation.Release("main"));

        assertThat(released.announced()).contains("operation.done release op1 1");
        assertThat(released.called()).containsExactly("c2");
    }

    @Test
    void a_release_while_the_first_is_in_flight_lets_the_next_one_start_another() {
        push("c1");
        push("c2");

        assertThat(world.asks("op1", new Operation.Release("main")).called()).containsExactly("c2");
        assertThat(world.answers("c1", Said.accepted("j1")).called()).isEmpty();
        assertThat(world.answers("c2", Said.accepted("j2")).called()).isEmpty();
        assertThat(push("c3").called()).containsExactly("c3");
        assertThat(world.commands().getFirst().jobId()).isEqualTo("j2");
    }

    @Test
    void what_waits_to_go_on_with_the_job_of_a_released_key_starts_another_one() {
        world = ProjectWorld.of(Limits.standard().capacity(100).inFlight(1));
        push("c1");
        world.answers("c1", Said.accepted("j1"));
        world.arrives(create("c0"));
        push("c2");
        push("c3");

        world.asks("op1", new Operation.Release("main"));

        assertThat(world.answers("c0", Said.accepted("j0")).called()).containsExactly("c2");
        assertThat(world.answers("c2", Said.accepted("j2")).called()).containsExactly("c3");
        assertThat(world.record("c2").continueKey()).isEqualTo("main");
        assertThat(world.commands().getFirst().jobId()).isEqualTo("j2");
    }

    @Test
    void what_was_in_flight_to_the_job_of_a_released_key_and_was_not_taken_starts_another_one() {
        push("c1");
        world.answers("c1", Said.accepted("j1"));
        push("c2");
        world.asks("op1", new Operation.Release("main"));

        Step again = world.answers("c2", Said.unknownJob());

        assertThat(again.calls()).singleElement().returns(null, GatewayRequest.Call::jobId);
    }

    @Test
    void a_message_may_name_a_create_that_continues() {
        push("c1");
        push("c2");
        world.arrives(follow("m1", "c2"));
        world.answers("c1", Said.accepted("j1"));

        Step accepted = world.answers("c2", Said.accepted("j1"));

        assertThat(accepted.called()).containsExactly("m1");
        assertThat(world.commands().getFirst().jobId()).isEqualTo("j1");
    }

    @Test
    void a_create_that_goes_to_a_job_after_all_leaves_its_messages_where_they_wait() {
        world = ProjectWorld.of(Limits.standard().capacity(100).inFlight(1));
        push("c1");
        world.answers("c1", Said.accepted("j1"));
        world.sees(Said.job("j1", "completed", "https://example.com/pull/7"));
        world.hears("https://example.com/pull/7", PullRequestState.CLOSED);
        world.arrives(create("c0"));
        push("c2");
        world.arrives(follow("m1", "c2"));

        world.passes(Duration.ofSeconds(1));
        world.hears("https://example.com/pull/7", PullRequestState.OPEN);

        assertThat(world.answers("c0", Said.accepted("j0")).calls())
                .singleElement()
                .returns("j1", GatewayRequest.Call::jobId);
        assertThat(world.answers("c2", Said.accepted("j1")).called()).containsExactly("m1");
    }

    @Test
    void one_whose_key_becomes_free_on_its_arrival_is_sent_once() {
        world = ProjectWorld.of(Limits.standard().capacity(100).inFlight(1).marks(2));
        push("c1");
        world.answers("c1", Said.unknown());
        world.arrives(create("c0"));

        Step arrival = push("c2");
        assertThat(arrival.counted()).as("what had the key").contains("mark_forgotten_early");
        assertThat(arrival.called()).isEmpty();

        assertThat(world.answers("c0", Said.accepted("j0")).called()).containsExactly("c2");
        assertThat(world.answers("c2", Said.accepted("j2")).called()).isEmpty();
        assertThat(world.commandsKept()).isZero();
    }

    @Test
    void waiting_ones_with_a_key_for_coalescing_merge_first() {
        push("c1");
        world.arrives(create("c2").continuing("main").appendedTo("main"));
        Step third = world.arrives(create("c3").continuing("main").appendedTo("main"));
        assertThat(third.announced().getFirst()).startsWith("command.superseded c2 by c3");

        assertThat(world.answers("c1", Said.accepted("j1")).called()).containsExactly("c3");
    }

    @Test
    void waiting_ones_for_different_jobs_do_not_merge() {
        push("c1");
        world.arrives(create("d1").continuing("other"));
        world.arrives(create("c2").continuing("main").replacing("k"));

        Step other = world.arrives(create("d2").continuing("other").replacing("k"));

        assertThat(other.counted()).doesNotContain("superseded");
        assertThat(world.commandsKept()).isEqualTo(4);
    }

    @Test
    void another_key_is_another_job() {
        push("c1");
        assertThat(world.arrives(create("d1").continuing("other")).called()).containsExactly("d1");
        assertThat(world.arrives(create("e1")).called()).containsExactly("e1");
    }

    @Test
    void after_a_restart_all_is_as_it_was() {
        push("c1");
        push("c2");
        push("c3");
        ProjectWorld restarted = world.restarted();

        Step accepted = restarted.answersCall(world.callOf("c1"), Said.accepted("j1"));

        assertThat(accepted.called()).containsExactly("c2");
    }

    @Test
    void a_waiting_one_that_was_released_is_coalesced_with_what_waits_without_a_key() {
        world = ProjectWorld.of(Limits.standard().capacity(1).inFlight(1));
        world.arrives(create("c0"));
        world.arrives(create("c1").replacing("k"));
        world.arrives(create("c2").continuing("main").replacing("k"));

        world.asks("o1", new Operation.Release("main"));

        assertThat(world.commands().stream().filter(each -> each.call() == null))
                .singleElement()
                .satisfies(left -> assertThat(left.command().commandId()).isEqualTo("c2"));
    }
}
