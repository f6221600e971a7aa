package io.docsagent.worker.gateway.call;

import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.breaker.Verdict;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Makes the calls whose offsets this instance has committed, and publishes their outcomes. */
final class CallExecutor {

    private static final Logger log = LoggerFactory.getLogger(CallExecutor.class);

    /**
     * How often calls that wait for a slot are checked for being too late, or no longer allowed to be sent from here.
     */
    private static final Duration TICK = Duration.ofMillis(100);

    private final AgentApi api;
    private final CallLedger ledger;
    private final Outcomes outcomes;
    private final HeldProjects held;
    private final CallGate gate;
    private final CallSlots slots;
    private final InstantSource clock;
    private final Scheduler timer;
    private final AtomicInteger sendRequests = new AtomicInteger();
    private final AtomicBoolean ticking = new AtomicBoolean();

    CallExecutor(
            AgentApi api,
            CallLedger ledger,
            Outcomes outcomes,
            HeldProjects held,
            CallGate gate,
            CallSlots slots,
            InstantSource clock,
            Scheduler timer) {
        this.api = api;
        this.ledger = ledger;
        this.outcomes = outcomes;
        this.held = held;
        this.gate = gate;
        this.slots = slots;
        this.clock = clock;
        this.timer = timer;
    }

    /** Starts processing a request that the gate has admitted; returns at once. */
    void begin(GatewayRequest request) {
        switch (request) {
            case GatewayRequest.OutcomeQuery query -> {
                var unused = publish(query, ledger.answerTo(query));
            }
            case GatewayRequest.Call call -> begin(call);
        }
    }

    private void begin(GatewayRequest.Call call) {
        Answer known = ledger.begin(call);
        if (known != null) {
            // Delivered again: its known outcome is published again, and nothing is sent.
            slots.cancel(call);
            var unused = publish(call, known);
            return;
        }
        slots.enqueue(call);
        sendNext();
    }

    /**
     * Sends the calls for which slots are free. Only one thread at a time does so; another that arrives meanwhile has
     * it check once more. Otherwise a service that answers at once would make one call send the next from within
     * itself, without end.
     */
    private void sendNext() {
        if (sendRequests.getAndIncrement() > 0) {
            return;
        }
        int handled = 1;
        do {
            CallSlots.Taken taken;
            while (gate.isOpen() && (taken = slots.next()) != null) {
                begin(taken);
            }
            handled = sendRequests.addAndGet(-handled);
        } while (handled > 0);
        if (slots.waiting() > 0) {
            tickLater();
        }
    }

    private void tickLater() {
        if (ticking.compareAndSet(false, true)) {
            var unused = timer.schedule(this::tick, TICK.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Every waiting call ends: it is sent, or answered here. */
    private void tick() {
        ticking.set(false);
        if (gate.isOpen()) {
            slots.removeLate(clock.instant()).forEach(call -> refuse(call, tooLate(call)));
        } else {
            slots.removeAll().forEach(call -> refuse(call, mayNotSend()));
        }
        sendNext();
    }

    private void refuse(GatewayRequest.Call call, Answer answer) {
        var unused = end(call, answer);
    }

    private void begin(CallSlots.Taken taken) {
        switch (taken.verdict()) {
            case Verdict.Begun begun -> send(taken);
            case Verdict.Refused refused -> {
                refuse(taken.call(), refused.answer());
                slots.release(taken, refused.answer());
            }
        }
    }

    private void send(CallSlots.Taken taken) {
        GatewayRequest.Call call = taken.call();
        long keyChanges = held.keyChanges();
        answer(call).subscribe(answer -> {
            var unused = end(call, answer).thenRun(() -> held.answered(call.projectId(), answer, keyChanges));
            slots.release(taken, answer);
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

    /**
     * The call waited here, or on the topic while this instance was at its limits or no instance was reading: the
     * service is not the cause.
     */
    private static Answer tooLate(GatewayRequest.Call call) {
        return new Answer.NoSlot("The call was not sent before its deadline, " + call.notAfter());
    }

    private static Answer mayNotSend() {
        return new Answer.NoSlot(
                "Before the call was sent, the instance stopped, its clock became unreliable, or its outcomes could not be"
                        + " published");
    }

    /** Unexpected; whether the call was sent is not known. */
    private static Answer broken(GatewayRequest.Call call, Throwable defect) {
        log.atError()
                .addKeyValue("projectId", call.projectId())
                .addKeyValue("callId", call.callId())
                .setCause(defect)
                .log("A call failed unexpectedly");
        return new Answer.Unknown(Answer.Unknown.Reason.CONNECTION_LOST, null, "The call failed inside the worker");
    }

    /**
     * The outcome is counted as unpublished before the call ceases to be in flight, so that draining, which waits for
     * both to be none, misses neither.
     */
    private CompletableFuture<Void> end(GatewayRequest.Call call, Answer answer) {
        CompletableFuture<Void> appended = publish(call, answer);
        ledger.end(call, answer);
        return appended;
    }

    private CompletableFuture<Void> publish(GatewayRequest request, Answer answer) {
        return outcomes.append(new Input.CallAnswered(request.projectId(), request.callId(), answer));
    }
}
