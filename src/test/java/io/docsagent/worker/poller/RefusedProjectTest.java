package io.docsagent.worker.poller;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.gateway.JobLookup;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
        for (List<Get> begun = polls.begin(); !begun.isEmpty(); begun = polls.begin()) {
            begun.forEach(get -> polls.answer(get, Polls.REFUSED));
        }
        assertThat(polls.schedule.counts().refusedProjects()).isOne();
    }

    @Test
    void ten_jobs_that_are_refused_in_a_row_are_taken_for_all() {
        Polls many = new Polls(100, 1);
        for (int i = 0; i < JOBS; i++) {
            many.watch("p", "j" + i);
        }
        many.advance(Duration.ofSeconds(2));
        for (int refused = 0; refused < 10; refused++) {
            assertThat(many.schedule.counts().refusedProjects()).isZero();
            many.look(Polls.REFUSED);
        }
        assertThat(many.schedule.counts().refusedProjects()).isOne();
    }

    @Test
    void one_job_that_is_refused_does_not_delay_the_others_and_is_lost_in_the_end() {
        Polls some = new Polls(100, 4);
        for (int i = 0; i < 15; i++) {
            some.watch("p", "j" + i);
        }
        some.watch("p", "bad");
        Map<String, Long> latest = new HashMap<>();
        int refusals = 0;
        for (Finding finding = null; finding == null || finding.observation() == null; ) {
            some.now = Math.max(some.now, some.schedule.nextAt(some.now));
            for (Get get : some.begin()) {
                boolean isBad = get.jobId().equals("bad");
                refusals += isBad ? 1 : 0;
                long before = Objects.requireNonNullElse(latest.put(get.jobId(), some.now), some.now);
                assertThat(isBad || some.now - before < 4_000)
                        .as(get.jobId() + " waits no longer than its interval")
                        .isTrue();
                finding = some.answer(get, isBad ? new JobLookup.Refused(403) : Polls.seen(get.jobId(), "active"));
            }
            assertThat(some.schedule.counts().refusedProjects()).isZero();
        }

        // The first one may come before another job was shown.
        assertThat(refusals).isBetween(Polls.MAX_REFUSALS, Polls.MAX_REFUSALS + 1);
        assertThat(latest).hasSize(16);
    }

    @Test
    void a_job_that_is_refused_alone_is_not_lost() {
        Polls one = new Polls(10, 4);
        one.watch("p", "only");
        for (int i = 0; i < 10 * Polls.MAX_REFUSALS; i++) {
            assertThat(one.look(Polls.REFUSED).observation()).isNull();
            assertThat(one.schedule.counts().refusedProjects()).isOne();
        }
    }

    @Test
    void a_new_job_beside_one_that_is_refused_does_not_wait_for_the_probe() {
        Polls two = new Polls(10, 4);
        two.watch("p", "bad");
        two.look(Polls.REFUSED);
        assertThat(two.schedule.counts().refusedProjects()).isOne();

        two.watch("p", "new");

        assertThat(two.beginOne().jobId()).isEqualTo("new");
        assertThat(two.now - Polls.START.toEpochMilli()).isLessThan(10_000);
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
        Polls many = new Polls(JOBS, JOBS);
        for (int i = 0; i < JOBS; i++) {
            many.watch("p", "j" + i);
        }
        many.advance(Duration.ofSeconds(2));
        List<Get> begun = many.begin();
        assertThat(begun).hasSize(JOBS);
        begun.subList(0, 10).forEach(get -> many.answer(get, Polls.REFUSED));
        many.answer(begun.get(10), Polls.seen(begun.get(10).jobId(), "active"));
        assertThat(many.schedule.counts().refusedProjects()).isOne();
        Get probe = many.beginOne();
        many.answer(probe, Polls.seen(probe.jobId(), "active"));
        assertThat(many.schedule.counts().refusedProjects()).isZero();
        begun.subList(11, JOBS).forEach(get -> many.answer(get, Polls.REFUSED));
        many.look(Polls.REFUSED);
        assertThat(many.schedule.counts().refusedProjects()).isZero();
    }

    @Test
    void a_job_that_an_operator_named_is_refused_like_the_others() {
        Polls named = new Polls(100, 4);
        named.schedule.watch(named.now, 0, new WatchedJob("p", 0, JobSnapshot.ofId("named"), Polls.START, null));
        for (int i = 0; i < 8; i++) {
            named.watch("p", "j" + i);
        }
        named.advance(Duration.ofSeconds(2));
        for (List<Get> begun = named.begin(); !begun.isEmpty(); begun = named.begin()) {
            begun.forEach(get -> named.answer(get, Polls.REFUSED));
        }
        assertThat(named.schedule.counts().refusedProjects()).isOne();
    }
}
