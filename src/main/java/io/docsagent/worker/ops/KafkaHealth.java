package io.docsagent.worker.ops;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** For readiness: up while Kafka answers. */
record KafkaHealth(KafkaContact contact, Duration most) implements HealthIndicator {

    @Override
    public Health health() {
        Health.Builder health = contact.isLost() ? Health.outOfService() : Health.up();
        return health.withDetail("lastCommit", written(contact.lastCommit()))
                .withDetail("lastPoll", written(contact.lastPoll()))
                .withDetail("maxSilence", most.toString())
                .build();
    }

    private static String written(@Nullable Instant last) {
        return last == null ? "none yet" : last.toString();
    }
}
