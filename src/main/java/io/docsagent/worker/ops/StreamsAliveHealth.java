package io.docsagent.worker.ops;

import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** For liveness: down only where nothing but a restart helps; Kafka being away is no such state. */
record StreamsAliveHealth(Supplier<KafkaStreams.@Nullable State> state) implements HealthIndicator {

    @Override
    public Health health() {
        KafkaStreams.State now = state.get();
        Health.Builder health = now == KafkaStreams.State.ERROR ? Health.down() : Health.up();
        return health.withDetail("state", now == null ? "NOT_STARTED" : now.name())
                .build();
    }
}
