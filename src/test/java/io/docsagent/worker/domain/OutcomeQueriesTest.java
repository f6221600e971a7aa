package io.docsagent.worker.domain;

import static io.docsagent.worker.testkit.Asked.create;
import static io.docsagent.worker.testkit.ProjectWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeQueriesTest {

    private final ProjectWorld world = ProjectWorld.standard();

    @Test
    void the_gateway_is_asked_five_seconds_after_the_call_can_have_ended_and_again_until_it_answers() {
        world.arrives(create("c1"));
        String callId = world.callOf("c1");

        assertThat(world.nextMoment()).isEqualTo(START.plusSeconds(65));
        for (int ask = 0; ask < 3; ask++) {
            assertThat(world.runToNextMoment().outcomeQueries()).containsExactly(callId);
            assertThat(world.now()).isEqualTo(START.plusSeconds(65 + 30L * ask));
        }
        world.answers("c1", Said.rejected());
        world.passes(Duration.ofHours(1));
        assertThat(world.wakes().outcomeQueries()).isEmpty();
    }

    @Test
    void calls_are_asked_for_in_the_order_of_their_arrival_and_not_again_after_a_restart() {
        List<String> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            world.arrives(create("c" + i));
            calls.add(world.callOf("c" + i));
        }

        assertThat(world.runToNextMoment().outcomeQueries()).containsExactlyElementsOf(calls);
        assertThat(world.restarted().wakes().outcomeQueries()).isEmpty();
    }

    @Test
    void a_call_that_is_in_flight_is_asked_for_later() {
        world.arrives(create("c1"));
        world.runToNextMoment();
        world.passes(Duration.ofSeconds(10));

        assertThat(world.answers("c1", Said.inFlight()).announced()).isEmpty();

        assertThat(world.nextMoment()).isEqualTo(START.plusSeconds(105));
        assertThat(world.project().calls()).hasSize(1);
    }

    @Test
    void a_gateway_that_finds_no_trace_ends_the_command_as_unknown() {
        world.arrives(create("c1"));
        world.runToNextMoment();

        var noTrace = new Answer.Unknown(Answer.Unknown.Reason.NO_TRACE, null, "never heard of");
        assertThat(world.answers("c1", noTrace).announced()).containsExactly("command.unknown c1 no_trace");
        assertThat(world.project().calls()).isEmpty();
    }

    @Test
    void an_outcome_closes_its_call_once() {
        world.arrives(create("c1"));
        String first = world.callOf("c1");
        world.answersCall(first, Said.notSent());
        world.runToNextMoment();

        assertThat(world.answersCall(first, Said.accepted("j1")).announced()).isEmpty();
        assertThat(world.answersCall(first, Said.notSent()).announced()).isEmpty();
        assertThat(world.available()).isEqualTo(99);
        assertThat(world.project().calls()).containsOnlyKeys(world.callOf("c1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "x", "x.", "x.1", "x.y"})
    void an_answer_to_a_call_that_never_was_is_dropped(String callId) {
        world.arrives(create("c1"));

        assertThat(world.answersCall(callId, Said.accepted("j1")).decision().effects())
                .isEmpty();
    }
}
