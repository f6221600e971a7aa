package io.docsagent.worker.ops.health;

import io.docsagent.worker.clock.ClockSkew;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** For readiness: up while the skew between this clock and every broker's is known to be tolerable. */
public record ClockHealth(ClockSkew skew, Duration most) implements HealthIndicator {

    @Override
    public Health health() {
        Duration worst = skew.worst();
        Health.Builder health = skew.isTolerable() ? Health.up() : Health.outOfService();
        return health.withDetail("skew", worst == null ? "not measured yet" : worst.toString())
                .withDetail("maxSkew", most.toString())
                .build();
    }
}
