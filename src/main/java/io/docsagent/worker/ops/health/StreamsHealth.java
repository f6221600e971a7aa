package io.docsagent.worker.ops.health;

import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** For readiness: up only while Kafka Streams runs; it is not while partitions move. */
public record StreamsHealth(Supplier<KafkaStreams.@Nullable State> state) implements HealthIndicator {

    @Override
    public Health health() {
        KafkaStreams.State now = state.get();
        Health.Builder health = now == KafkaStreams.State.RUNNING
                ? Health.up()
                : now == KafkaStreams.State.ERROR ? Health.down() : Health.outOfService();
        return health.withDetail("state", now == null ? "NOT_STARTED" : now.name())
                .build();
    }
}
