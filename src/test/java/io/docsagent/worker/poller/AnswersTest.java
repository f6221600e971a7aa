package io.docsagent.worker.poller;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.JobSnapshot.Source;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.poller.PollObserver.Result;
import io.docsagent.worker.wire.Input.JobObserved;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AnswersTest {

    private static final Source SOURCE = new Source("r", "main");
    private static final JobSnapshot KNOWN = new JobSnapshot("j", "active", "u", SOURCE, "m", "c", "a");

    private static final Reason NOT_FOUND = new Reason("not_found", "the service does not know the job", 404);

    private final Polls polls = new Polls(10, 10);

    static Stream<JobSnapshot> same() {
        return Stream.of(
                new JobSnapshot("j", "active", "u", new Source("r", "main"), "m", "c", "a"),
                new JobSnapshot("j", null, "u", SOURCE, "m", "c", "a"));
    }

    @ParameterizedTest
    @MethodSource("same")
    void what_the_engine_knows_is_not_told(JobSnapshot seen) {
        watchKnown();
        assertThat(polls.look(new JobLookup.Found(seen)).observation()).isNull();
    }

    static Stream<JobSnapshot> different() {
        return Stream.of(
                new JobSnapshot("j", "completed", "u", SOURCE, "m", "c", "a"),
                new JobSnapshot("j", "dreaming", "u", SOURCE, "m", "c", "a"),
                new JobSnapshot("j", "active", null, SOURCE, "m", "c", "a"),
                new JobSnapshot("j", "active", "u", null, "m", "c", "a"),
                new JobSnapshot("j", "active", "u", new Source("r", null), "m", "c", "a"),
                new JobSnapshot("j", "active", "u", SOURCE, "n", "c", "a"),
                new JobSnapshot("j", "active", "u", SOURCE, "m", "d", "a"),
                new JobSnapshot("j", "active", "u", SOURCE, "m", "c", null));
    }

    @ParameterizedTest
    @MethodSource("different")
    void what_differs_in_any_field_is_told_with_the_time_its_get_began(JobSnapshot seen) {
        watchKnown();
        Get begun = polls.beginOne();
        var beganAt = polls.instant();
        polls.advance(Duration.ofSeconds(1));
        assertThat(polls.answer(begun, new JobLookup.Found(seen)).observation())
                .isEqualTo(JobObserved.shown("p", "j", 3, beganAt, seen));
    }

    @Test
    void of_a_job_of_which_nothing_is_known_its_existence_is_news() {
        polls.schedule.watch(polls.now, 0, new WatchedJob("p", 0, JobSnapshot.ofId("j"), Polls.START, null));

        assertThat(polls.look(new JobLookup.Found(JobSnapshot.ofId("j"))).observation())
                .isNotNull();
    }

    @Test
    void the_same_observation_is_told_again_only_where_the_engine_does_not_take_it_up() {
        polls.watch("p", "j");
        assertThat(polls.look(Polls.seen("j", "completed")).observation()).isNotNull();
        long toldAt = polls.now;
        Finding again = polls.look(Polls.seen("j", "completed"));
        while (again.observation() == null) {
            again = polls.look(Polls.seen("j", "completed"));
        }
        assertThat(polls.now - toldAt).isBetween(30_000L, 35_000L);
    }

    @Test
    void an_observation_on_its_way_is_not_told_again_however_long_it_takes() {
        polls.watch("p", "j");
        Finding told = polls.schedule.finished(polls.now, polls.beginOne(), Polls.seen("j", "completed"));
        assertThat(told.observation()).isNotNull();
        for (int i = 0; i < 50; i++) {
            assertThat(polls.look(Polls.seen("j", "completed")).observation()).isNull();
        }
    }

    @Test
    void an_observation_that_could_not_be_written_is_told_by_the_next_look() {
        polls.watch("p", "j");
        Get begun = polls.beginOne();
        JobObserved observation = Objects.requireNonNull(polls.schedule
                .finished(polls.now, begun, Polls.seen("j", "completed"))
                .observation());
        polls.schedule.settled(polls.now, begun, observation, false);
        assertThat(polls.look(Polls.seen("j", "completed")).observation()).isNotNull();
    }

    @Test
    void another_change_is_told_at_once() {
        polls.watch("p", "j");
        assertThat(polls.look(Polls.seen("j", "completed")).observation()).isNotNull();
        assertThat(polls.look(Polls.seen("j", "archived")).observation()).isNotNull();
        assertThat(polls.look(Polls.seen("j", "active")).observation()).isNull();
    }

    @Test
    void three_404_in_a_row_that_span_a_minute_are_told_as_nothing() {
        polls.watch("p", "j");
        Finding finding = polls.look(Polls.MISSING);
        long first = polls.now;
        while (finding.observation() == null) {
            assertThat(polls.untilNext()).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(8));
            finding = polls.look(Polls.MISSING);
        }

        assertThat(polls.now - first).isBetween(60_000L, 70_000L);
        assertThat(finding.result()).isEqualTo(Result.MISSING);
        assertThat(finding.observation()).isEqualTo(JobObserved.lost("p", "j", 1, polls.instant(), NOT_FOUND));
        assertThat(polls.untilNext()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(33));
    }

    @Test
    void a_job_whose_id_cannot_be_used_is_lost_with_the_first_get() {
        polls.watch("p", "a/b");

        Finding finding = polls.look(new JobLookup.Unusable());

        assertThat(Objects.requireNonNull(finding.observation()).lost())
                .extracting(Reason::code)
                .isEqualTo("unusable_id");
    }

    @Test
    void the_first_404_of_a_job_that_an_operator_named_is_the_answer() {
        for (JobLookup answer : List.of(new JobLookup.Missing(), new JobLookup.Refused(404))) {
            Polls asked = new Polls(6, 2);
            asked.schedule.watch(asked.now, 0, new WatchedJob("p", 0, JobSnapshot.ofId("j"), Polls.START, null));

            assertThat(asked.look(answer).observation())
                    .isNotNull()
                    .extracting(JobObserved::lost)
                    .isEqualTo(NOT_FOUND);
            assertThat(asked.schedule.counts().refusedProjects()).isZero();
        }
    }

    @Test
    void two_404_are_told_as_nothing_however_far_apart() {
        polls.watch("p", "j");
        assertThat(polls.look(Polls.MISSING).observation()).isNull();
        polls.advance(Duration.ofMinutes(10));
        assertThat(polls.look(Polls.MISSING).observation()).isNull();
        assertThat(polls.look(Polls.MISSING).observation()).isNotNull();
    }

    @Test
    void a_job_that_is_seen_again_has_not_been_missing() {
        polls.watch("p", "j");
        polls.look(Polls.MISSING);
        polls.advance(Duration.ofMinutes(10));
        polls.look(Polls.MISSING);
        polls.look(Polls.seen("j", "active"));
        for (int i = 0; i < 2; i++) {
            assertThat(polls.look(Polls.MISSING).observation()).isNull();
        }
    }

    @Test
    void failures_back_off_until_a_success() {
        polls.watch("p", "j");
        polls.look(Polls.FAILED);
        polls.look(Polls.FAILED);
        polls.look(Polls.FAILED);
        assertThat(polls.untilNext()).isBetween(Duration.ofSeconds(8), Duration.ofMillis(8_800));
        polls.look(Polls.seen("j", "active"));
        assertThat(polls.untilNext()).isLessThan(Duration.ofSeconds(3));
        polls.look(new JobLookup.Failed("429", Duration.ofMinutes(20)));
        assertThat(polls.untilNext()).isBetween(Duration.ofMinutes(20), Duration.ofMinutes(22));
    }

    @Test
    void a_link_is_looked_for_until_its_time_is_over() {
        JobSnapshot completed = Polls.job("j", "completed");
        polls.schedule.watch(
                polls.now,
                0,
                new WatchedJob(
                        "p", 1, completed, polls.instant(), polls.instant().plusSeconds(60)));
        int lookups = 0;
        while (polls.schedule.counts().jobs() > 0) {
            polls.look(new JobLookup.Found(completed));
            lookups++;
        }
        assertThat(polls.instant()).isEqualTo(Polls.START.plusSeconds(60));
        assertThat(lookups).isBetween(27, 30);
        assertThat(polls.schedule.nextAt(polls.now)).isEqualTo(Timeline.NEVER);
    }

    @Test
    void a_job_whose_time_for_a_link_has_passed_is_not_followed() {
        polls.watch("p", "j");
        polls.schedule.watch(
                polls.now, 0, new WatchedJob("p", 1, Polls.job("j", "completed"), Polls.START, Polls.START));
        assertThat(polls.schedule.counts().jobs()).isZero();
    }

    @Test
    void a_completed_job_that_goes_missing_is_forgotten_in_its_time() {
        polls.schedule.watch(
                polls.now,
                0,
                new WatchedJob("p", 1, Polls.job("j", "completed"), Polls.START, Polls.START.plusSeconds(60)));
        while (polls.schedule.counts().jobs() > 0) {
            polls.look(Polls.MISSING);
        }
        assertThat(polls.instant()).isEqualTo(Polls.START.plusSeconds(60));
    }

    @Test
    void a_job_that_completes_without_a_link_is_looked_at_soon() {
        polls.schedule.watch(polls.now, 0, Polls.watched("p", "j", 1, Polls.START.minusSeconds(3_600)));
        polls.look(Polls.seen("j", "completed"));
        assertThat(polls.untilNext()).isGreaterThan(Duration.ofSeconds(29));
        JobSnapshot completed = Polls.job("j", "completed");
        polls.schedule.watch(
                polls.now,
                0,
                new WatchedJob("p", 1, completed, Polls.START, polls.instant().plusSeconds(60)));
        assertThat(polls.untilNext()).isBetween(Duration.ofSeconds(2), Duration.ofMillis(2_200));
    }

    private void watchKnown() {
        polls.schedule.watch(polls.now, 0, new WatchedJob("p", 3, KNOWN, polls.instant(), null));
    }
}
