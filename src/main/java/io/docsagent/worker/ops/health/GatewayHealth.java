package io.docsagent.worker.ops.health;

import io.docsagent.worker.gateway.GatewayStatus;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** For readiness: up while the gateway consumes calls; the service itself is not checked. */
public record GatewayHealth(GatewayStatus gateway) implements HealthIndicator {

    @Override
    public Health health() {
        String failure = gateway.failure();
        Health.Builder health =
                failure != null ? Health.down() : gateway.isConsuming() ? Health.up() : Health.outOfService();
        health.withDetail("consuming", gateway.isConsuming())
                .withDetail("callsInFlight", gateway.callsInFlight())
                .withDetail("callsWaiting", gateway.callsWaiting())
                .withDetail("breaker", gateway.breakerState())
                .withDetail("outcomesWaiting", gateway.outcomesWaiting());
        if (failure != null) {
            health.withDetail("failure", failure);
        }
        var loadedAt = gateway.keyLoadedAt();
        return loadedAt == null
                ? health.build()
                : health.withDetail("keyLoadedAt", loadedAt.toString()).build();
    }
}
