package io.docsagent.worker.poller;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.poller.PollObserver.Result;
import io.docsagent.worker.wire.Input.JobObserved;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PollScheduleTest {

    private static final Duration DUE = Duration.ofSeconds(2);

    private final Polls polls = new Polls(6, 2);
    private final PollSchedule schedule = polls.schedule;

    @Test
    void nothing_watched_asks_for_nothing() {
        assertThat(schedule.nextAt(polls.now)).isEqualTo(Timeline.NEVER);
        assertThat(polls.begin()).isEmpty();
    }

    @Test
    void a_get_is_overdue_while_nobody_makes_it_and_a_place_is_free() {
        assertThat(schedule.overdue(polls.now)).isZero();
        for (int i = 0; i < 7; i++) {
            polls.watch("p" + i, "j");
        }
        assertThat(schedule.overdue(polls.now)).isZero();

        polls.advance(DUE.plusSeconds(60));
        assertThat(schedule.overdue(polls.now)).isBetween(Duration.ofSeconds(60), DUE.plusSeconds(60));
        assertThat(polls.begin()).hasSize(6);
        assertThat(schedule.overdue(polls.now)).as("no place is free").isZero();
    }

    @Test
    void a_get_that_waited_for_a_place_is_overdue_from_the_time_at_which_one_became_free() {
        for (int i = 0; i < 7; i++) {
            polls.watch("p" + i, "j");
        }
        answerLate(polls);
        assertThat(schedule.overdue(polls.now)).isZero();

        polls.advance(Duration.ofMinutes(1));
        assertThat(schedule.overdue(polls.now)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void a_get_that_waited_for_others_of_its_project_is_overdue_from_the_end_of_one() {
        for (int i = 0; i < 3; i++) {
            polls.watch("p", "j" + i);
        }
        answerLate(polls);
        assertThat(schedule.overdue(polls.now)).isZero();

        polls.advance(Duration.ofMinutes(1));
        assertThat(schedule.overdue(polls.now)).isEqualTo(Duration.ofMinutes(1));
    }

    /** One of as many as may begin, of which one more is due. */
    private static void answerLate(Polls polls) {
        polls.advance(DUE);
        List<Get> begun = polls.begin();
        polls.advance(Duration.ofMinutes(10));
        polls.answer(begun.getFirst(), Polls.seen(begun.getFirst().jobId(), "active"));
    }

    @Test
    void a_job_has_one_get_at_once() {
        polls.watch("p", "j");
        polls.beginOne();
        polls.advance(Duration.ofHours(1));
        assertThat(polls.begin()).isEmpty();
        assertThat(schedule.nextAt(polls.now)).isEqualTo(Timeline.NEVER);
    }

    @Test
    void a_project_at_its_bound_blocks_no_other() {
        for (int i = 0; i < 100; i++) {
            polls.watch("burst", "b" + i);
        }
        polls.watch("small", "s");
        polls.advance(DUE);
        assertThat(polls.begin()).extracting(Get::projectId).containsExactlyInAnyOrder("burst", "burst", "small");
        assertThat(schedule.counts()).isEqualTo(new PollCounts(101, 3, 98, 0));
    }

    @Test
    void places_go_round_among_the_projects() {
        for (int i = 0; i < 50; i++) {
            for (String project : List.of("a", "b", "c", "d", "e", "f", "g", "h")) {
                polls.watch(project, project + i);
            }
        }
        polls.advance(DUE);
        List<Get> inFlight = new ArrayList<>(polls.begin());
        assertThat(inFlight).hasSize(6);
        Map<String, Integer> lookups = new HashMap<>();
        for (int i = 0; i < 80; i++) {
            Get oldest = inFlight.removeFirst();
            lookups.merge(oldest.projectId(), 1, Integer::sum);
            polls.answer(oldest, Polls.seen(oldest.jobId(), "active"));
            inFlight.addAll(polls.begin());
            assertThat(inFlight).hasSize(6);
        }
        assertThat(lookups.values())
                .hasSize(8)
                .allSatisfy(count -> assertThat(count).isBetween(9, 11));
    }

    @Test
    void the_lag_is_the_time_a_due_job_waited_for_its_place() {
        for (int i = 0; i < 3; i++) {
            polls.watch("p", "j" + i);
        }
        polls.advance(DUE);
        List<Get> begun = polls.begin();
        assertThat(begun).hasSize(2).allSatisfy(first -> assertThat(first.lag()).isZero());
        polls.advance(Duration.ofSeconds(5));
        polls.answer(begun.getFirst(), Polls.seen("j0", "active"));
        assertThat(polls.beginOne().lag()).isEqualTo(5_000);
    }

    @Test
    void an_answer_from_before_a_newer_generation_tells_nothing() {
        polls.watch("p", "j");
        Get begun = polls.beginOne();
        schedule.watch(polls.now, 0, Polls.watched("p", "j", 2, polls.instant()));
        assertThat(polls.answer(begun, Polls.seen("j", "failed")).result()).isEqualTo(Result.DROPPED);
        Finding next = polls.look(Polls.seen("j", "failed"));
        assertThat(next.observation())
                .isNotNull()
                .extracting(JobObserved::generation)
                .isEqualTo(2);
    }

    @Test
    void a_newer_generation_is_young_again() {
        schedule.watch(polls.now, 0, Polls.watched("p", "j", 1, Polls.START.minusSeconds(3_600)));
        polls.look(Polls.seen("j", "active"));
        schedule.watch(polls.now, 0, Polls.watched("p", "j", 2, polls.instant()));
        assertThat(polls.untilNext()).isEqualTo(DUE);
    }

    @Test
    void an_answer_is_compared_with_what_the_engine_knows_by_then() {
        polls.watch("p", "j");
        Get begun = polls.beginOne();
        WatchedJob newer = new WatchedJob("p", 1, Polls.job("j", "failed"), Polls.START, null);
        schedule.watch(polls.now, 0, newer);
        assertThat(polls.answer(begun, Polls.seen("j", "failed")).result()).isEqualTo(Result.UNCHANGED);
    }

    @Test
    void an_answer_for_a_released_job_tells_nothing() {
        polls.watch("p", "j");
        Get begun = polls.beginOne();
        schedule.release(0, "p", "j");
        assertThat(polls.answer(begun, Polls.seen("j", "failed")).result()).isEqualTo(Result.DROPPED);
        assertThat(schedule.counts()).isEqualTo(new PollCounts(0, 0, 0, 0));
        assertThat(schedule.nextAt(polls.now)).isEqualTo(Timeline.NEVER);
    }

    @Test
    void a_job_watched_again_waits_for_the_end_of_its_old_get_and_drops_its_answer() {
        polls.watch("p", "j");
        Get begun = polls.beginOne();
        schedule.releaseAll(0);
        schedule.watch(polls.now, 1, Polls.watched("p", "j", 1, Polls.START));
        polls.advance(Duration.ofMinutes(5));
        assertThat(polls.begin()).isEmpty();
        assertThat(polls.answer(begun, Polls.seen("j", "failed")).result()).isEqualTo(Result.DROPPED);
        assertThat(polls.look(Polls.seen("j", "failed")).observation()).isNotNull();
    }

    @Test
    void only_the_partition_that_watches_a_job_releases_it() {
        polls.watch("p", "j");
        schedule.watch(polls.now, 1, Polls.watched("p", "j", 1, Polls.START));
        schedule.release(0, "p", "j");
        schedule.releaseAll(0);
        assertThat(schedule.counts().jobs()).isOne();
        schedule.releaseAll(1);
        assertThat(schedule.counts().jobs()).isZero();
    }

    @Test
    void a_partition_takes_all_its_jobs_with_it_and_no_others() {
        for (int i = 0; i < 100; i++) {
            schedule.watch(polls.now, i % 4, Polls.watched("p" + i, "j", 1, polls.instant()));
        }
        polls.advance(DUE);
        polls.begin().forEach(begun -> polls.answer(begun, Polls.REFUSED));
        schedule.releaseAll(3);
        schedule.release(3, "p3", "j");
        assertThat(schedule.counts().jobs()).isEqualTo(75);
        schedule.releaseAll(0);
        schedule.releaseAll(1);
        schedule.releaseAll(2);
        assertThat(schedule.counts()).isEqualTo(new PollCounts(0, 0, 0, 0));
        assertThat(polls.begin()).isEmpty();
        assertThat(schedule.nextAt(polls.now)).isEqualTo(Timeline.NEVER);
    }

    @Test
    void after_a_restart_old_jobs_make_an_even_load() {
        Polls many = new Polls(1_000_000, 1_000_000);
        for (int i = 0; i < 30_000; i++) {
            WatchedJob old = Polls.watched("p" + i % 100, "j" + i, 1, Polls.START.minusSeconds(3_600));
            many.schedule.watch(many.now, i % 12, old);
        }
        int[] perSecond = new int[31];
        for (int second = 0; second <= 30; second++) {
            perSecond[second] = many.begin().size();
            many.advance(Duration.ofSeconds(1));
        }
        assertThat(perSecond[0]).isLessThan(50);
        assertThat(Arrays.copyOfRange(perSecond, 1, 31)).satisfies(counts -> {
            assertThat(Arrays.stream(counts).sum()).isGreaterThan(29_900);
            assertThat(Arrays.stream(counts).max().getAsInt()).isLessThan(1_200);
        });
    }
}
