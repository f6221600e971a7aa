package io.docsagent.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is checked of operations is broken where it should be. */
class OperationsCheckedTest {

    private static final Instant HELD = Instant.parse("2026-11-21T09:00:00Z");

    private static final Event HOLD = ofProject(0, "project.held", HELD);
    private static final Event RESUME = ofProject(1, "project.resumed", HELD.plusSeconds(3));

    @Test
    void a_call_that_is_decided_while_an_operator_holds_the_project() {
        assertThat(new NothingSentWhileHeld().broken(sentAt(HELD.plusSeconds(1), HOLD, RESUME)))
                .hasSize(1);
        assertThat(new NothingSentWhileHeld().broken(sentAt(HELD.plusSeconds(9), HOLD)))
                .hasSize(1);
    }

    @Test
    void and_not_before_or_after() {
        assertThat(new NothingSentWhileHeld().broken(sentAt(HELD.minusSeconds(1), HOLD, RESUME)))
                .isEmpty();
        assertThat(new NothingSentWhileHeld().broken(sentAt(HELD.plusSeconds(4), HOLD, RESUME)))
                .isEmpty();
    }

    @Test
    void an_operation_that_is_answered_twice_or_was_never_published() {
        Event done = answer(0, "o1");
        assertThat(new OperationsAnsweredOnce().broken(sentAt(HELD, done))).isEmpty();
        assertThat(new OperationsAnsweredOnce().broken(sentAt(HELD, done, answer(1, "o1"))))
                .hasSize(1);
        assertThat(new OperationsAnsweredOnce().broken(sentAt(HELD, done, answer(1, "o2"))))
                .hasSize(1);
    }

    private static Evidence sentAt(Instant decided, Event... events) {
        return new Evidence(
                List.of(new Published("c1", "p", Publishers.DEFAULT, null, false, HELD)),
                List.of(),
                Set.of("o1"),
                List.of(),
                List.of(events),
                List.of(),
                () -> Map.of("c1", decided));
    }

    private static Event ofProject(int number, String type, Instant time) {
        return event(number, type, "operator", null, time);
    }

    private static Event answer(int number, String operationId) {
        return event(number, "operation.done", null, operationId, HELD);
    }

    private static Event event(
            int number, String type, @Nullable String code, @Nullable String operationId, Instant time) {
        return new Event(0, "0-" + number + "-0", type, "p", null, null, 0, code, operationId, time);
    }
}
