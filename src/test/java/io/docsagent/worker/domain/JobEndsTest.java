package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.state.JobCommands;
import io.docsagent.worker.domain.state.Load;
import io.docsagent.worker.guarantee.DecisionsAreBounded;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobEndsTest {

    private static final Duration GRACE = Duration.ofMinutes(1);

    private final ProjectWorld world = ProjectWorld.standard();

    @ParameterizedTest
    @CsvSource({"failed,", "archived,", "completed,link"})
    void an_ended_job_is_followed_no_more_and_its_end_holds(String status, @Nullable String link) {
        created("c1", "j1");

        Step ended = world.sees(Said.job("j1", status, link));

        assertThat(ended.announced()).containsExactly("job." + status + " c1 j1");
        assertThat(ended.released()).containsExactly("j1");
        assertThat(world.watched()).isEmpty();
        assertThat(world.sees(Said.job("j1", "active")).announced()).isEmpty();
        assertThat(world.job("j1").snapshot().status()).isEqualTo(status);
    }

    @Test
    void a_job_may_have_ended_when_its_command_is_accepted() {
        world.arrives(create("c1"));

        assertThat(world.answers("c1", Said.accepted(Said.job("j1", "failed"))).released())
                .containsExactly("j1");
    }

    @Test
    void a_job_completed_without_a_link_is_polled_for_the_grace() {
        created("c1", "j1");

        Step completed = world.sees(Said.job("j1", "completed"));

        assertThat(completed.announced()).containsExactly("job.completed c1 j1");
        assertThat(completed.watched().getFirst().job().onlyLinkUntil()).isEqualTo(START.plus(GRACE));
        assertThat(completed.nextMoment()).isEqualTo(START.plus(GRACE));
    }

    @Test
    void a_link_that_follows_within_the_grace_is_announced_and_the_job_released() {
        completedWithoutALink();
        world.passes(GRACE.minusMillis(1));

        Step link = world.sees(Said.job("j1", "completed", "link"));

        assertThat(link.announced()).containsExactly("job.updated c1 j1");
        assertThat(link.released()).containsExactly("j1");
    }

    @Test
    void a_job_without_a_link_is_released_at_the_end_of_the_grace() {
        completedWithoutALink();

        Step end = world.runToNextMoment();

        assertThat(world.now()).isEqualTo(START.plus(GRACE));
        assertThat(end.announced()).isEmpty();
        assertThat(end.released()).containsExactly("j1");
        assertThat(world.sees(Said.job("j1", "completed", "link")).announced()).isEmpty();
    }

    @Test
    void the_status_of_a_completed_job_holds_while_its_link_is_awaited() {
        completedWithoutALink();

        assertThat(world.sees(Said.job("j1", "active")).announced()).isEmpty();
        assertThat(world.sees(Said.job("j1", "archived")).announced()).isEmpty();
        assertThat(world.job("j1").snapshot().status()).isEqualTo("completed");
        assertThat(world.watched()).containsOnlyKeys("j1");
    }

    @Test
    void a_job_that_the_service_does_not_know_is_lost() {
        created("c1", "j1");

        Step lost = notFound();

        assertThat(lost.announced()).containsExactly("job.lost c1 j1 not_found");
        assertThat(lost.events().getFirst().reason()).isEqualTo(new Reason("not_found", "no such job", 404));
        assertThat(lost.released()).containsExactly("j1");
        assertThat(notFound().announced()).isEmpty();
    }

    @Test
    void a_job_that_cannot_be_followed_is_lost_for_the_reason_that_the_poller_gives() {
        created("c1", "a/b");
        var why = new Reason("unusable_id", "it cannot be part of a URL", null);

        Step lost = world.append(Input.JobObserved.lost(
                Asked.PROJECT, "a/b", world.job("a/b").commands().generation(), world.now(), why));

        assertThat(lost.announced()).containsExactly("job.lost c1 a/b unusable_id");
        assertThat(lost.released()).containsExactly("a/b");
    }

    @Test
    void a_completed_job_that_is_gone_before_its_link_is_not_announced_as_lost() {
        completedWithoutALink();

        Step gone = notFound();

        assertThat(gone.announced()).isEmpty();
        assertThat(gone.released()).containsExactly("j1");
        assertThat(world.job("j1").snapshot().status()).isEqualTo("completed");
    }

    @Test
    void many_jobs_that_do_not_end_are_given_up_in_slices_where_they_have_many_commands() {
        ProjectWorld busy = ProjectWorld.of(Limits.standard().capacity(2_000));
        int jobs = 12;
        for (int job = 0; job < jobs; job++) {
            accept(busy, create("c" + job), "j" + job);
            for (int message = 1; message <= JobCommands.MOST_EARLIER; message++) {
                accept(busy, message("m" + job + "-" + message, "j" + job), "j" + job);
            }
        }

        Step stalled = busy.runToNextMoment();

        int slices = 1;
        int ended = stalled.released().size();
        assertThat(ended).isBetween(1, jobs - 1);
        while (ended < jobs) {
            Step next = busy.wakes();
            ended += next.released().size();
            slices++;
        }
        assertThat(slices).isLessThanOrEqualTo(jobs);
    }

    private static void accept(ProjectWorld world, Asked asked, String jobId) {
        world.arrives(asked);
        world.answers(String.valueOf(asked.command().commandId()), Said.accepted(jobId));
    }

    @Test
    void a_job_that_does_not_end_is_given_up() {
        created("c1", "j1");

        Step stalled = world.runToNextMoment();

        assertThat(world.now()).isEqualTo(START.plus(Duration.ofHours(24)));
        assertThat(stalled.announced()).containsExactly("job.stalled c1 j1 stalled");
        assertThat(stalled.released()).containsExactly("j1");
    }

    @Test
    void the_time_in_which_the_project_is_held_does_not_count() {
        created("c1", "j1");
        world.arrives(create("c2"));
        world.answers("c2", Said.throttled(Duration.ofHours(1)));
        world.runToNextMoment();
        world.answers("c2", Said.rejected());
        world.at(START.plus(Duration.ofHours(24)));

        assertThat(world.wakes().announced()).isEmpty();
        assertThat(world.runToNextMoment().announced()).containsExactly("job.stalled c1 j1 stalled");
        assertThat(world.now()).isEqualTo(START.plus(Duration.ofHours(25)));
    }

    @Test
    void a_hold_from_before_the_job_does_not_lengthen_its_time() {
        world.arrives(create("c1"));
        world.answers("c1", Said.throttled(Duration.ofHours(1)));
        world.runToNextMoment();
        world.answers("c1", Said.accepted("j1"));

        assertThat(world.runToNextMoment().announced()).containsExactly("job.stalled c1 j1 stalled");
        assertThat(world.now()).isEqualTo(START.plus(Duration.ofHours(25)));
    }

    @Test
    void an_ended_job_is_forgotten_after_the_retention_and_then_the_project_too() {
        created("c1", "j1");
        world.sees(Said.job("j1", "failed"));
        world.runToNextMoment();
        assertThat(world.remembersHowMany()).isZero();
        assertThat(world.ifJob("j1")).isNotNull();

        Step forgotten = world.runToNextMoment();

        assertThat(world.now()).isEqualTo(START.plus(Duration.ofDays(30)));
        assertThat(forgotten.announced()).isEmpty();
        assertThat(world.ifJob("j1")).isNull();
        assertThat(world.ifProject()).isNull();
    }

    @Test
    void many_jobs_are_forgotten_in_several_decisions() {
        ProjectWorld many = ProjectWorld.of(Limits.standard().capacity(10_000).inFlight(10));
        for (int i = 0; i < 2_200; i++) {
            many.arrives(create("c" + i));
            many.answers("c" + i, Said.accepted(Said.job("j" + i, "failed")));
        }
        many.passes(Duration.ofDays(31));

        var bounded = new DecisionsAreBounded();
        while (many.ifProject() != null) {
            bounded.after(many, many.wakes());
        }
    }

    @Test
    void a_job_is_not_forgotten_while_a_message_to_it_waits() {
        ProjectWorld slow = ProjectWorld.of(Limits.standard().capacity(1).period(Duration.ofDays(40)));
        ended(slow, "c1", "j1");
        slow.arrives(message("m1", "j1"));
        long announced = slow.job("j1").sequence();

        slow.passes(Duration.ofDays(41));
        slow.wakes();
        slow.answers("m1", Said.accepted(Said.job("j1", "active")));

        assertThat(slow.job("j1").sequence()).isEqualTo(announced + 1);
    }

    @Test
    void a_job_that_a_message_outlives_is_forgotten_a_retention_later() {
        ProjectWorld slow = ProjectWorld.of(Limits.standard().capacity(1).period(Duration.ofDays(40)));
        ended(slow, "c1", "j1");
        slow.arrives(message("m1", "j1"));
        slow.passes(Duration.ofDays(31));
        slow.wakes();
        slow.passes(Duration.ofDays(10));
        slow.wakes();
        slow.answers("m1", Said.rejected());

        slow.passes(Duration.ofDays(21));
        slow.wakes();

        assertThat(slow.ifJob("j1")).isNull();
    }

    @Test
    void ended_jobs_are_forgotten_early_oldest_first_where_the_projects_limit_is_reached() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().jobs(2));
        ended(small, "c1", "j1");
        small.passes(Duration.ofSeconds(1));
        ended(small, "c2", "j2");
        small.arrives(create("c3"));

        Step third = small.answers("c3", Said.accepted("j3"));

        assertThat(third.counted()).containsExactly("accepted", "job_forgotten_early");
        assertThat(small.ifJob("j1")).isNull();
        assertThat(small.ifJob("j2")).isNotNull();
        assertThat(small.project().counts().jobs()).isEqualTo(2);
    }

    @Test
    void ended_jobs_are_forgotten_early_where_the_partitions_limit_is_reached() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().stateBytes(10_000));
        ended(small, "c1", "j1");
        small.othersHold(new Load(0, 10_000));
        small.arrives(create("c2"));

        assertThat(small.answers("c2", Said.accepted("j2")).counted()).contains("job_forgotten_early");
        assertThat(small.ifJob("j1")).isNull();
    }

    @Test
    void one_that_takes_more_bytes_takes_the_place_of_several() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().stateBytes(100_000));
        for (int i = 1; i <= 12; i++) {
            ended(small, "c" + i, "j" + i);
        }
        small.othersHold(new Load(0, 100_000));
        small.arrives(create("last").metadata(Map.of("large", "v".repeat(1_500))));

        Step large = small.answers("last", Said.accepted("last"));

        assertThat(large.counted()).filteredOn("job_forgotten_early"::equals).hasSizeBetween(4, 8);
        assertThat(small.project().counts().jobs()).isBetween(5, 9);
    }

    @Test
    void a_job_that_is_followed_is_never_forgotten_early() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().jobs(1));
        small.arrives(create("c1"));
        small.arrives(create("c2"));
        small.answers("c1", Said.accepted("j1"));

        assertThat(small.answers("c2", Said.accepted("j2")).counted()).containsExactly("accepted");
        assertThat(small.watched()).containsOnlyKeys("j1", "j2");
    }

    private void created(String commandId, String jobId) {
        world.arrives(create(commandId));
        world.answers(commandId, Said.accepted(jobId));
    }

    private void completedWithoutALink() {
        created("c1", "j1");
        world.sees(Said.job("j1", "completed"));
    }

    private Step notFound() {
        return world.sees("j1", world.job("j1").commands().generation(), world.now(), (JobSnapshot) null);
    }

    private static void ended(ProjectWorld world, String commandId, String jobId) {
        world.arrives(create(commandId));
        world.answers(commandId, Said.accepted(Said.job(jobId, "failed")));
    }
}
