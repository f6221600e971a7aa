package io.docsagent.worker.gateway.call;

import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.gateway.breaker.ServiceBreaker;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.InputsInMemory;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.scheduler.Schedulers;

/** The gateway without Kafka and without HTTP, as tests put it together. */
final class GatewayInMemory implements AutoCloseable {

    private static final Format<GatewayRequest> REQUEST = Format.of(GatewayRequest.class);

    final HeldAgentApi api = new HeldAgentApi();
    final InputsInMemory inputs = new InputsInMemory();
    final AtomicBoolean permitted = new AtomicBoolean(true);
    final Outcomes outcomes = new Outcomes(inputs, new GatewayObserver() {});
    final CallLedger ledger = new CallLedger(InstantSource.system());
    final HeldProjects held = new HeldProjects(outcomes, List::of);
    final ServiceBreaker breaker;
    final CallSlots slots;
    final CallGate gate;
    final CallExecutor executor;
    final CallListener listener;

    GatewayInMemory(int maxInFlight, int maxWaiting, GatewayObserver observer) {
        this(maxInFlight, maxWaiting, observer, Breakers.wide());
    }

    GatewayInMemory(int maxInFlight, int maxWaiting, GatewayObserver observer, ServiceBreaker breaker) {
        this.breaker = breaker;
        slots = new CallSlots(maxInFlight, maxWaiting, 1_000_000, breaker);
        gate = new CallGate(slots, permitted::get, outcomes::waiting);
        executor = new CallExecutor(
                api, ledger, outcomes, held, gate, slots, InstantSource.system(), Schedulers.parallel());
        listener = new CallListener(gate, executor, observer, new DeniedRights(System::nanoTime).client());
    }

    static byte[] call(String callId) {
        return call(callId, Instant.now().plusSeconds(60));
    }

    static byte[] call(String callId, Instant notAfter) {
        return callOf("p-1", callId, notAfter);
    }

    static byte[] callOf(String projectId, String callId, Instant notAfter) {
        return REQUEST.write(new GatewayRequest.Call(projectId, callId, null, "prompt", notAfter, null));
    }

    static byte[] query(String callId) {
        return REQUEST.write(new GatewayRequest.OutcomeQuery("p-1", callId));
    }

    @Override
    public void close() {
        outcomes.close();
    }
}
