package io.docsagent.worker.sandbox.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A simulated job since its latest prompt; its state is computed from the time, so that no timers are needed. */
record SimulatedJob(
        String id,
        String projectId,
        Instant createdAt,
        Script script,
        Instant endsAt,
        @Nullable String shownBefore,
        @Nullable String link,
        Instant linkAt) {

    JobResource at(Instant now) {
        if (now.isBefore(endsAt)) {
            return resource(script.statusMeanwhile(), now, null);
        }
        return switch (script.outcome()) {
            case COMPLETED, NO_CHANGES, LATE_PR -> resource("completed", now, null);
            case FAILED -> resource("failed", now, null);
            case ARCHIVED -> resource("archived", now, endsAt);
        };
    }

    private JobResource resource(String status, Instant now, @Nullable Instant archivedAt) {
        return new JobResource(
                id,
                status,
                new JobResource.Source("https://git.example/" + projectId, "main"),
                "sandbox",
                linkShown(now),
                createdAt,
                archivedAt);
    }

    @Nullable
    String linkShown(Instant now) {
        return now.isBefore(linkAt) ? shownBefore : link;
    }
}
