package io.docsagent.worker.ops.health;

import io.docsagent.worker.gateway.GatewayStatus;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** For liveness: down only where nothing but a restart helps; an outage of Kafka is no such state, a deleted topic is. */
public record AliveHealth(
        Supplier<KafkaStreams.@Nullable State> streams, GatewayStatus gateway, Supplier<List<String>> missingTopics)
        implements HealthIndicator {

    @Override
    public Health health() {
        KafkaStreams.State state = streams.get();
        String failure = gateway.failure();
        List<String> missing = missingTopics.get();
        boolean ended = state == KafkaStreams.State.ERROR || failure != null || !missing.isEmpty();
        Health.Builder health = (ended ? Health.down() : Health.up())
                .withDetail("streams", state == null ? "NOT_STARTED" : state.name());
        if (!missing.isEmpty()) {
            health.withDetail("missingTopics", missing);
        }
        return failure == null
                ? health.build()
                : health.withDetail("gateway", failure).build();
    }
}
