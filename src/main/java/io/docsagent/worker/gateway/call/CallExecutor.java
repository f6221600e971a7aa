package io.docsagent.worker.gateway.call;

import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.GatewayRequest;
import io.docsagent.worker.message.Input;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Makes the calls whose offsets this instance has committed, and publishes their outcomes. */
final class CallExecutor {

    private static final Logger log = LoggerFactory.getLogger(CallExecutor.class);

    /** How often it is looked whether waiting calls have become too late, or must not be sent from here any more. */
    private static final Duration TICK = Duration.ofMillis(100);

    private final AgentApi api;
    private final CallLedger ledger;
    private final Outcomes outcomes;
    private final HeldProjects held;
    private final CallGate gate;
    private final CallSlots places;
    private final InstantSource clock;
    private final AtomicInteger wantsToSend = new AtomicInteger();
    private final AtomicBoolean ticking = new AtomicBoolean();

    CallExecutor(
            AgentApi api,
            CallLedger ledger,
            Outcomes outcomes,
            HeldProjects held,
            CallGate gate,
            CallSlots places,
            InstantSource clock) {
        this.api = api;
        this.ledger = ledger;
        this.outcomes = outcomes;
        this.held = held;
        this.gate = gate;
        this.places = places;
        this.clock = clock;
    }

    /** Takes over an order that the gate has let in; returns at once. */
    void begin(GatewayRequest order) {
        switch (order) {
            case GatewayRequest.OutcomeQuery ask -> {
                var unused = tell(ask, ledger.answerTo(ask));
            }
            case GatewayRequest.Call call -> begin(call);
        }
    }

    private void begin(GatewayRequest.Call call) {
        Answer known = ledger.begin(call);
        if (known != null) {
            // Delivered once more: what is known is said again, and nothing is sent.
            places.cancel(call);
            var unused = tell(call, known);
            return;
        }
        places.await(call);
        sendNext();
    }

    /**
     * Sends what may have a place now. One thread at a time does, and another that comes meanwhile makes it look once
     * more: answers that are there at once would else send one call from within the other, without end.
     */
    private void sendNext() {
        if (wantsToSend.getAndIncrement() > 0) {
            return;
        }
        int looks = 1;
        do {
            GatewayRequest.Call call;
            while (gate.isOpen() && (call = places.next()) != null) {
                send(call);
            }
            looks = wantsToSend.addAndGet(-looks);
        } while (looks > 0);
        if (places.waiting() > 0) {
            tickLater();
        }
    }

    private void tickLater() {
        if (ticking.compareAndSet(false, true)) {
            var unused = Schedulers.parallel().schedule(this::tick, TICK.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** None may wait for ever: each is sent, or answered here. */
    private void tick() {
        ticking.set(false);
        if (gate.isOpen()) {
            places.removeLate(clock.instant()).forEach(call -> refuse(call, tooLate(call)));
        } else {
            places.removeAll().forEach(call -> refuse(call, mayNotSend()));
        }
        sendNext();
    }

    private void refuse(GatewayRequest.Call call, Answer answer) {
        var unused = end(call, answer);
    }

    private void send(GatewayRequest.Call call) {
        long keyChanges = held.keyChanges();
        answer(call).subscribe(answer -> {
            var unused = end(call, answer).thenRun(() -> held.answered(call.projectId(), answer, keyChanges));
            places.leave(call);
            sendNext();
        });
    }

    private Mono<Answer> answer(GatewayRequest.Call call) {
        if (clock.instant().isAfter(call.notAfter())) {
            return Mono.just(tooLate(call));
        }
        if (!gate.isOpen()) {
            return Mono.just(mayNotSend());
        }
        return Mono.defer(() -> api.send(call)).onErrorResume(defect -> Mono.just(broken(call, defect)));
    }

    /** It waited here, or on the topic while too many waited here or no instance read it: nothing of the service's. */
    private static Answer tooLate(GatewayRequest.Call call) {
        return new Answer.NoPlace("It was too late to send the call: " + call.notAfter() + " had passed");
    }

    private static Answer mayNotSend() {
        return new Answer.NoPlace("The instance stopped, or its clock went wrong, before the send");
    }

    /** Should not happen; if it does, it is not known whether the call was sent. */
    private static Answer broken(GatewayRequest.Call call, Throwable defect) {
        log.atError()
                .addKeyValue("projectId", call.projectId())
                .addKeyValue("callId", call.callId())
                .setCause(defect)
                .log("A call failed unexpectedly");
        return new Answer.Unknown(Answer.Unknown.Reason.CONNECTION_LOST, null, "The call failed inside the worker");
    }

    /** The outcome counts as waiting before the call counts as ended: who waits for both to be none misses nothing. */
    private CompletableFuture<Void> end(GatewayRequest.Call call, Answer answer) {
        CompletableFuture<Void> appended = tell(call, answer);
        ledger.end(call, answer);
        return appended;
    }

    private CompletableFuture<Void> tell(GatewayRequest order, Answer answer) {
        return outcomes.append(new Input.CallAnswered(order.projectId(), order.callId(), answer));
    }
}
