package io.docsagent.worker.gateway.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.gateway.BreakerState;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.gateway.LocalAnswers;
import io.docsagent.worker.settings.ApiSettings;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ServiceBreakerTest {

    private static final Answer ACCEPTED = new Answer.Accepted(201, JobSnapshot.ofId("j1"));
    private static final Answer UNKNOWN = new Answer.Unknown(Answer.Unknown.Reason.SERVER_ERROR, 500, "it broke");
    private static final Answer NOT_SENT = new Answer.NotSent("refused");

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final ServiceBreaker breaker =
            new ServiceBreaker(new ApiSettings.Breaker(5, Duration.ofMinutes(1)), () -> now, 1);

    private boolean begins(String projectId) {
        return breaker.begin(projectId) instanceof Verdict.Begun;
    }

    private Verdict.Begun begun(String projectId) {
        return (Verdict.Begun) breaker.begin(projectId);
    }

    private void call(String projectId, Answer answer) {
        breaker.ended(projectId, begun(projectId), answer);
    }

    private void opens() {
        for (int i = 0; i < 5; i++) {
            call("p" + i, UNKNOWN);
        }
    }

    @Test
    void five_unknown_outcomes_in_a_row_open_it_for_all() {
        opens();

        assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
        assertThat(breaker.begin("other"))
                .isInstanceOfSatisfying(
                        Verdict.Refused.class,
                        refused -> assertThat(refused.answer())
                                .isInstanceOfSatisfying(
                                        Answer.NotSent.class,
                                        notSent -> assertThat(notSent.message())
                                                .contains("circuit breaker is open", "all projects", "it broke")));
    }

    static List<Answer> successes() {
        return List.of(
                ACCEPTED,
                new Answer.Rejected(422, "no"),
                new Answer.Unauthorized(401, "no"),
                new Answer.PaymentRequired("no"),
                new Answer.Throttled(429, null));
    }

    @ParameterizedTest
    @MethodSource("successes")
    void any_answer_of_the_service_ends_the_row_and_closes_it(Answer success) {
        for (int i = 0; i < 4; i++) {
            call("p" + i, UNKNOWN);
        }
        call("good", success);
        call("p4", UNKNOWN);
        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);

        for (int i = 5; i < 9; i++) {
            call("p" + i, UNKNOWN);
        }
        assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
        now = now.plusSeconds(2);
        call("good", success);
        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);
    }

    static List<Answer> neutral() {
        return List.of(
                NOT_SENT,
                new Answer.NoSlot("late"),
                new Answer.Redirected(302, "elsewhere"),
                new Answer.NotTaken(503, "busy"),
                LocalAnswers.NO_KEY,
                LocalAnswers.UNUSABLE_ID);
    }

    @ParameterizedTest
    @MethodSource("neutral")
    void what_proves_nothing_neither_opens_nor_closes_it(Answer answer) {
        for (int i = 0; i < 20; i++) {
            call("p" + i, answer);
        }
        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);

        opens();
        now = now.plusSeconds(2);
        call("other", answer);
        assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
        assertThat(begins("other")).isFalse();
    }

    @ParameterizedTest
    @MethodSource("neutral")
    void what_proves_nothing_does_not_end_the_row(Answer answer) {
        for (int i = 0; i < 4; i++) {
            call("p" + i, UNKNOWN);
        }
        call("other", answer);
        call("p4", UNKNOWN);
        assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
    }

    @Test
    void one_trial_at_a_time_at_growing_intervals() {
        opens();
        for (long seconds : new long[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            now = now.plusSeconds(seconds).minusMillis(1);
            assertThat(begins("other" + seconds)).isFalse();
            now = now.plusMillis(1 + 250 * seconds);
            Verdict.Begun trial = begun("other" + now);
            assertThat(breaker.state()).isEqualTo(BreakerState.HALF_OPEN);
            assertThat(begins("another")).isFalse();
            breaker.ended("other" + now, trial, UNKNOWN);
        }
    }

    private void opensWithOneProjectThatLostMore() {
        for (int i = 0; i < 3; i++) {
            call("spent", UNKNOWN);
        }
        call("p0", ACCEPTED);
        for (int i = 0; i < 5; i++) {
            call("p" + i, UNKNOWN);
        }
        assertThat(breaker.openProjects()).isEqualTo(1);
    }

    @Test
    void a_trial_is_left_to_a_project_that_has_lost_less() {
        opensWithOneProjectThatLostMore();
        for (int trial = 0; trial < 3; trial++) {
            assertThat(begins("other")).isFalse();
            now = now.plusSeconds(10);
            assertThat(begins("spent")).isFalse();
            call("other", UNKNOWN);
        }
    }

    @Test
    void a_project_that_has_lost_more_makes_the_trial_where_no_other_one_asks() {
        opensWithOneProjectThatLostMore();
        now = now.plusSeconds(10);
        call("spent", UNKNOWN);
        now = now.plusSeconds(2);
        assertThat(begins("gone")).isFalse();
        now = now.plusSeconds(119);
        assertThat(begins("spent")).isFalse();
        now = now.plusSeconds(1);
        assertThat(begins("spent")).isTrue();
    }

    /** A service that hangs says nothing for half a minute. */
    @Test
    void no_more_calls_are_in_flight_without_a_success_than_may_be_lost() {
        List<Verdict.Begun> first = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            assertThat(breaker.hasPlace()).isTrue();
            first.add(begun("p" + i));
        }
        assertThat(breaker.hasPlace()).isFalse();

        breaker.ended("p0", first.getFirst(), ACCEPTED);
        for (int i = 0; i < 5; i++) {
            assertThat(breaker.hasPlace()).isTrue();
            var unused = begun("q" + i);
        }
        assertThat(breaker.hasPlace()).isFalse();
        breaker.ended("p1", first.get(1), NOT_SENT);
        assertThat(breaker.hasPlace()).as("the call began before the success").isFalse();
    }

    @Test
    void a_service_that_fails_for_one_project_only_is_called_for_the_others() {
        for (int i = 0; i < 3; i++) {
            call("bad", UNKNOWN);
        }

        assertThat(breaker.openProjects()).isEqualTo(1);
        assertThat(begins("bad")).isFalse();
        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);
        now = now.plusSeconds(2);
        call("bad", UNKNOWN);
        now = now.plusSeconds(3);
        call("bad", UNKNOWN);
        call("bad2", UNKNOWN);
        assertThat(breaker.state())
                .as("the trials of a project that fails are not counted")
                .isEqualTo(BreakerState.CLOSED);
        call("good", ACCEPTED);
        assertThat(begins("bad")).isFalse();
        now = now.plusSeconds(60);
        call("bad", ACCEPTED);
        assertThat(breaker.openProjects()).isZero();
        assertThat(begins("bad")).isTrue();
    }

    @Test
    void a_project_that_hangs_leaves_places_to_others() {
        for (int i = 0; i < 3; i++) {
            var unused = begun("hangs");
        }
        assertThat(breaker.hasPlace("hangs")).isFalse();
        assertThat(breaker.hasPlace("other")).isTrue();
        assertThat(breaker.hasPlace()).isTrue();
    }

    @Test
    void projects_that_were_answered_have_places_of_their_own_where_the_service_hangs_for_others() {
        call("answered", ACCEPTED);
        for (int i = 0; i < 5; i++) {
            var unused = begun("hangs" + i);
        }

        assertThat(breaker.hasPlace()).isFalse();
        assertThat(breaker.hasPlaceForAnswered()).isTrue();
        assertThat(breaker.wasAnswered("answered")).isTrue();
        assertThat(breaker.wasAnswered("hangs0")).isFalse();
        call("answered", UNKNOWN);
        assertThat(breaker.wasAnswered("answered")).isFalse();
        for (int i = 0; i < 34; i++) {
            assertThat(breaker.hasPlaceForAnswered()).isTrue();
            var unused = begun("other" + i);
        }
        assertThat(breaker.hasPlaceForAnswered()).isFalse();
    }

    @Test
    void a_get_that_succeeds_after_others_failed_allows_the_trial() {
        opens();
        breaker.lookedUp("p0", new JobLookup.Failed("503", null));
        now = now.plusSeconds(100);
        assertThat(begins("other")).isFalse();
        breaker.lookedUp("p0", new JobLookup.Refused(302));
        assertThat(begins("other")).isFalse();

        breaker.lookedUp("p0", new JobLookup.Missing());

        assertThat(begins("other")).isTrue();
    }

    @Test
    void only_so_many_projects_are_remembered() {
        for (int i = 0; i < 3; i++) {
            call("bad", UNKNOWN);
        }
        for (int i = 0; i < 10_000; i++) {
            call("p" + i, ACCEPTED);
        }
        assertThat(breaker.openProjects()).as("projects at rest take no room").isEqualTo(1);
        for (int i = 0; i < 10_000; i++) {
            call("q" + i, UNKNOWN);
            call("good", ACCEPTED);
        }
        assertThat(breaker.openProjects()).isZero();
        assertThat(begins("bad")).isTrue();
    }
}
