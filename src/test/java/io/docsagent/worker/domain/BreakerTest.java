package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.message.Answer;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BreakerTest {

    private final ProjectWorld world = ProjectWorld.standard();

    static Stream<Arguments> answersThatHold() {
        return Stream.of(
                arguments(Said.unauthorized(), "unauthorized", 5, 600, 99L),
                arguments(Said.misdirected(), "misconfigured", 5, 600, 99L),
                arguments(Said.throttled(null), "throttled", 30, 300, 99L),
                arguments(Said.notSent(), "", 1, 60, 100L));
    }

    @ParameterizedTest
    @MethodSource("answersThatHold")
    void theCommandIsPutBackAndOneProbesAtGrowingIntervals(
            Answer answer, String told, int seconds, int most, long tokens) {
        world.arrives(create("c1"));
        Step held = world.answers("c1", answer);

        assertThat(held.told())
                .isEqualTo(told.isEmpty() ? java.util.List.of() : java.util.List.of("project.held " + told));
        assertThat(world.available()).isEqualTo(tokens);
        long expected = seconds;
        for (int probe = 0; probe < 12; probe++) {
            assertThat(wait(world)).isBetween(Duration.ofSeconds(expected), Duration.ofMillis(expected * 1_200));
            assertThat(world.runToNextMoment().called()).containsExactly("c1");
            assertThat(world.answers("c1", answer).told()).isEmpty();
            expected = Math.min(expected * 2, most);
        }
    }

    @ParameterizedTest
    @MethodSource("answersThatHold")
    void aProbeThatGetsThroughOpensTheProject(Answer answer, String told, int seconds, int most, long tokens) {
        world.arrives(create("c1"));
        world.answers("c1", answer);
        world.arrives(create("c2"));
        world.arrives(create("c3"));

        Step probe = world.runToNextMoment();
        assertThat(probe.called()).hasSize(1);
        Step through = world.answers(probe.called().getFirst(), Said.accepted("j1"));

        assertThat(probe.called()).containsAnyOf("c1", "c2");
        assertThat(through.called()).hasSize(2).doesNotContainAnyElementsOf(probe.called());
        assertThat(through.told().contains("project.resumed " + told)).isEqualTo(!told.isEmpty());
    }

    @Test
    void aRejectionGetsThroughToo() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();

        assertThat(world.answers("c1", Said.rejected()).told())
                .containsExactly("command.rejected c1 refused", "project.resumed unauthorized");
    }

    static Stream<Arguments> retryAfter() {
        return Stream.of(
                arguments(Duration.ZERO, Duration.ZERO),
                arguments(Duration.ofSeconds(90), Duration.ofSeconds(90)),
                arguments(Duration.ofDays(9), Duration.ofHours(1)));
    }

    @ParameterizedTest
    @MethodSource("retryAfter")
    void aThrottledProjectWaitsAsAskedButNoLongerThanAPeriod(Duration asked, Duration waited) {
        world.arrives(create("c1"));
        world.passes(Duration.ofSeconds(1));
        Instant answered = world.now();
        Step step = world.answers("c1", Said.throttled(asked));

        while (step.called().isEmpty()) {
            step = world.runToNextMoment();
        }
        assertThat(world.now()).isEqualTo(answered.plus(waited));
    }

    @Test
    void aServiceThatAsksForNoWaitAgainAndAgainIsProbedEverMoreRarely() {
        world.arrives(create("c1"));
        world.answers("c1", Said.throttled(Duration.ZERO));
        world.runToNextMoment();
        Instant answered = world.now();
        Step step = world.answers("c1", Said.throttled(Duration.ZERO));

        while (step.called().isEmpty()) {
            step = world.runToNextMoment();
        }
        assertThat(Duration.between(answered, world.now()))
                .isBetween(Duration.ofMillis(1_000), Duration.ofMillis(1_201));
    }

    @Test
    void aProbeThatIsMisdirectedIsToldAsAnotherHold() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();

        assertThat(world.answers("c1", Said.misdirected()).told()).containsExactly("project.held misconfigured");
    }

    @Test
    void aProbeThatIsNotTakenProvesNothing() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();

        assertThat(world.answers("c1", Said.notTaken()).told()).isEmpty();
        assertThat(wait(world)).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(12));
    }

    /** Nothing that was sent before may be taken for a call of the time after. */
    @Test
    void everyWayOutOfAProbeBeginsANewTime() {
        Hold.Probing probing = new Hold.Probing(Hold.Reason.UNAUTHORIZED, 7, Duration.ZERO, world.now(), "c1.1", 3, 12);

        assertThat(probing.probeAt(world.now()).epoch()).isEqualTo(8);
        assertThat(probing.postpone(world.now()).epoch()).isEqualTo(8);
        assertThat(probing.close(Hold.Reason.UNAUTHORIZED, world.now()).epoch()).isEqualTo(8);
    }

    @Test
    void anAnswerToACallFromBeforeTheHoldDoesNotRenewItNorEndIt() {
        world.arrives(create("c1"));
        world.arrives(create("c2"));
        world.arrives(create("c3"));
        world.answers("c1", Said.unauthorized());
        Instant probe = world.nextMoment();
        world.passes(Duration.ofSeconds(2));

        assertThat(world.answers("c2", Said.unauthorized()).told()).isEmpty();
        assertThat(world.answers("c3", Said.accepted("j3")).told()).containsExactly("job.active c3 j3");
        assertThat(world.nextMoment()).isEqualTo(probe);
    }

    @Test
    void aHoldForAnotherReasonIsToldAndBeginsItsWaitsAnew() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();

        assertThat(world.answers("c1", Said.throttled(null)).told()).containsExactly("project.held throttled");
        assertThat(wait(world)).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(36));
    }

    @Test
    void aProbeThatWasNotSentProvesNothing() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();
        world.answers("c1", Said.notSent());

        assertThat(world.project().hold().announced()).isEqualTo(Hold.Reason.UNAUTHORIZED);
        assertThat(wait(world)).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(12));
    }

    @Test
    void aProbeOfUnknownFateWasReachedButProvesNoKey() {
        ProjectWorld unreachable = ProjectWorld.standard();
        unreachable.arrives(create("c1"));
        unreachable.answers("c1", Said.notSent());
        unreachable.runToNextMoment();
        unreachable.answers("c1", Said.unknown());
        assertThat(unreachable.project().hold()).isInstanceOf(Hold.Open.class);

        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();
        world.answers("c1", Said.unknown());
        assertThat(world.project().hold()).isInstanceOf(Hold.Closed.class);
    }

    @Test
    void aRepeatOfUnknownFateWaitsLongerAndLonger() {
        ProjectWorld repeating = ProjectWorld.of(Limits.standard().atLeastOnce(5));
        repeating.arrives(create("c1"));
        repeating.answers("c1", Said.unknown());
        assertThat(wait(repeating)).isBetween(Duration.ofMillis(1_000), Duration.ofMillis(1_200));

        repeating.runToNextMoment();
        repeating.answers("c1", Said.unknown());
        assertThat(wait(repeating)).isBetween(Duration.ofMillis(2_000), Duration.ofMillis(2_400));
    }

    @Test
    void aNewKeyIsTriedAtOnce() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());

        assertThat(world.keyChanges().called()).containsExactly("c1");
        world.answers("c1", Said.unauthorized());
        assertThat(wait(world)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
    }

    @Test
    void aKeyThatChangesWhileTheOldOneIsProbedIsTriedAtOnce() {
        world.arrives(create("c1"));
        world.arrives(create("c2"));
        world.answers("c1", Said.unauthorized());
        world.answers("c2", Said.unauthorized());
        assertThat(world.runToNextMoment().called()).containsExactly("c2");

        assertThat(world.keyChanges().called()).containsExactly("c1");
        world.answers("c2", Said.unauthorized());
        assertThat(world.answers("c1", Said.accepted("j2")).told())
                .containsExactly("job.active c1 j2", "project.resumed unauthorized");
    }

    @Test
    void aNewKeyChangesNothingForAProjectThatIsOpenOrHeldForAnotherReason() {
        world.arrives(create("c1"));
        assertThat(world.keyChanges().called()).isEmpty();
        world.answers("c1", Said.throttled(null));
        assertThat(world.keyChanges().called()).isEmpty();
        world.runToNextMoment();
        assertThat(world.keyChanges().called()).isEmpty();
    }

    @Test
    void aRecordThatMakesTheRulesThrowHoldsTheProjectAndChangesNothingElse() {
        world.arrives(create("c1"));
        assertThatThrownBy(() -> world.answers("c1", Said.accepted((io.docsagent.worker.message.JobSnapshot) null)))
                .isInstanceOf(IllegalStateException.class);
        long available = world.available();

        Step held = world.holds();

        assertThat(held.told()).containsExactly("project.held internal_error");
        assertThat(world.available()).isEqualTo(available);
        assertThat(world.project().calls()).hasSize(1);
        assertThat(world.arrives(create("c2")).called()).isEmpty();
        assertThat(world.runToNextMoment().called()).containsExactly("c2");
        assertThat(world.answers("c2", Said.accepted("j2")).told()).contains("project.resumed internal_error");
    }

    @Test
    void failuresInARowAreFurtherAndFurtherApart() {
        world.arrives(create("c1").expiresAt(START.plusSeconds(100)));
        world.answers("c1", Said.notSent());
        world.arrives(create("c2").expiresAt(START.plusMillis(1)));
        world.passes(Duration.ofSeconds(2));

        world.holds();
        assertThat(wait(world)).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
        world.holds();
        assertThat(wait(world)).isGreaterThanOrEqualTo(Duration.ofSeconds(20));
        assertThat(world.told()).doesNotContain("project.held internal_error");
    }

    @Test
    void aFailureWhileProbingWaitsForTheProbe() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();
        world.passes(Duration.ofMinutes(5));

        world.holds();

        assertThat(world.project().hold()).isInstanceOf(Hold.Probing.class);
        assertThat(wait(world)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
    }

    @Test
    void aFreshProjectMayBeHeld() {
        assertThat(world.holds().told()).containsExactly("project.held internal_error");
        assertThat(wait(world)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));

        assertThat(world.runToNextMoment().told()).containsExactly("project.resumed internal_error");
        assertThat(world.ifProject()).isNull();
    }

    @Test
    void aClosedProjectWithoutATokenDoesNotSpin() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().capacity(2));
        small.arrives(create("c1"));
        small.arrives(create("c2"));
        small.arrives(create("c3"));
        small.holds();
        small.passes(Duration.ofSeconds(10));

        Step step = small.wakes();

        assertThat(step.nextMoment()).isEqualTo(START.plusSeconds(65));
    }

    @Test
    void theTimeOfAHoldThatNothingWaitsToProbeDoesNotCount() {
        world.arrives(create("c1").expiresAt(START.plusMillis(500)));
        world.answers("c1", Said.notSent());
        Instant until = ((Hold.Closed) world.project().hold()).until();
        world.passes(Duration.ofDays(1));
        world.arrives(create("c2"));
        world.passes(Duration.ofSeconds(3));

        assertThat(world.project().hold().heldUntil(world.now()))
                .isEqualTo(Duration.between(START, until).plusSeconds(3));
    }

    private static Duration wait(ProjectWorld world) {
        return Duration.between(world.now(), Objects.requireNonNull(world.nextMoment()));
    }
}
