package io.docsagent.worker.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DrainingTest {

    private final GatewayInMemory gateway = new GatewayInMemory(2, 10, new GatewayObserver() {});
    private final CountDownLatch stopped = new CountDownLatch(1);

    @AfterEach
    void close() {
        gateway.close();
    }

    private Draining draining(Duration atMost) {
        Draining draining = new Draining(
                gateway.gate, () -> gateway.ledger.inFlight() == 0 && gateway.outcomes.waiting() == 0, atMost);
        draining.start();
        return draining;
    }

    private void begin() {
        GatewayRequest.Call call = new GatewayRequest.Call("p", "a", null, "prompt", Instant.MAX, null);
        assertThat(gateway.gate.tryEnter(call)).isTrue();
        gateway.executor.begin(call);
    }

    @Test
    void stopping_waits_for_the_call_and_then_for_its_outcome() {
        gateway.api.atOnce = false;
        CompletableFuture<Void> broker = new CompletableFuture<>();
        gateway.inputs.release = broker;
        Draining draining = draining(Duration.ofSeconds(30));
        begin();
        draining.stop(stopped::countDown);
        assertThat(gateway.gate.isOpen()).isFalse();
        gateway.api.answer("a", HeldAgentApi.ACCEPTED);
        await().until(() -> gateway.inputs.attempts.get() == 1);
        assertThat(stopped.getCount()).isOne();
        broker.complete(null);
        await().until(() -> stopped.getCount() == 0);
        assertThat(gateway.inputs.answersTo("a")).containsExactly(HeldAgentApi.ACCEPTED);
        assertThat(draining.isRunning()).isFalse();
    }

    @Test
    void stopping_does_not_wait_for_ever() {
        gateway.api.atOnce = false;
        Draining draining = draining(Duration.ofMillis(100));
        begin();
        draining.stop(stopped::countDown);
        await().until(() -> stopped.getCount() == 0);
    }

    @Test
    void after_a_restart_calls_may_begin_again() {
        Draining draining = draining(Duration.ofSeconds(1));
        draining.stop();
        await().until(() -> !draining.isRunning());
        draining.start();
        assertThat(gateway.gate.isOpen()).isTrue();
    }
}
