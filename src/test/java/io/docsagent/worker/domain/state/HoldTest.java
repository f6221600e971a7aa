package io.docsagent.worker.domain.state;

import static io.docsagent.worker.domain.state.Hold.Reason.MISCONFIGURED;
import static io.docsagent.worker.domain.state.Hold.Reason.PAYMENT_REQUIRED;
import static io.docsagent.worker.domain.state.Hold.Reason.THROTTLED;
import static io.docsagent.worker.domain.state.Hold.Reason.UNAUTHORIZED;
import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.domain.Queued;
import io.docsagent.worker.domain.state.Hold.Flowing;
import io.docsagent.worker.domain.state.Hold.Held;
import io.docsagent.worker.domain.state.Hold.Probing;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HoldTest {

    private static final Duration BEFORE = Duration.ofMinutes(1);
    private static final Instant UNTIL = at(10);

    /** The 4th command. */
    private static final QueuedCommand CALLED = Queued.of(4, create("c")).attempted();

    private static final Flowing FLOWING = new Flowing(4, BEFORE);
    private static final Held HELD = new Held(UNAUTHORIZED, 4, BEFORE, START, UNTIL, 2, 3, "no");
    private static final Probing PROBING = new Probing(UNAUTHORIZED, 4, BEFORE, START, 2, 4, "no");

    static Stream<Arguments> moves() {
        return Stream.of(
                arguments(
                        FLOWING.hold(THROTTLED, "full", at(5), UNTIL, 7),
                        new Held(THROTTLED, 5, BEFORE, at(5), UNTIL, 1, 7, "full")),
                arguments(HELD.probe(CALLED, UNTIL), PROBING),
                arguments(HELD.probe(CALLED, at(13)), new Probing(UNAUTHORIZED, 4, before(-3), START, 2, 4, "no")),
                arguments(HELD.probeAt(at(7)), new Held(UNAUTHORIZED, 4, BEFORE, START, at(7), 0, 3, "no")),
                arguments(HELD.probeAt(at(13)), new Held(UNAUTHORIZED, 4, before(-3), START, at(13), 0, 3, "no")),
                arguments(HELD.prolong(at(20)), new Held(UNAUTHORIZED, 4, BEFORE, START, at(20), 3, 3, "no")),
                arguments(HELD.prolong(at(5)), new Held(UNAUTHORIZED, 4, BEFORE, START, UNTIL, 3, 3, "no")),
                arguments(PROBING.resume(at(12)), new Flowing(4, before(12))),
                arguments(PROBING.probeAt(at(12)), new Held(UNAUTHORIZED, 5, BEFORE, START, at(12), 0, 4, "no")),
                arguments(
                        PROBING.holdAgain(UNAUTHORIZED, "still no", UNTIL),
                        new Held(UNAUTHORIZED, 5, BEFORE, START, UNTIL, 3, 4, "still no")),
                arguments(
                        PROBING.holdAgain(THROTTLED, "full", UNTIL),
                        new Held(THROTTLED, 5, BEFORE, START, UNTIL, 1, 4, "full")),
                arguments(PROBING.postpone(at(12)), new Held(UNAUTHORIZED, 5, BEFORE, START, at(12), 2, 4, "no")));
    }

    @ParameterizedTest
    @MethodSource("moves")
    void each_move_leads_where_it_should(Hold found, Hold expected) {
        assertThat(found).isEqualTo(expected);
    }

    static Stream<Arguments> times() {
        return Stream.of(
                arguments(FLOWING, at(9), BEFORE),
                arguments(HELD, at(9), before(9)),
                arguments(HELD, at(13), before(10)),
                arguments(HELD.probe(CALLED, at(13)), at(15), before(12)),
                arguments(HELD.probeAt(at(13)), at(14), before(10)),
                arguments(PROBING, at(13), before(13)));
    }

    @ParameterizedTest
    @MethodSource("times")
    void the_time_in_which_nothing_waited_to_probe_is_none_of_the_hold(Hold hold, Instant now, Duration held) {
        assertThat(hold.heldUntil(now)).isEqualTo(held);
    }

    @Test
    void a_new_key_may_end_only_a_hold_of_a_key() {
        assertThat(Arrays.stream(Hold.Reason.values()).filter(Hold.Reason::isOfKey))
                .containsExactly(UNAUTHORIZED, MISCONFIGURED, PAYMENT_REQUIRED);
    }

    private static Instant at(int seconds) {
        return START.plusSeconds(seconds);
    }

    private static Duration before(int seconds) {
        return BEFORE.plusSeconds(seconds);
    }
}
