package io.docsagent.worker.sandbox.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A job as the service shows it; the components are the fields of its JSON. */
public record JobResource(
        String id,
        String status,
        Source source,
        String model,
        @Nullable String prLink,
        Instant createdAt,
        @Nullable Instant archivedAt) {

    public record Source(String repository, @Nullable String ref) {}
}
