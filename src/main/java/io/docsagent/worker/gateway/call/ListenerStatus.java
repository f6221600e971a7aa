package io.docsagent.worker.gateway.call;

import io.docsagent.worker.gateway.BreakerState;
import io.docsagent.worker.gateway.GatewayStatus;
import io.docsagent.worker.gateway.breaker.ServiceBreaker;
import io.docsagent.worker.gateway.keys.ApiKeys;
import io.docsagent.worker.rights.DeniedRights;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

/** The state of this instance's listener, of its calls and of its shared key. */
record ListenerStatus(
        KafkaMessageListenerContainer<byte[], byte[]> listener,
        StopOnFailure stop,
        DeniedRights.Client rights,
        CallSlots slots,
        ServiceBreaker breaker,
        Outcomes outcomes,
        ApiKeys keys)
        implements GatewayStatus {

    /** As Kafka names them; negative before the first one. */
    private static final Set<String> SECONDS_AGO = Set.of("last-poll-seconds-ago", "last-heartbeat-seconds-ago");

    @Override
    public boolean isConsuming() {
        return listener.isRunning() && listener.isInExpectedState() && failure() == null && !rights.isDenied();
    }

    @Override
    public @Nullable String failure() {
        return stop.failure();
    }

    /** Kafka's consumer sends no heartbeat while it knows no coordinator, and gives one up that does not answer. */
    @Override
    public @Nullable Duration silence() {
        // A listener that was stopped keeps its closed consumer, whose last heartbeat is ever longer ago.
        if (!listener.isRunning()) {
            return null;
        }
        return listener.metrics().values().stream()
                .flatMap(metrics -> metrics.entrySet().stream())
                .filter(metric -> SECONDS_AGO.contains(metric.getKey().name()))
                .map(metric -> metric.getValue().metricValue())
                .map(value -> ((Number) value).doubleValue())
                .filter(seconds -> seconds >= 0)
                .max(Comparator.naturalOrder())
                .map(seconds -> Duration.ofSeconds(seconds.longValue()))
                .orElse(null);
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
    public BreakerState breakerState() {
        return breaker.state();
    }

    @Override
    public int openProjects() {
        return breaker.openProjects();
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
