package io.docsagent.worker.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CallLedgerTest {

    private Instant now = Instant.EPOCH;
    private final CallLedger ledger = new CallLedger(() -> now);

    private static GatewayRequest.Call call(String projectId, String callId) {
        return new GatewayRequest.Call(projectId, callId, null, "prompt", Instant.MAX, null);
    }

    private void run(String callId) {
        assertThat(ledger.begin(call("p", callId))).isNull();
        ledger.end(call("p", callId), HeldAgentApi.ACCEPTED);
    }

    private Answer ask(String projectId, String callId) {
        return ledger.answerTo(new GatewayRequest.OutcomeQuery(projectId, callId));
    }

    @Test
    void calls_of_different_projects_are_different_calls() {
        run("a");
        assertThat(ask("p", "a")).isEqualTo(HeldAgentApi.ACCEPTED);
        assertThat(ask("q", "a")).isInstanceOf(Answer.Unknown.class);
    }

    @Test
    void old_outcomes_are_forgotten() {
        run("a");
        now = now.plus(CallLedger.MAX_AGE).plusMillis(1);
        run("b");
        assertThat(ask("p", "a")).isInstanceOf(Answer.Unknown.class);
        assertThat(ask("p", "b")).isEqualTo(HeldAgentApi.ACCEPTED);
    }

    @Test
    void at_most_so_many_outcomes_are_remembered() {
        for (int i = 0; i <= CallLedger.MAX_ENDED; i++) {
            run("c" + i);
        }
        assertThat(ask("p", "c0")).isInstanceOf(Answer.Unknown.class);
        assertThat(ask("p", "c1")).isEqualTo(HeldAgentApi.ACCEPTED);
        assertThat(ledger.inFlight()).isZero();
    }
}
