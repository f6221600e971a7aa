package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.follow;
import static io.docsagent.worker.testkit.Asked.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LateAnswersTest {

    private final ProjectWorld atMostOnce = ProjectWorld.standard();
    private final ProjectWorld atLeastOnce = ProjectWorld.of(Limits.standard().atLeastOnce(2));

    @Test
    void accepted_after_unknown_announces_the_job_once() {
        atMostOnce.arrives(create("c1"));
        assertThat(atMostOnce.answers("c1", Said.unknown()).announced()).containsExactly("command.unknown c1 timeout");

        assertThat(atMostOnce.answers("c1", Said.accepted("j1")).announced()).containsExactly("job.active c1 j1");
        assertThat(atMostOnce.answers("c1", Said.accepted("j1")).announced()).isEmpty();
    }

    static Stream<Answer> neverSent() {
        return Stream.of(Said.notSent(), Said.noSlot());
    }

    @ParameterizedTest
    @MethodSource("neverSent")
    void never_sent_after_unknown_only_frees_the_use(Answer answer) {
        atMostOnce.arrives(create("c1"));
        atMostOnce.answers("c1", Said.unknown());
        assertThat(atMostOnce.available()).isEqualTo(99);

        assertThat(atMostOnce.answers("c1", answer).announced()).isEmpty();
        assertThat(atMostOnce.available()).isEqualTo(100);
        assertThat(atMostOnce.answers("c1", Said.accepted("j1")).announced()).isEmpty();
    }

    @Test
    void a_repeat_still_queued_is_taken_back_though_another_command_is_in_flight() {
        atLeastOnce.arrives(create("c1"));
        atLeastOnce.arrives(create("c2"));
        atLeastOnce.answers("c1", Said.unknown());

        assertThat(atLeastOnce.answers("c1", Said.accepted("j1")).announced()).containsExactly("job.active c1 j1");
        assertThat(atLeastOnce.commandsKept()).isEqualTo(1);
    }

    @Test
    void a_repeat_that_is_taken_too_after_a_late_answer_announces_its_job() {
        atLeastOnce.arrives(create("c1"));
        String first = atLeastOnce.callOf("c1");
        atLeastOnce.answers("c1", Said.unknown());
        atLeastOnce.runToNextMoment();
        atLeastOnce.answersCall(first, Said.accepted("j1"));

        assertThat(atLeastOnce.answers("c1", Said.accepted("j2")).announced())
                .containsExactly("job.active c1 j2", "project.resumed failing");
        assertThat(atLeastOnce.commandsKept()).isZero();
    }

    @Test
    void a_repeat_in_flight_no_longer_ends_a_command_that_was_accepted_late() {
        atLeastOnce.arrives(create("c1"));
        String first = atLeastOnce.callOf("c1");
        atLeastOnce.answers("c1", Said.unknown());
        atLeastOnce.runToNextMoment();
        atLeastOnce.arrives(follow("m1", "c1"));

        Step late = atLeastOnce.answersCall(first, Said.accepted("j1"));
        assertThat(late.announced()).containsExactly("job.active c1 j1");

        assertThat(atLeastOnce.answers("c1", Said.rejected()).announced()).containsExactly("project.resumed failing");
        assertThat(atLeastOnce.wakes().called()).isEmpty();
        assertThat(atLeastOnce.callOf("m1")).isNotEmpty();
    }

    @Test
    void sends_that_were_not_taken_do_not_count_as_attempts() {
        atLeastOnce.arrives(create("c1"));
        for (int i = 0; i < 3; i++) {
            atLeastOnce.answers("c1", Said.notSent());
            atLeastOnce.runToNextMoment();
        }

        assertThat(atLeastOnce.answers("c1", Said.unknown()).announced()).isEmpty();
        atLeastOnce.runToNextMoment();
        assertThat(atLeastOnce.answers("c1", Said.unknown()).announced()).containsExactly("command.unknown c1 timeout");
    }

    static Stream<Answer> refusals() {
        return Stream.of(
                Said.rejected(), Said.redirected(), Said.unauthorized(), Said.throttled(null), Said.notTaken());
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void a_refusal_after_unknown_only_shortens_the_time_of_the_use(Answer refusal) {
        atMostOnce.arrives(create("c1"));
        atMostOnce.answers("c1", Said.unknown());
        atMostOnce.passes(Duration.ofSeconds(100));

        Step late = atMostOnce.answers("c1", refusal);

        assertThat(late.announced()).isEmpty();
        assertThat(late.counted()).containsExactly("late_answer");
        assertThat(atMostOnce.project().hold()).isInstanceOf(Hold.Flowing.class);
        assertThat(atMostOnce.answers("c1", refusal).counted()).isEmpty();
        atMostOnce.passes(Duration.ofSeconds(3_601));
        assertThat(atMostOnce.available()).isEqualTo(100);
    }

    static Stream<Answer> noNews() {
        return Stream.of(Said.unknown(), Said.inFlight());
    }

    @ParameterizedTest
    @MethodSource("noNews")
    void no_news_after_unknown_changes_nothing(Answer answer) {
        atMostOnce.arrives(create("c1"));
        atMostOnce.answers("c1", Said.unknown());

        assertThat(atMostOnce.answers("c1", answer).decision().effects()).isEmpty();
        assertThat(atMostOnce.answers("c1", Said.accepted("j1")).announced()).containsExactly("job.active c1 j1");
    }

    @Test
    void accepted_after_a_message_was_unknown_announces_its_job() {
        atMostOnce.arrives(message("m1", "j1"));
        atMostOnce.answers("m1", Said.unknown());

        assertThat(atMostOnce.answers("m1", Said.accepted((JobSnapshot) null)).announced())
                .containsExactly("job.active m1 j1");
    }

    @Test
    void a_second_job_of_a_repeated_create_is_told() {
        atLeastOnce.arrives(create("c1"));
        String first = atLeastOnce.callOf("c1");
        atLeastOnce.answers("c1", Said.unknown());
        atLeastOnce.runToNextMoment();
        atLeastOnce.answers("c1", Said.accepted("j1"));

        assertThat(atLeastOnce.answersCall(first, Said.accepted("j2")).announced())
                .containsExactly("job.active c1 j2");
        assertThat(atLeastOnce.watched()).containsOnlyKeys("j1", "j2");
    }

    @Test
    void a_message_that_was_taken_twice_is_announced_once_and_its_job_is_polled_again() {
        atLeastOnce.arrives(message("m1", "j1"));
        String first = atLeastOnce.callOf("m1");
        atLeastOnce.answers("m1", Said.unknown());
        atLeastOnce.runToNextMoment();
        atLeastOnce.answers("m1", Said.accepted("j1"));

        assertThat(atLeastOnce.answersCall(first, Said.accepted("j1")).announced())
                .isEmpty();
        assertThat(atLeastOnce.job("j1").commands().generation()).isEqualTo(2);
    }

    @Test
    void a_command_whose_repeat_was_rejected_ends_as_unknown_and_its_late_job_carries_its_id() {
        atLeastOnce.arrives(create("c1"));
        String first = atLeastOnce.callOf("c1");
        atLeastOnce.answers("c1", Said.unknown());
        atLeastOnce.runToNextMoment();

        assertThat(atLeastOnce.answers("c1", Said.rejected()).announced())
                .containsExactly("command.unknown c1 no_trace", "project.resumed failing");
        assertThat(atLeastOnce.answersCall(first, Said.accepted("j1")).announced())
                .containsExactly("job.active c1 j1");
    }

    @Test
    void a_command_whose_repeat_expired_ends_as_unknown_and_its_late_job_carries_its_id() {
        atLeastOnce.arrives(create("c1").expiresAt(atLeastOnce.now().plusSeconds(60)));
        atLeastOnce.answers("c1", Said.unknown());
        atLeastOnce.passes(Duration.ofSeconds(60));

        assertThat(atLeastOnce.wakes().announced()).containsExactly("command.unknown c1 no_trace");
        assertThat(atLeastOnce.answers("c1", Said.accepted("j1")).announced()).containsExactly("job.active c1 j1");
    }

    @Test
    void a_repeat_that_still_waits_is_not_sent_once_the_setting_is_at_most_once() {
        atLeastOnce.arrives(create("c1"));
        atLeastOnce.answers("c1", Said.unknown());
        atLeastOnce.settings(Limits.standard());

        Step woken = atLeastOnce.runToNextMoment();

        assertThat(woken.called()).isEmpty();
        assertThat(woken.announced()).containsExactly("command.unknown c1 no_trace");
        assertThat(atLeastOnce.answers("c1", Said.accepted("j1")).announced()).containsExactly("job.active c1 j1");
    }

    @Test
    void an_answer_to_an_earlier_command_of_the_same_id_is_none_to_the_next_one() {
        atMostOnce.arrives(create("c1"));
        String earlier = atMostOnce.callOf("c1");
        atMostOnce.answers("c1", Said.rejected());
        atMostOnce.passes(Duration.ofDays(8));
        atMostOnce.wakes();
        atMostOnce.arrives(create("c1"));
        String later = atMostOnce.callOf("c1");
        atMostOnce.answers("c1", Said.unknown());

        assertThat(later).isNotEqualTo(earlier);
        assertThat(atMostOnce.answersCall(earlier, Said.accepted("j1")).announced())
                .isEmpty();
        assertThat(atMostOnce.answersCall(later, Said.accepted("j2")).announced())
                .containsExactly("job.active c1 j2");
    }

    @Test
    void a_repeat_with_an_unknown_outcome_may_yet_have_made_a_second_job() {
        atLeastOnce.arrives(create("c1"));
        String first = atLeastOnce.callOf("c1");
        atLeastOnce.answers("c1", Said.unknown());
        atLeastOnce.runToNextMoment();
        atLeastOnce.answersCall(first, Said.accepted("j1"));

        assertThat(atLeastOnce.answers("c1", Said.unknown()).announced()).isEmpty();
        assertThat(atLeastOnce.answers("c1", Said.accepted("j2")).announced()).containsExactly("job.active c1 j2");
    }
}
