package io.docsagent.worker.poller;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.gateway.JobLookup;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RefusedProjectTest {

    private static final int JOBS = 20;

    private final Polls polls = new Polls(10, 4);

    @BeforeEach
    void a_refused_project_beside_another() {
        for (int i = 0; i < JOBS; i++) {
            polls.watch("dead", "d" + i);
        }
        polls.advance(Duration.ofSeconds(2));
        List<Get> begun = polls.begin();
        assertThat(begun).hasSize(4);
        begun.forEach(get -> polls.answer(get, Polls.REFUSED));
        assertThat(polls.begin()).isEmpty();
        assertThat(polls.schedule.counts().refusedProjects()).isOne();
    }

    @Test
    void one_get_a_minute_goes_on_each_with_another_job() {
        Set<String> probed = new HashSet<>();
        for (int minute = 1; minute <= 16; minute++) {
            Get probe = polls.beginOne();
            probed.add(probe.jobId());
            assertThat(probe.lag()).isZero();
            assertThat(polls.instant()).isEqualTo(Polls.START.plusSeconds(2).plus(Duration.ofMinutes(minute)));
            polls.answer(probe, minute % 3 == 0 ? Polls.FAILED : Polls.REFUSED);
        }
        assertThat(probed).hasSize(16);
    }

    @Test
    void no_second_probe_begins_while_one_is_in_flight() {
        polls.beginOne();
        polls.advance(Duration.ofHours(1));
        assertThat(polls.begin()).isEmpty();
    }

    @Test
    void other_projects_are_looked_at_as_ever() {
        polls.watch("alive", "a");
        for (int i = 0; i < 5; i++) {
            assertThat(polls.look(Polls.seen("a", "active")).result()).isEqualTo(PollObserver.Result.UNCHANGED);
        }
        assertThat(polls.instant()).isBefore(Polls.START.plusSeconds(20));
    }

    @Test
    void a_probe_that_succeeds_lets_all_resume_spread_out() {
        resumes(Polls.seen("any", "active"));
    }

    @Test
    void a_404_is_a_success_of_the_key() {
        resumes(Polls.MISSING);
    }

    private void resumes(JobLookup lookup) {
        Get probe = polls.beginOne();
        polls.answer(probe, lookup);
        assertThat(polls.schedule.counts().refusedProjects()).isZero();
        assertThat(polls.begin()).isEmpty();
        Set<String> lookupCount = new HashSet<>(Set.of(probe.jobId()));
        long resumedAt = polls.now;
        Set<Long> moments = new HashSet<>();
        while (lookupCount.size() < JOBS) {
            Get begun = polls.beginOne();
            lookupCount.add(begun.jobId());
            moments.add(polls.now);
            polls.answer(begun, Polls.seen(begun.jobId(), "active"));
        }
        assertThat(polls.now - resumedAt).isBetween(3_000L, 7_000L);
        assertThat(moments).hasSizeGreaterThan(JOBS / 2);
    }

    @Test
    void an_answer_from_before_the_refusal_does_not_end_it_nor_one_from_before_the_resumption_renew_it() {
        Polls two = new Polls(10, 4);
        two.watch("p", "early");
        two.watch("p", "late");
        two.watch("p", "straggler");
        two.advance(Duration.ofSeconds(2));
        List<Get> begun = two.begin();
        two.answer(begun.get(0), Polls.REFUSED);
        two.answer(begun.get(1), Polls.seen("late", "active"));
        assertThat(two.schedule.counts().refusedProjects()).isOne();
        two.look(Polls.seen("early", "active"));
        assertThat(two.schedule.counts().refusedProjects()).isZero();
        two.answer(begun.get(2), Polls.REFUSED);
        assertThat(two.schedule.counts().refusedProjects()).isZero();
    }
}
