package io.docsagent.worker.ops.health;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** For readiness: up while each part of the worker does what it is for, or has nothing to do. */
public record ProgressHealth(Progress.OfParts parts, InstantSource clock) implements HealthIndicator {

    @Override
    public Health health() {
        Health.Builder health = Health.up();
        for (Progress.Part part : Progress.Part.values()) {
            Progress progress = parts.of(part);
            if (parts.isStalled(progress)) {
                health.outOfService();
            }
            health.withDetail(part.name().toLowerCase(Locale.ROOT), details(progress));
        }
        return health.withDetail("stalledAfter", parts.most().toString()).build();
    }

    private Map<String, String> details(Progress progress) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("lastDid", written(progress.sinceLast()));
        details.put("waitingFor", progress.waitingFor().isEmpty() ? "nothing to do" : progress.waitingFor());
        if (progress.waiting() != null) {
            details.put(
                    "waiting",
                    Duration.ofSeconds(progress.waiting().toSeconds()).toString());
        }
        return details;
    }

    private String written(@Nullable Duration sinceLast) {
        return sinceLast == null ? "none yet" : clock.instant().minus(sinceLast).toString();
    }
}
