package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.Asked.message;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.message.JobSnapshot;
import io.docsagent.worker.message.StatusEvent.Reason;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobEndsTest {

    private static final Duration GRACE = Duration.ofMinutes(1);

    private final ProjectWorld world = ProjectWorld.standard();

    @ParameterizedTest
    @CsvSource({"failed,", "archived,", "completed,link"})
    void anEndedJobIsFollowedNoMoreAndItsEndHolds(String status, @Nullable String link) {
        created("c1", "j1");

        Step ended = world.sees(Said.job("j1", status, link));

        assertThat(ended.told()).containsExactly("job." + status + " c1 j1");
        assertThat(ended.released()).containsExactly("j1");
        assertThat(world.watched()).isEmpty();
        assertThat(world.sees(Said.job("j1", "active")).told()).isEmpty();
        assertThat(world.job("j1").snapshot().status()).isEqualTo(status);
    }

    @Test
    void aJobMayHaveEndedWhenItsCommandIsAccepted() {
        world.arrives(create("c1"));

        assertThat(world.answers("c1", Said.accepted(Said.job("j1", "failed"))).released())
                .containsExactly("j1");
    }

    @Test
    void aJobCompletedWithoutALinkIsLookedAtForTheGrace() {
        created("c1", "j1");

        Step completed = world.sees(Said.job("j1", "completed"));

        assertThat(completed.told()).containsExactly("job.completed c1 j1");
        assertThat(completed.watched().getFirst().job().onlyLinkUntil()).isEqualTo(START.plus(GRACE));
        assertThat(completed.nextMoment()).isEqualTo(START.plus(GRACE));
    }

    @Test
    void aLinkThatFollowsWithinTheGraceIsToldAndTheJobReleased() {
        completedWithoutALink();
        world.passes(GRACE.minusMillis(1));

        Step link = world.sees(Said.job("j1", "completed", "link"));

        assertThat(link.told()).containsExactly("job.updated c1 j1");
        assertThat(link.released()).containsExactly("j1");
    }

    @Test
    void aJobWithoutALinkIsReleasedAtTheEndOfTheGrace() {
        completedWithoutALink();

        Step end = world.runToNextMoment();

        assertThat(world.now()).isEqualTo(START.plus(GRACE));
        assertThat(end.told()).isEmpty();
        assertThat(end.released()).containsExactly("j1");
        assertThat(world.sees(Said.job("j1", "completed", "link")).told()).isEmpty();
    }

    @Test
    void theStatusOfACompletedJobHoldsWhileItsLinkIsAwaited() {
        completedWithoutALink();

        assertThat(world.sees(Said.job("j1", "active")).told()).isEmpty();
        assertThat(world.sees(Said.job("j1", "archived")).told()).isEmpty();
        assertThat(world.job("j1").snapshot().status()).isEqualTo("completed");
        assertThat(world.watched()).containsOnlyKeys("j1");
    }

    @Test
    void aJobThatTheServiceDoesNotKnowIsLost() {
        created("c1", "j1");

        Step lost = notFound();

        assertThat(lost.told()).containsExactly("job.lost c1 j1 not_found");
        assertThat(lost.events().getFirst().reason())
                .isEqualTo(new Reason("not_found", "the service does not know the job", 404));
        assertThat(lost.released()).containsExactly("j1");
        assertThat(notFound().told()).isEmpty();
    }

    @Test
    void aCompletedJobThatIsGoneBeforeItsLinkIsNotToldAsLost() {
        completedWithoutALink();

        Step gone = notFound();

        assertThat(gone.told()).isEmpty();
        assertThat(gone.released()).containsExactly("j1");
        assertThat(world.job("j1").snapshot().status()).isEqualTo("completed");
    }

    @Test
    void aJobThatDoesNotEndIsGivenUp() {
        created("c1", "j1");

        Step stalled = world.runToNextMoment();

        assertThat(world.now()).isEqualTo(START.plus(Duration.ofHours(24)));
        assertThat(stalled.told()).containsExactly("job.stalled c1 j1 stalled");
        assertThat(stalled.released()).containsExactly("j1");
    }

    @Test
    void theTimeInWhichTheProjectIsHeldDoesNotCount() {
        created("c1", "j1");
        world.arrives(create("c2"));
        world.answers("c2", Said.throttled(Duration.ofHours(1)));
        world.runToNextMoment();
        world.answers("c2", Said.rejected());
        world.at(START.plus(Duration.ofHours(24)));

        assertThat(world.wakes().told()).isEmpty();
        assertThat(world.runToNextMoment().told()).containsExactly("job.stalled c1 j1 stalled");
        assertThat(world.now()).isEqualTo(START.plus(Duration.ofHours(25)));
    }

    @Test
    void aHoldFromBeforeTheJobDoesNotLengthenItsTime() {
        world.arrives(create("c1"));
        world.answers("c1", Said.throttled(Duration.ofHours(1)));
        world.runToNextMoment();
        world.answers("c1", Said.accepted("j1"));

        assertThat(world.runToNextMoment().told()).containsExactly("job.stalled c1 j1 stalled");
        assertThat(world.now()).isEqualTo(START.plus(Duration.ofHours(25)));
    }

    @Test
    void anEndedJobIsForgottenAfterTheRetentionAndThenTheProjectToo() {
        created("c1", "j1");
        world.sees(Said.job("j1", "failed"));
        world.runToNextMoment();
        assertThat(world.remembersHowMany()).isZero();
        assertThat(world.ifJob("j1")).isNotNull();

        Step forgotten = world.runToNextMoment();

        assertThat(world.now()).isEqualTo(START.plus(Duration.ofDays(30)));
        assertThat(forgotten.told()).isEmpty();
        assertThat(world.ifJob("j1")).isNull();
        assertThat(world.ifProject()).isNull();
    }

    @Test
    void aJobIsNotForgottenWhileAMessageToItWaits() {
        ProjectWorld slow = ProjectWorld.of(Limits.standard().capacity(1).period(Duration.ofDays(40)));
        ended(slow, "c1", "j1");
        slow.arrives(message("m1", "j1"));
        long told = slow.job("j1").sequence();

        slow.passes(Duration.ofDays(41));
        slow.wakes();
        slow.answers("m1", Said.accepted(Said.job("j1", "active")));

        assertThat(slow.job("j1").sequence()).isEqualTo(told + 1);
    }

    @Test
    void aJobThatAMessageOutlivesIsForgottenARetentionLater() {
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
    void endedJobsAreForgottenEarlyOldestFirstWhereTheProjectsLimitIsReached() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().jobs(2, 100));
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
    void endedJobsAreForgottenEarlyWhereThePartitionsLimitIsReached() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().jobs(100, 5));
        ended(small, "c1", "j1");
        small.othersHold(new Load(0, 0, 4));
        small.arrives(create("c2"));

        assertThat(small.answers("c2", Said.accepted("j2")).counted()).contains("job_forgotten_early");
        assertThat(small.ifJob("j1")).isNull();
    }

    @Test
    void aJobThatIsFollowedIsNeverForgottenEarly() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().jobs(1, 100));
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
        return world.sees("j1", world.job("j1").generation(), world.now(), (JobSnapshot) null);
    }

    private static void ended(ProjectWorld world, String commandId, String jobId) {
        world.arrives(create(commandId));
        world.answers(commandId, Said.accepted(Said.job(jobId, "failed")));
    }
}
