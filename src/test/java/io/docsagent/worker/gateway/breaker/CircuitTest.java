package io.docsagent.worker.gateway.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.gateway.breaker.Circuit.Closed;
import io.docsagent.worker.gateway.breaker.Circuit.HalfOpen;
import io.docsagent.worker.gateway.breaker.Circuit.Jobs;
import io.docsagent.worker.gateway.breaker.Circuit.Open;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CircuitTest {

    private static final Terms TERMS = new Terms(3, Duration.ofMinutes(1));
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant TRIAL = NOW.plusSeconds(10);

    /** Two calls of this time are in flight, and one has ended as unknown. */
    private static final Closed CLOSED = new Closed(7, 2, 1);

    private static final Open OPEN = new Open(7, 2, TRIAL, Jobs.NOT_SEEN, "HTTP 500");
    private static final HalfOpen HALF_OPEN = new HalfOpen(7, 2, Jobs.NOT_SEEN, "HTTP 500");

    static Stream<Arguments> moves() {
        return Stream.of(
                arguments(new Closed(7, 0, 1).begin(), new Closed(7, 1, 1)),
                arguments(CLOSED.succeeded(8), new Closed(8, 0, 0)),
                arguments(CLOSED.unknown(7, TERMS, NOW, "timeout", 8), new Closed(7, 1, 2)),
                arguments(CLOSED.unknown(6, TERMS, NOW, "timeout", 8), new Closed(7, 2, 2)),
                arguments(
                        new Closed(7, 1, 2).unknown(7, TERMS, NOW, "timeout", 8),
                        new Open(8, 1, NOW.plus(TERMS.waitAfter(1, 8)), Jobs.NOT_SEEN, "timeout")),
                arguments(CLOSED.provedNothing(7, TERMS, NOW), new Closed(7, 1, 1)),
                arguments(CLOSED.provedNothing(6, TERMS, NOW), CLOSED),
                arguments(CLOSED.lookedUp(false, NOW), CLOSED),
                arguments(OPEN.begin(8), new HalfOpen(8, 2, Jobs.NOT_SEEN, "HTTP 500")),
                arguments(OPEN.succeeded(8), new Closed(8, 0, 0)),
                // Begun before it opened.
                arguments(OPEN.unknown(6, TERMS, NOW, "timeout", 8), OPEN),
                arguments(OPEN.provedNothing(6, TERMS, NOW), OPEN),
                arguments(HALF_OPEN.succeeded(8), new Closed(8, 0, 0)),
                arguments(HALF_OPEN.unknown(6, TERMS, NOW, "timeout", 8), HALF_OPEN),
                arguments(HALF_OPEN.provedNothing(6, TERMS, NOW), HALF_OPEN),
                arguments(
                        HALF_OPEN.unknown(7, TERMS, NOW, "timeout", 8),
                        new Open(7, 3, NOW.plus(TERMS.waitAfter(3, 7)), Jobs.NOT_SEEN, "timeout")),
                arguments(
                        HALF_OPEN.provedNothing(7, TERMS, NOW),
                        new Open(7, 2, NOW.plus(TERMS.waitAfter(2, 7)), Jobs.NOT_SEEN, "HTTP 500")));
    }

    @ParameterizedTest
    @MethodSource("moves")
    void each_move_leads_where_it_should(Circuit found, Circuit expected) {
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void calls_without_an_outcome_and_unknown_outcomes_share_the_places() {
        assertThat(new Closed(7, 1, 1).hasPlace(TERMS)).isTrue();
        assertThat(CLOSED.hasPlace(TERMS)).isFalse();
        assertThat(new Closed(7, 3, 0).hasPlace(TERMS)).isFalse();
        assertThat(CLOSED.succeeded(8)).isEqualTo(new Closed(8, 0, 0));
    }

    @Test
    void no_trial_is_made_while_gets_fail_but_not_for_ever() {
        Open failing = OPEN.lookedUp(false, NOW);

        assertThat(failing.isTrialDue(TRIAL)).isFalse();
        assertThat(failing.isTrialDue(TRIAL.plus(Open.LONGEST_WITHOUT_GETS).minusMillis(1)))
                .isFalse();
        assertThat(failing.isTrialDue(TRIAL.plus(Open.LONGEST_WITHOUT_GETS))).isTrue();
    }

    @Test
    void the_first_get_that_succeeds_again_allows_the_trial_at_once() {
        assertThat(OPEN.lookedUp(false, NOW).lookedUp(true, NOW).isTrialDue(NOW))
                .isTrue();
    }

    @Test
    void gets_that_succeed_all_along_make_no_trial_earlier() {
        Open seen = OPEN.lookedUp(true, NOW).lookedUp(true, NOW.plusSeconds(1));

        assertThat(seen.isTrialDue(TRIAL.minusMillis(1))).isFalse();
        assertThat(seen.isTrialDue(TRIAL)).isTrue();
    }

    /** Where the GETs of one project fail and those of another succeed, each pair would cost a POST otherwise. */
    @Test
    void gets_make_one_trial_earlier_in_an_outage_and_no_second_one() {
        Open recovered = OPEN.lookedUp(false, NOW).lookedUp(true, NOW);
        Open again = (Open) recovered.begin(8).unknown(8, TERMS, NOW, "timeout", 9);

        Open flapping = again.lookedUp(false, NOW).lookedUp(true, NOW);

        assertThat(flapping.isTrialDue(NOW)).isFalse();
        assertThat(flapping.isTrialDue(NOW.plus(TERMS.waitAfter(3, 8)))).isTrue();
    }

    @Test
    void waits_double_from_a_second_to_the_longest_and_are_up_to_a_quarter_longer() {
        for (int failures = 1; failures < 100; failures++) {
            long seconds = Math.min(60, 1L << Math.min(failures - 1, 6));
            for (long seed = 0; seed < 50; seed++) {
                assertThat(TERMS.waitAfter(failures, seed))
                        .isBetween(Duration.ofSeconds(seconds), Duration.ofMillis(1_250 * seconds));
            }
        }
        assertThat(Stream.iterate(0L, seed -> seed + 1)
                        .limit(50)
                        .map(seed -> TERMS.waitAfter(7, seed))
                        .distinct())
                .hasSizeGreaterThan(20);
    }
}
