package io.docsagent.worker.domain.session;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.testkit.Limits;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HoldsTest {

    private final ProjectWorld world = ProjectWorld.standard();

    static Stream<Arguments> answersThatHold() {
        return Stream.of(
                arguments(Said.unauthorized(), "unauthorized", 5, 600, 99L),
                arguments(Said.redirected(), "misconfigured", 5, 600, 99L),
                arguments(Said.paymentRequired(), "payment_required", 5, 600, 99L),
                arguments(Said.throttled(null), "throttled", 30, 300, 99L),
                arguments(Said.notSent(), "unreachable", 1, 60, 100L),
                arguments(Said.notTaken(), "failing", 1, 60, 99L));
    }

    @ParameterizedTest
    @MethodSource("answersThatHold")
    void the_command_is_put_back_and_one_probes_at_growing_intervals(
            Answer answer, String announced, int seconds, int most, long tokens) {
        world.arrives(create("c1"));
        Step held = world.answers("c1", answer);

        assertThat(held.announced()).containsExactly("project.held " + announced);
        assertThat(world.available()).isEqualTo(tokens);
        long expected = seconds;
        for (int probe = 0; probe < 12; probe++) {
            assertThat(wait(world)).isBetween(Duration.ofSeconds(expected), Duration.ofMillis(expected * 1_200));
            assertThat(world.runToNextMoment().called()).containsExactly("c1");
            assertThat(world.answers("c1", answer).announced()).isEmpty();
            expected = Math.min(expected * 2, most);
        }
    }

    @ParameterizedTest
    @MethodSource("answersThatHold")
    void a_probe_that_gets_through_ends_the_hold(Answer answer, String announced, int seconds, int most, long tokens) {
        world.arrives(create("c1"));
        world.answers("c1", answer);
        world.arrives(create("c2"));
        world.arrives(create("c3"));

        Step probe = world.runToNextMoment();
        assertThat(probe.called()).hasSize(1);
        Step through = world.answers(probe.called().getFirst(), Said.accepted("j1"));

        assertThat(probe.called()).containsAnyOf("c1", "c2");
        assertThat(through.called()).hasSize(2).doesNotContainAnyElementsOf(probe.called());
        assertThat(through.announced()).contains("project.resumed " + announced);
    }

    @Test
    void a_rejection_gets_through_too() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();

        assertThat(world.answers("c1", Said.rejected()).announced())
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
    void a_throttled_project_waits_as_asked_but_no_longer_than_a_period(Duration asked, Duration waited) {
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
    void a_service_that_asks_for_no_wait_again_and_again_is_probed_ever_more_rarely() {
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
    void a_probe_that_is_not_taken_proves_nothing() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();

        assertThat(world.answers("c1", Said.notTaken()).announced()).isEmpty();
        assertThat(wait(world)).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(12));
    }

    @Test
    void an_answer_to_a_call_from_before_the_hold_does_not_renew_it_nor_end_it() {
        world.arrives(create("c1"));
        world.arrives(create("c2"));
        world.arrives(create("c3"));
        world.answers("c1", Said.unauthorized());
        Instant probe = world.nextMoment();
        world.passes(Duration.ofSeconds(2));

        assertThat(world.answers("c2", Said.unauthorized()).announced()).isEmpty();
        assertThat(world.answers("c3", Said.accepted("j3")).announced()).containsExactly("job.active c3 j3");
        assertThat(world.nextMoment()).isEqualTo(probe);
    }

    @Test
    void a_hold_for_another_reason_is_announced_and_begins_its_waits_anew() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();

        assertThat(world.answers("c1", Said.throttled(null)).announced()).containsExactly("project.held throttled");
        assertThat(wait(world)).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(36));
    }

    @Test
    void a_probe_that_was_not_sent_proves_nothing() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();
        world.answers("c1", Said.notSent());

        assertThat(world.project().hold().reason()).isEqualTo(Hold.Reason.UNAUTHORIZED);
        assertThat(wait(world)).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(12));
    }

    @Test
    void a_probe_that_was_not_sent_is_soon_repeated_however_long_the_key_has_been_refused() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        for (int probes = 0; probes < 10; probes++) {
            world.runToNextMoment();
            world.answers("c1", Said.unauthorized());
        }
        assertThat(wait(world)).isGreaterThanOrEqualTo(Duration.ofMinutes(10));

        world.runToNextMoment();
        world.answers("c1", Said.notSent());

        assertThat(world.project().hold().reason()).isEqualTo(Hold.Reason.UNAUTHORIZED);
        assertThat(wait(world)).isEqualTo(Duration.ofMinutes(1));
    }

    /** Otherwise each probe of an outage would let as many commands end as unknown as there are uses left. */
    @ParameterizedTest
    @MethodSource("answersThatHold")
    void a_probe_with_an_unknown_outcome_renews_the_hold_with_a_longer_wait(
            Answer answer, String announced, int seconds, int most, long tokens) {
        world.arrives(create("c1"));
        world.answers("c1", answer);
        world.arrives(create("c2"));
        world.arrives(create("c3"));
        String probe = world.runToNextMoment().called().getFirst();

        Step unknown = world.answers(probe, Said.unknown());

        assertThat(unknown.announced()).containsExactly("command.unknown " + probe + " timeout");
        assertThat(unknown.called()).isEmpty();
        assertThat(wait(world)).isBetween(Duration.ofSeconds(2L * seconds), Duration.ofMillis(2_400L * seconds));
    }

    @Test
    void a_hold_keeps_its_latest_cause() {
        world.arrives(create("c1"));
        world.answers("c1", new Answer.NotSent("refused"));
        assertThat(message(world)).isEqualTo("refused");

        world.runToNextMoment();
        world.answers("c1", new Answer.NotSent("unknown host"));
        assertThat(message(world)).isEqualTo("unknown host");

        world.runToNextMoment();
        assertThat(world.answers("c1", Said.unauthorized()).announced()).containsExactly("project.held unauthorized");
        world.runToNextMoment();
        world.answers("c1", new Answer.NotSent("refused"));
        assertThat(message(world)).isNotEqualTo("refused");
    }

    private static @Nullable String message(ProjectWorld world) {
        return ((Hold.Held) world.project().hold()).message();
    }

    @Test
    void a_repeat_with_an_unknown_outcome_waits_longer_and_longer() {
        ProjectWorld repeating = ProjectWorld.of(Limits.standard().atLeastOnce(5));
        repeating.arrives(create("c1"));
        repeating.answers("c1", Said.unknown());
        assertThat(wait(repeating)).isBetween(Duration.ofMillis(1_000), Duration.ofMillis(1_200));

        repeating.runToNextMoment();
        repeating.answers("c1", Said.unknown());
        assertThat(wait(repeating)).isBetween(Duration.ofMillis(2_000), Duration.ofMillis(2_400));
    }

    @Test
    void a_new_key_is_tried_at_once() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());

        assertThat(world.keyChanges().called()).containsExactly("c1");
        world.answers("c1", Said.unauthorized());
        assertThat(wait(world)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
    }

    @Test
    void a_key_that_changes_while_the_old_one_is_probed_is_tried_at_once() {
        world.arrives(create("c1"));
        world.arrives(create("c2"));
        world.answers("c1", Said.unauthorized());
        world.answers("c2", Said.unauthorized());
        assertThat(world.runToNextMoment().called()).containsExactly("c2");

        assertThat(world.keyChanges().called()).containsExactly("c1");
        world.answers("c2", Said.unauthorized());
        assertThat(world.answers("c1", Said.accepted("j2")).announced())
                .containsExactly("job.active c1 j2", "project.resumed unauthorized");
    }

    @Test
    void a_new_key_changes_nothing_for_a_project_that_is_open_or_held_for_another_reason() {
        world.arrives(create("c1"));
        assertThat(world.keyChanges().called()).isEmpty();
        world.answers("c1", Said.throttled(null));
        assertThat(world.keyChanges().called()).isEmpty();
        world.runToNextMoment();
        assertThat(world.keyChanges().called()).isEmpty();
    }

    @Test
    void a_record_that_makes_the_rules_throw_holds_the_project_and_changes_nothing_else() {
        world.arrives(create("c1"));
        assertThatThrownBy(() -> world.answers("c1", Said.accepted((io.docsagent.worker.contract.JobSnapshot) null)))
                .isInstanceOf(IllegalStateException.class);
        long available = world.available();

        Step held = world.holds();

        assertThat(held.announced()).containsExactly("project.held internal_error");
        assertThat(world.available()).isEqualTo(available);
        assertThat(world.project().calls()).hasSize(1);
        assertThat(world.arrives(create("c2")).called()).isEmpty();
        assertThat(world.runToNextMoment().called()).containsExactly("c2");
        assertThat(world.answers("c2", Said.accepted("j2")).announced()).contains("project.resumed internal_error");
    }

    @Test
    void failures_in_a_row_are_further_and_further_apart() {
        world.arrives(create("c1").expiresAt(START.plusSeconds(100)));
        world.answers("c1", Said.notSent());
        world.arrives(create("c2").expiresAt(START.plusMillis(1)));
        world.passes(Duration.ofSeconds(2));

        world.holds();
        assertThat(wait(world)).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
        world.holds();
        assertThat(wait(world)).isGreaterThanOrEqualTo(Duration.ofSeconds(20));
        assertThat(world.announced()).doesNotContain("project.held internal_error");
    }

    @Test
    void a_failure_while_probing_waits_for_the_probe() {
        world.arrives(create("c1"));
        world.answers("c1", Said.unauthorized());
        world.runToNextMoment();
        world.passes(Duration.ofMinutes(5));

        world.holds();

        assertThat(world.project().hold()).isInstanceOf(Hold.Probing.class);
        assertThat(wait(world)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
    }

    @Test
    void a_fresh_project_may_be_held() {
        assertThat(world.holds().announced()).containsExactly("project.held internal_error");
        assertThat(wait(world)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));

        assertThat(world.runToNextMoment().announced()).containsExactly("project.resumed internal_error");
        assertThat(world.ifProject()).isNull();
    }

    @Test
    void a_closed_project_without_a_token_does_not_spin() {
        ProjectWorld small = ProjectWorld.of(Limits.standard().capacity(2));
        small.arrives(create("c1"));
        small.arrives(create("c2"));
        small.arrives(create("c3"));
        small.holds();
        small.passes(Duration.ofSeconds(10));

        Step step = small.wakes();

        assertThat(step.nextMoment()).isEqualTo(START.plusSeconds(65));
    }

    private static Duration wait(ProjectWorld world) {
        return Duration.between(world.now(), Objects.requireNonNull(world.nextMoment()));
    }
}
