package io.docsagent.worker.gateway;

import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.Order;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Carries out orders that are this instance's own by a commit, and says what became of them. */
final class CallDesk {

    private static final Logger log = LoggerFactory.getLogger(CallDesk.class);

    private final AgentApi api;
    private final CallLedger ledger;
    private final Outcomes outcomes;
    private final HeldProjects held;
    private final SendGate gate;
    private final InstantSource clock;

    CallDesk(
            AgentApi api, CallLedger ledger, Outcomes outcomes, HeldProjects held, SendGate gate, InstantSource clock) {
        this.api = api;
        this.ledger = ledger;
        this.outcomes = outcomes;
        this.held = held;
        this.gate = gate;
        this.clock = clock;
    }

    /** Begins an order that the gate has let in; returns at once, and lets it out when it has ended. */
    void begin(Order order) {
        switch (order) {
            case Order.Ask ask -> {
                var unused = tell(ask, ledger.answerTo(ask));
            }
            case Order.Call call -> begin(call);
        }
    }

    private void begin(Order.Call call) {
        Answer known = ledger.begin(call);
        if (known != null) {
            // Delivered once more, as after lost group offsets: what is known is said again, and nothing is sent.
            gate.leave(call);
            var unused = tell(call, known);
            return;
        }
        long keyChanges = held.keyChanges();
        answer(call).subscribe(answer -> end(call, answer, keyChanges));
    }

    private Mono<Answer> answer(Order.Call call) {
        if (clock.instant().isAfter(call.notAfter())) {
            return Mono.just(
                    new Answer.NotSent("It was too late to send the call: " + call.notAfter() + " had passed"));
        }
        if (!gate.isOpen()) {
            return Mono.just(new Answer.NotSent("The instance stopped, or its clock went wrong, before the send"));
        }
        return Mono.defer(() -> api.send(call)).onErrorResume(defect -> Mono.just(broken(call, defect)));
    }

    /** Does not happen; if it does, nobody can say whether the call was sent. */
    private static Answer broken(Order.Call call, Throwable defect) {
        log.atError()
                .addKeyValue("projectId", call.projectId())
                .addKeyValue("callId", call.callId())
                .setCause(defect)
                .log("A call broke");
        return new Answer.Unknown(Answer.Unknown.Reason.CONNECTION_LOST, null, "The call broke within the worker");
    }

    /** The outcome counts as waiting before the call counts as ended: who waits for both to be none misses nothing. */
    private void end(Order.Call call, Answer answer, long keyChanges) {
        var unused = tell(call, answer).thenRun(() -> held.answered(call.projectId(), answer, keyChanges));
        ledger.end(call, answer);
        gate.leave(call);
    }

    private CompletableFuture<Void> tell(Order order, Answer answer) {
        return outcomes.append(new Input.CallAnswered(order.projectId(), order.callId(), answer));
    }
}
