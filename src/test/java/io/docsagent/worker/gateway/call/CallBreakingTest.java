package io.docsagent.worker.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a service that fails costs of the calls that have come. */
class CallBreakingTest {

    private static final Answer UNKNOWN = new Answer.Unknown(Answer.Unknown.Reason.TIMEOUT, null, "no answer");

    private final GatewayInMemory gateway = new GatewayInMemory(256, 1_000, new GatewayObserver() {}, Breakers.of(5));

    @AfterEach
    void close() {
        gateway.close();
    }

    private void begin(String projectId, int calls) {
        begin(projectId, 0, calls, Duration.ofMinutes(1));
    }

    private void begin(String projectId, int from, int to, Duration notAfter) {
        for (int i = from; i < to; i++) {
            var call = new GatewayRequest.Call(
                    projectId, projectId + i, null, "prompt", Instant.now().plus(notAfter), null);
            assertThat(gateway.gate.tryEnter(call)).isTrue();
            gateway.executor.begin(call);
        }
    }

    private void awaitAnswer(String callId, Class<? extends Answer> kind) {
        Awaitility.await().until(() -> !gateway.inputs.answersTo(callId).isEmpty());
        assertThat(gateway.inputs.answersTo(callId)).last().isInstanceOf(kind);
    }

    @Test
    void of_many_projects_that_begin_while_it_hangs_five_calls_are_lost() {
        gateway.api.atOnce = false;
        for (int i = 0; i < 50; i++) {
            begin("p" + i + "-", 1);
        }
        assertThat(gateway.api.sent).hasSize(5);

        gateway.api.sent.forEach(callId -> gateway.api.answer(callId, UNKNOWN));

        for (int i = 5; i < 50; i++) {
            awaitAnswer("p" + i + "-0", Answer.NotSent.class);
        }
        assertThat(gateway.api.sent).hasSize(5);
        assertThat(gateway.slots.inFlight()).isZero();
        assertThat(gateway.slots.waiting()).isZero();
    }

    @Test
    void each_success_lets_more_calls_begin() {
        gateway.api.atOnce = false;
        begin("p", 20);
        assertThat(gateway.api.sent).hasSize(3);
        gateway.api.answer("p0", HeldAgentApi.ACCEPTED);
        assertThat(gateway.api.sent).hasSize(6);
        gateway.api.answer("p1", HeldAgentApi.ACCEPTED);
        assertThat(gateway.api.sent).hasSize(9);
    }

    @Test
    void a_service_that_answers_gets_everything_at_once() {
        begin("p", 500);
        assertThat(gateway.api.sent).hasSize(500);
    }

    @Test
    void what_waits_for_a_success_too_long_is_not_sent() {
        gateway.api.atOnce = false;
        begin("p", 3);
        begin("p", 3, 4, Duration.ofMillis(1));

        awaitAnswer("p3", Answer.NoSlot.class);
        assertThat(gateway.api.sent).doesNotContain("p3");
    }
}
