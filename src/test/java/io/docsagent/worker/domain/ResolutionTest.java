package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.cancel;
import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.state.JobFollowing;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An operator says what became of a command of unknown outcome, and is not believed blindly. */
class ResolutionTest {

    /** A call may be sent for 30 s and take 30 s more; the service may read it for 10 min after that. */
    private static final Instant STRAGGLERS_OVER = START.plus(Duration.ofMinutes(11));

    private final ProjectWorld world = ProjectWorld.standard();

    @Test
    void a_job_that_a_get_shows_is_announced_and_followed_as_that_of_the_command() {
        unknown(create("c1").metadata(Map.of("team", "docs")));

        Step asked = taken("o1", "c1", "j1");
        assertThat(asked.announced()).isEmpty();
        assertThat(asked.watched().getFirst().job().jobId()).isEqualTo("j1");
        assertThat(asked.calls()).isEmpty();
        Step seen = world.sees(Said.job("j1", "active"));

        assertThat(seen.announced()).containsExactly("job.active c1 j1", "operation.done resolve o1 1");
        assertThat(seen.events().getFirst().metadata()).containsEntry("team", "docs");
        assertThat(world.record("c1").state()).isEqualTo(CommandState.ACCEPTED);
        assertThat(world.record("c1").jobId()).isEqualTo("j1");
        assertThat(world.sees(Said.job("j1", "completed", "https://pr")).announced())
                .containsExactly("job.completed c1 j1");
        assertThat(world.arrives(create("c1").metadata(Map.of("team", "docs"))).announced())
                .containsExactly("command.duplicate c1 accepted j1 completed https://pr");
    }

    @Test
    void no_use_is_spent_and_the_unknown_one_stays_spent() {
        unknown(create("c1"));
        long left = world.available();

        taken("o1", "c1", "j1");
        world.sees(Said.job("j1", "active"));

        assertThat(world.available()).isEqualTo(left);
        world.passes(Duration.ofMinutes(61));
        assertThat(world.available()).isEqualTo(left);
    }

    @Test
    void a_job_that_the_service_does_not_know_is_refused_and_forgotten() {
        unknown(create("c1"));
        taken("o1", "c1", "j1");

        Step missing = world.sees("j1", 0, world.now(), null);

        assertThat(missing.announced()).containsExactly("operation.refused resolve o1 unknown_job");
        assertThat(missing.released()).containsExactly("j1");
        assertThat(world.ifJob("j1")).isNull();
        assertThat(world.record("c1").state()).isEqualTo(CommandState.UNKNOWN);
        assertThat(taken("o2", "c1", "j2").watched()).hasSize(1);
    }

    @Test
    void what_was_seen_before_it_was_asked_for_proves_nothing() {
        unknown(create("c1"));
        world.passes(Duration.ofSeconds(10));
        taken("o1", "c1", "j1");

        assertThat(world.sees("j1", 0, START, null).announced()).isEmpty();
        assertThat(world.sees("j1", 0, world.now(), Said.job("j1", "active")).announced())
                .contains("operation.done resolve o1 1");
    }

    @Test
    void a_service_that_does_not_answer_refuses_it_in_the_end() {
        unknown(create("c1"));
        taken("o1", "c1", "j1");

        world.passes(Duration.ofHours(24));

        assertThat(world.wakes().announced()).containsExactly("operation.refused resolve o1 no_answer");
        assertThat(world.ifJob("j1")).isNull();
    }

    @Test
    void the_job_of_another_command_is_refused_at_once() {
        world.arrives(create("c0"));
        world.answers("c0", Said.accepted("j0"));
        unknown(create("c1"));

        assertThat(taken("o1", "c1", "j0").announced()).containsExactly("operation.refused resolve o1 other_job");
    }

    @Test
    void a_job_that_only_messages_have_reached_may_be_the_creates_and_is_then_no_other_ones() {
        unknown(create("c1"));
        unknown(create("c2"));
        world.arrives(message("m1", "j1"));
        world.answers("m1", Said.accepted("j1"));

        assertThat(taken("o1", "c1", "j1").announced())
                .containsExactly("job.active c1 j1", "operation.done resolve o1 1");
        assertThat(taken("o2", "c2", "j1").announced()).containsExactly("operation.refused resolve o2 other_job");
    }

    @Test
    void a_job_that_is_being_looked_for_is_refused_for_a_second_operation() {
        unknown(create("c1"));
        taken("o1", "c1", "j1");

        assertThat(taken("o2", "c1", "j1").announced()).containsExactly("operation.refused resolve o2 other_job");
        assertThat(taken("o3", "c1", "j2").announced()).isEmpty();
        assertThat(world.sees(Said.job("j1", "active")).announced()).contains("operation.done resolve o1 1");
        assertThat(world.sees(Said.job("j2", "active")).announced())
                .containsExactly("operation.refused resolve o3 not_unknown");
    }

    @Test
    void a_job_that_proves_to_be_another_commands_while_it_is_looked_for_refuses_it() {
        unknown(create("c1"));
        taken("o1", "c1", "j1");

        world.arrives(create("c2"));

        assertThat(world.answers("c2", Said.accepted("j1")).announced())
                .containsExactly("job.active c2 j1", "operation.refused resolve o1 other_job");
    }

    @Test
    void a_late_answer_with_the_same_job_is_the_proof() {
        unknown(create("c1"));
        taken("o1", "c1", "j1");

        assertThat(world.answers("c1", Said.accepted("j1")).announced())
                .containsExactly("job.active c1 j1", "operation.done resolve o1 1");
        assertThat(world.job("j1").following()).isInstanceOf(JobFollowing.Followed.class);
    }

    @Test
    void a_late_answer_with_another_job_is_the_truth() {
        unknown(create("c1"));
        taken("o1", "c1", "j1");

        world.answers("c1", Said.accepted("j2"));

        assertThat(world.sees(Said.job("j1", "active")).announced())
                .containsExactly("operation.refused resolve o1 not_unknown");
    }

    @Test
    void a_command_that_is_forgotten_while_its_job_is_looked_for_is_refused() {
        ProjectWorld forgetful = ProjectWorld.of(Limits.standard().retention(Duration.ofMinutes(1)));
        forgetful.arrives(create("c1"));
        forgetful.answers("c1", Said.unknown());
        forgetful.asks("o1", new Operation.ResolveTaken("c1", "j1"));
        forgetful.passes(Duration.ofMinutes(1));

        assertThat(forgetful.sees(Said.job("j1", "active")).announced())
                .containsExactly("operation.refused resolve o1 unknown_command");
    }

    @Test
    void a_message_of_unknown_outcome_does_not_revive_a_job_of_which_nothing_is_known() {
        unknown(create("c1"));
        taken("o1", "c1", "j1");

        unknown(message("m1", "j1"));

        assertThat(world.job("j1").following()).isInstanceOf(JobFollowing.Proposed.class);
    }

    @Test
    void a_message_can_only_have_gone_to_its_own_job_which_is_known() {
        world.arrives(create("c0"));
        world.answers("c0", Said.accepted("j0"));
        world.sees(Said.job("j0", "completed", "https://pr"));
        unknown(message("m1", "j0"));

        assertThat(taken("o1", "m1", "j1").announced()).containsExactly("operation.refused resolve o1 other_job");
        assertThat(taken("o2", "m1", "j0").announced())
                .containsExactly("job.completed m1 j0", "operation.done resolve o2 1");
        assertThat(world.record("m1").state()).isEqualTo(CommandState.ACCEPTED);
    }

    @Test
    void what_a_message_that_was_taken_made_of_a_job_that_had_ended_is_seen() {
        world.arrives(create("c0"));
        world.answers("c0", Said.accepted("j0"));
        world.sees(Said.job("j0", "completed", "https://pr"));
        unknown(message("m1", "j0"));
        world.passes(Duration.ofHours(2));
        world.wakes();
        assertThat(world.watched()).isEmpty();

        taken("o1", "m1", "j0");

        assertThat(world.sees(Said.job("j0", "active", "https://pr")).announced())
                .containsExactly("job.active m1 j0");
        assertThat(world.sees(Said.job("j0", "completed", "https://other")).announced())
                .containsExactly("job.completed m1 j0");
    }

    @Test
    void a_create_that_continued_a_job_and_lost_its_key_can_only_have_gone_to_that_job() {
        unknownToJobThatWasReleased();

        assertThat(taken("o1", "c2", "j2").announced()).containsExactly("operation.refused resolve o1 other_job");
        assertThat(taken("o2", "c2", "j1").announced())
                .containsExactly("job.active c2 j1", "operation.done resolve o2 1");
    }

    private void unknownToJobThatWasReleased() {
        world.arrives(create("c1").continuing("main"));
        world.answers("c1", Said.accepted("j1"));
        world.arrives(create("c2").continuing("main"));
        world.asks("release", new Operation.Release("main"));
        world.answers("c2", Said.unknown());
    }

    @Test
    void a_message_to_a_job_of_which_nothing_is_known_needs_a_proof() {
        unknown(message("m1", "j1"));

        taken("o1", "m1", "j1");

        assertThat(world.sees(Said.job("j1", "active")).announced())
                .containsExactly("job.active m1 j1", "operation.done resolve o1 1");
    }

    @Test
    void a_job_that_is_looked_for_takes_the_place_of_one_that_has_ended() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().jobs(1));
        small.arrives(create("c1"));
        small.answers("c1", Said.accepted(Said.job("j1", "failed")));
        small.arrives(create("c2"));
        small.answers("c2", Said.unknown());

        assertThat(small.asks("o1", new Operation.ResolveTaken("c2", "j2")).counted())
                .contains("job_forgotten_early");
    }

    @Test
    void commands_that_are_not_known_or_not_unknown_are_refused() {
        assertThat(taken("o1", "c1", "j1").announced()).containsExactly("operation.refused resolve o1 unknown_command");
        assertThat(notTaken("o2", "c1").announced()).containsExactly("operation.refused resolve o2 unknown_command");
        world.arrives(create("c1"));
        assertThat(taken("o3", "c1", "j1").announced()).containsExactly("operation.refused resolve o3 not_unknown");
        assertThat(repeat("o4", "c1").announced()).containsExactly("operation.refused resolve o4 not_unknown");
        world.answers("c1", Said.accepted("j1"));
        assertThat(notTaken("o5", "c1").announced()).containsExactly("operation.refused resolve o5 not_unknown");
    }

    @Test
    void a_proof_is_awaited_across_a_restart_and_asked_for_once() {
        unknown(create("c1"));
        taken("o1", "c1", "j1");

        ProjectWorld restarted = world.restarted();

        assertThat(restarted.asks("o1", new Operation.ResolveTaken("c1", "j1")).watched())
                .isEmpty();
        assertThat(restarted.sees(Said.job("j1", "active")).announced())
                .containsExactly("job.active c1 j1", "operation.done resolve o1 1");
    }

    @Test
    void a_command_that_was_not_taken_is_rejected_and_its_use_stays_spent() {
        unknown(create("c1").metadata(Map.of("team", "docs")));
        long left = world.available();

        Step step = world.asks(
                new Operation("o1", "alice", "no such job", Asked.PROJECT, new Operation.ResolveNotTaken("c1", false)));

        assertThat(step.announced()).containsExactly("command.rejected c1 not_taken", "operation.done resolve o1 1");
        assertThat(step.counted()).containsExactly("rejected");
        StatusEvent rejected = step.events().getFirst();
        assertThat(rejected.reason())
                .satisfies(reason -> assertThat(reason.message()).isEqualTo("resolved by alice: no such job"));
        assertThat(rejected.metadata()).containsEntry("team", "docs");
        CommandRecord record = world.record("c1");
        assertThat(record.state()).isEqualTo(CommandState.REJECTED);
        assertThat(record.reason()).isEqualTo(rejected.reason());
        assertThat(record.metadata()).containsEntry("team", "docs");
        assertThat(world.available()).isEqualTo(left);
        assertThat(world.project().keptBytes()).isZero();
        assertThat(notTaken("o2", "c1").announced()).containsExactly("operation.refused resolve o2 not_unknown");
    }

    @Test
    void a_job_that_a_late_answer_brings_all_the_same_is_announced() {
        unknown(create("c1").metadata(Map.of("team", "docs")));
        notTaken("o1", "c1");

        Step late = world.answers("c1", Said.accepted("j1"));

        assertThat(late.announced()).containsExactly("job.active c1 j1");
        assertThat(late.events().getFirst().metadata()).containsEntry("team", "docs");
        assertThat(world.record("c1").state()).isEqualTo(CommandState.ACCEPTED);
        assertThat(world.record("c1").reason()).isNull();
    }

    @Test
    void a_late_answer_that_agrees_gives_the_use_back_and_says_nothing() {
        unknown(create("c1"));
        notTaken("o1", "c1");
        long left = world.available();

        assertThat(world.answers("c1", Said.notSent()).announced()).isEmpty();
        assertThat(world.available()).isEqualTo(left + 1);
        assertThat(world.answers("c1", Said.accepted("j1")).announced()).isEmpty();
    }

    @Test
    void a_repeat_waits_until_the_service_can_take_the_first_call_no_more_and_is_a_new_attempt() {
        unknown(create("c1"));
        String first = world.callOf("c1");

        Step asked = repeat("o1", "c1");

        assertThat(asked.announced()).containsExactly("operation.done resolve o1 1", "command.queued c1 scheduled");
        assertThat(asked.counted()).containsExactly("repeated");
        assertThat(asked.place())
                .satisfies(place -> assertThat(place.estimatedDispatchAt()).isEqualTo(STRAGGLERS_OVER));
        assertThat(world.record("c1").state()).isEqualTo(CommandState.QUEUED);
        assertThat(world.nextMoment()).isEqualTo(STRAGGLERS_OVER);
        Step sent = world.runToNextMoment();
        assertThat(sent.called()).containsExactly("c1");
        assertThat(sent.calls().getFirst().callId()).isEqualTo(first.replace(".1", ".2"));
        assertThat(world.answers("c1", Said.accepted("j1")).announced()).containsExactly("job.active c1 j1");
        assertThat(world.record("c1").attempts()).isEqualTo(2);
    }

    @Test
    void a_repeat_is_sent_with_the_whole_command() {
        Asked asked = create("c1")
                .high()
                .metadata(Map.of("team", "docs"))
                .expiresAt(START.plus(Duration.ofDays(1)))
                .replacing("main");
        unknown(asked);
        world.passes(Duration.ofHours(1));

        Step sent = repeat("o1", "c1");

        assertThat(sent.announced()).containsExactly("operation.done resolve o1 1");
        assertThat(sent.calls().getFirst().prompt()).isEqualTo("prompt of c1");
        assertThat(world.commands().getFirst().command())
                .isEqualTo(asked.command().uncoalesced());
        assertThat(world.arrives(asked).announced()).containsExactly("command.duplicate c1 sent");
    }

    @Test
    void a_repeat_keeps_to_its_own_delay_and_expiry() {
        Instant late = START.plus(Duration.ofHours(5));
        Asked delayed = create("c1").notBefore(START.plusSeconds(1)).expiresAt(late);
        world.arrives(delayed);
        world.runToNextMoment();
        world.answers("c1", Said.unknown());
        world.asks("hold", new Operation.Hold(null));

        repeat("o1", "c1");
        assertThat(world.record("c1").notBefore()).isEqualTo(STRAGGLERS_OVER.plusSeconds(1));
        world.at(late);
        assertThat(world.wakes().announced()).containsExactly("command.expired c1 expired");
    }

    @Test
    void a_repeat_that_would_expire_first_is_refused() {
        unknown(create("c1").expiresAt(STRAGGLERS_OVER.minusMillis(1)));

        assertThat(repeat("o1", "c1").announced()).containsExactly("operation.refused resolve o1 deadline_unreachable");
        assertThat(world.record("c1").state()).isEqualTo(CommandState.UNKNOWN);
    }

    @Test
    void a_repeat_without_room_is_refused() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().queue(1));
        small.arrives(create("c1"));
        small.answers("c1", Said.unknown());
        small.asks("hold", new Operation.Hold(null));
        small.arrives(create("c2"));

        assertThat(small.asks("o1", new Operation.ResolveNotTaken("c1", true)).announced())
                .containsExactly("operation.refused resolve o1 queue_full");
    }

    @Test
    void a_repeat_whose_job_would_be_one_too_many_is_refused() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().jobs(1));
        small.arrives(create("c1"));
        small.answers("c1", Said.unknown());
        small.arrives(create("c2"));
        small.answers("c2", Said.accepted("j2"));

        assertThat(small.asks("o1", new Operation.ResolveNotTaken("c1", true)).announced())
                .containsExactly("operation.refused resolve o1 queue_full");
    }

    @Test
    void a_message_is_sent_again_to_its_job_in_order() {
        world.arrives(create("c0"));
        world.answers("c0", Said.accepted("j0"));
        unknown(message("m1", "j0"));
        world.passes(Duration.ofHours(1));
        world.arrives(message("m2", "j0"));

        repeat("o1", "m1");

        Step answered = world.answers("m2", new Answer.Accepted(200, null));
        assertThat(answered.called()).containsExactly("m1");
        assertThat(answered.calls().getFirst().jobId()).isEqualTo("j0");
    }

    @Test
    void a_repeat_of_unknown_outcome_may_be_resolved_again() {
        unknown(create("c1"));
        repeat("o1", "c1");
        world.runToNextMoment();

        assertThat(world.answers("c1", Said.unknown()).announced()).containsExactly("command.unknown c1 timeout");
        Step again = repeat("o2", "c1");
        assertThat(again.announced()).containsExactly("operation.done resolve o2 1", "command.queued c1 scheduled");
        assertThat(world.runToNextMoment().calls().getFirst().callId()).endsWith(".3");
    }

    @Test
    void a_late_job_after_the_repeats_is_reported_and_that_there_are_two() {
        unknown(create("c1").metadata(Map.of("team", "docs")));
        String first = world.callOf("c1");
        repeat("o1", "c1");
        world.runToNextMoment();
        world.answers("c1", Said.accepted("j2"));

        Step late = world.answersCall(first, Said.accepted("j1"));

        assertThat(late.announced())
                .containsExactly("job.active c1 j1", "command.doubled c1 accepted j2 active doubled");
        StatusEvent doubled = late.events().getLast();
        assertThat(doubled.reason())
                .satisfies(reason ->
                        assertThat(reason.message()).isEqualTo("the service took it twice: as job j2 and as job j1"));
        assertThat(doubled.metadata()).containsEntry("team", "docs");
        assertThat(world.record("c1").jobId()).isEqualTo("j2");
        assertThat(world.watched()).containsKeys("j1", "j2");
        assertThat(world.answersCall(first, Said.accepted("j1")).announced()).isEmpty();
    }

    @Test
    void a_late_job_while_the_repeat_is_in_flight_makes_the_repeats_job_the_second() {
        unknown(create("c1"));
        String first = world.callOf("c1");
        repeat("o1", "c1");
        world.runToNextMoment();

        assertThat(world.answersCall(first, Said.accepted("j1")).announced()).containsExactly("job.active c1 j1");
        assertThat(world.answers("c1", Said.accepted("j2")).announced())
                .containsExactly("job.active c1 j2", "command.doubled c1 accepted j1 active doubled");
    }

    @Test
    void a_late_job_after_the_repeat_was_cancelled_gives_back_what_its_publisher_gave() {
        unknown(create("c1").metadata(Map.of("team", "docs")));
        String first = world.callOf("c1");
        repeat("o1", "c1");
        assertThat(world.arrives(cancel("c1")).announced()).containsExactly("command.cancelled c1 cancelled");

        Step late = world.answersCall(first, Said.accepted("j1"));

        assertThat(late.announced()).containsExactly("job.active c1 j1");
        assertThat(late.events().getFirst().metadata()).containsEntry("team", "docs");
    }

    @Test
    void a_late_answer_to_a_message_whose_repeat_was_cancelled_is_of_the_job_that_it_was_for() {
        unknown(message("m1", "j1"));
        String first = world.callOf("m1");
        repeat("o1", "m1");
        world.arrives(cancel("m1"));

        Step late = world.answersCall(first, new Answer.Accepted(200, null));

        assertThat(late.announced()).containsExactly("job.active m1 j1");
        assertThat(world.record("m1").jobId()).isEqualTo("j1");
    }

    @Test
    void what_proves_to_be_taken_after_all_is_remembered_from_then_on() {
        unknown(create("c1"));
        String first = world.callOf("c1");
        notTaken("o1", "c1");
        world.passes(Duration.ofDays(6));
        world.answersCall(first, Said.accepted("j1"));

        world.passes(Duration.ofDays(6));
        world.wakes();

        assertThat(world.remembers("c1")).isTrue();
    }

    @Test
    void the_same_job_twice_is_not_two() {
        unknown(create("c1"));
        String first = world.callOf("c1");
        repeat("o1", "c1");
        world.runToNextMoment();
        world.answers("c1", Said.accepted("j1"));

        assertThat(world.answersCall(first, Said.accepted("j1")).announced()).isEmpty();
    }

    @Test
    void a_message_that_its_job_took_twice_is_reported_as_that() {
        unknown(message("m1", "j1"));
        String first = world.callOf("m1");
        repeat("o1", "m1");
        world.runToNextMoment();
        world.answers("m1", new Answer.Accepted(200, null));

        Step late = world.answersCall(first, new Answer.Accepted(200, null));

        assertThat(late.announced()).containsExactly("command.doubled m1 accepted j1 active doubled");
    }

    @Test
    void a_repeat_survives_a_restart() {
        unknown(create("c1"));
        String first = world.callOf("c1");
        repeat("o1", "c1");

        ProjectWorld restarted = world.restarted();

        assertThat(restarted.runToNextMoment().called()).containsExactly("c1");
        restarted.answers("c1", Said.accepted("j2"));
        assertThat(restarted.restarted().answersCall(first, Said.accepted("j1")).announced())
                .containsExactly("job.active c1 j1", "command.doubled c1 accepted j2 active doubled");
    }

    @Test
    void a_repeat_is_not_sent_while_the_project_is_held() {
        unknown(create("c1"));
        repeat("o1", "c1");
        world.asks("o2", new Operation.Hold(null));

        world.at(STRAGGLERS_OVER);
        assertThat(world.wakes().called()).isEmpty();
        assertThat(world.asks("o3", new Operation.Resume()).called()).containsExactly("c1");
    }

    @Test
    void what_was_given_up_because_of_an_earlier_call_waits_for_that_one() {
        ProjectWorld repeating = ProjectWorld.of(Limits.standard().atLeastOnce(3));
        repeating.arrives(create("c1").expiresAt(START.plus(Duration.ofHours(1))));
        repeating.answers("c1", Said.unknown());
        repeating.arrives(Asked.cancel("c1"));
        assertThat(repeating.record("c1").state()).isEqualTo(CommandState.UNKNOWN);

        repeating.asks("o1", new Operation.ResolveNotTaken("c1", true));

        assertThat(repeating.commands().getFirst().dueAt()).isEqualTo(STRAGGLERS_OVER);
    }

    @Test
    void once_the_use_is_forgotten_there_is_nothing_to_wait_for() {
        unknown(create("c1"));
        world.passes(Duration.ofHours(2));
        world.arrives(create("c2"));

        assertThat(repeat("o1", "c1").called()).containsExactly("c1");
    }

    @Test
    void content_is_kept_up_to_half_of_what_a_project_may_queue() {
        long bytes = bytesKeptOfOne();
        ProjectWorld small = ProjectWorld.of(Limits.standard().queueBytes(4 * bytes, 100 * bytes));
        for (String id : new String[] {"c1", "c2", "c3"}) {
            small.arrives(large(id));
            small.answers(id, Said.unknown());
        }

        assertThat(small.project().keptBytes()).isEqualTo(2 * bytes);
        assertThat(small.asks("o1", new Operation.ResolveNotTaken("c3", true)).announced())
                .containsExactly("operation.refused resolve o1 not_remembered");
        assertThat(small.asks("o2", new Operation.ResolveNotTaken("c2", true)).announced())
                .contains("operation.done resolve o2 1");
        assertThat(small.project().keptBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1, false"})
    void content_is_kept_up_to_half_of_what_the_queues_of_the_partition_may_have(long tooMany, boolean isKept) {
        long bytes = bytesKeptOfOne();
        Limits limits = Limits.standard().queueBytes(100 * bytes, 10 * bytes);
        long queued = oneUnknownAndOneInFlight(limits, 0).counts().bytes();

        Project project = oneUnknownAndOneInFlight(limits, 4 * bytes - queued + tooMany);

        assertThat(project.keptBytes()).isEqualTo(isKept ? bytes : 0);
    }

    private static Project oneUnknownAndOneInFlight(Limits limits, long bytesOfOthers) {
        ProjectWorld limited = ProjectWorld.of(limits);
        limited.arrives(large("c1"));
        limited.arrives(large("c2"));
        limited.othersHold(new Load(bytesOfOthers, 0));
        limited.answers("c1", Said.unknown());
        return limited.project();
    }

    @Test
    void content_that_is_kept_counts_for_the_partition() {
        long bytes = bytesKeptOfOne();
        ProjectWorld small = ProjectWorld.of(
                Limits.standard().queueBytes(100 * bytes, 10 * bytes).minBytes(bytes));
        small.arrives(large("c1"));
        small.answers("c1", Said.unknown());
        assertThat(small.project().load().queuedBytes()).isEqualTo(bytes);
        small.asks("hold", new Operation.Hold(null));
        small.othersHold(new Load(7 * bytes, 0));
        small.arrives(large("c2"));
        small.arrives(large("c3"));

        assertThat(small.arrives(large("c4")).announced()).containsExactly("command.rejected c4 queue_full");
    }

    @Test
    void content_is_forgotten_with_its_command() {
        ProjectWorld forgetful = ProjectWorld.of(Limits.standard().retention(Duration.ofMinutes(1)));
        forgetful.arrives(create("c1"));
        forgetful.answers("c1", Said.unknown());
        assertThat(forgetful.project().keptBytes()).isPositive();

        forgetful.passes(Duration.ofMinutes(1));
        forgetful.wakes();

        assertThat(forgetful.project().keptBytes()).isZero();
    }

    /** Of nearly nothing but its prompt. */
    private static Asked large(String commandId) {
        return create(commandId).prompt("p".repeat(10_000) + "prompt of " + commandId);
    }

    private static long bytesKeptOfOne() {
        return Remembered.bytesToKeep(large("c1").command());
    }

    private void unknown(Asked asked) {
        world.arrives(asked);
        world.answers(String.valueOf(asked.command().commandId()), Said.unknown());
    }

    private Step taken(String operationId, String commandId, String jobId) {
        return world.asks(operationId, new Operation.ResolveTaken(commandId, jobId));
    }

    private Step notTaken(String operationId, String commandId) {
        return world.asks(operationId, new Operation.ResolveNotTaken(commandId, false));
    }

    private Step repeat(String operationId, String commandId) {
        return world.asks(operationId, new Operation.ResolveNotTaken(commandId, true));
    }
}
