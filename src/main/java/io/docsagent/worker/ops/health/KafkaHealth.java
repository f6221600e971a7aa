package io.docsagent.worker.ops.health;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** For readiness: up while Kafka answers, and denies nothing. */
public record KafkaHealth(KafkaContact contact, Duration most) implements HealthIndicator {

    @Override
    public Health health() {
        List<String> denied = contact.deniedRights();
        Health.Builder health = contact.isLost() || !denied.isEmpty() ? Health.outOfService() : Health.up();
        if (!denied.isEmpty()) {
            health.withDetail("deniedRights", denied);
        }
        List<String> missing = contact.missing();
        if (!missing.isEmpty()) {
            health.withDetail("missingTopics", missing);
        }
        return health.withDetail("lastPoll", written(contact.lastPoll()))
                .withDetail("maxSilence", most.toString())
                .build();
    }

    private static String written(@Nullable Instant last) {
        return last == null ? "none" : last.toString();
    }
}
