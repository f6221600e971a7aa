package io.docsagent.worker.ops.projects;

import io.docsagent.worker.domain.state.QueuedCommand;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What operators see of a command; never its prompt or metadata.
 *
 * @param position 1 is next; null while it is in flight
 * @param waitsFor {@code quota}, {@code throttled}, {@code unauthorized}, {@code unreachable}, {@code behind_job},
 *     {@code scheduled}, {@code budget}, {@code operator}, {@code in_flight_limit}, {@code command} (a cancel, until that
 *     arrives), or {@code none}
 */
record CommandSummary(
        @Nullable Integer position,
        String state,
        String waitsFor,
        String type,
        @Nullable String commandId,
        @Nullable String jobId,
        String publisher,
        String priority,
        Instant arrivedAt,
        @Nullable Instant notBefore,
        @Nullable Instant expiresAt,
        int attempts,
        @Nullable Instant promotedAt) {

    static CommandSummary inFlight(QueuedCommand queued) {
        return of(queued, null, "in_flight", "none");
    }

    static CommandSummary waiting(QueuedCommand queued, int position, String waitsFor) {
        return of(queued, position, "waiting", waitsFor);
    }

    private static CommandSummary of(QueuedCommand queued, @Nullable Integer position, String state, String waitsFor) {
        return new CommandSummary(
                position,
                state,
                waitsFor,
                queued.command().type().name().toLowerCase(Locale.ROOT),
                queued.command().commandId(),
                queued.jobId() != null ? queued.jobId() : queued.command().jobId(),
                queued.command().publisher(),
                queued.command().priority().name().toLowerCase(Locale.ROOT),
                queued.arrivedAt(),
                queued.command().notBefore(),
                queued.command().expiresAt(),
                queued.attempts(),
                queued.promotedAt());
    }
}
