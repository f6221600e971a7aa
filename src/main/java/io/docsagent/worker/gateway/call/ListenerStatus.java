package io.docsagent.worker.gateway.call;

import io.docsagent.worker.gateway.GatewayStatus;
import io.docsagent.worker.gateway.keys.ApiKeys;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

/** The state of this instance's listener, of its calls and of its shared key. */
record ListenerStatus(
        KafkaMessageListenerContainer<byte[], byte[]> listener,
        StopOnFailure stop,
        CallSlots slots,
        Outcomes outcomes,
        ApiKeys keys)
        implements GatewayStatus {

    @Override
    public boolean isConsuming() {
        return listener.isRunning() && listener.isInExpectedState() && failure() == null;
    }

    @Override
    public @Nullable String failure() {
        return stop.failure();
    }

    @Override
    public int callsInFlight() {
        return slots.inFlight();
    }

    @Override
    public int callsWaiting() {
        return slots.waiting();
    }

    @Override
    public int outcomesWaiting() {
        return outcomes.waiting();
    }

    @Override
    public @Nullable Instant keyLoadedAt() {
        return keys.loadedAt();
    }
}
