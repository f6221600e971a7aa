package io.docsagent.worker.ops.projects;

import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.WaitReason;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What operators see of a command; never its prompt or metadata.
 *
 * @param position 1 is next; null while it is in flight
 * @param waitsFor the code of a {@link WaitReason}, or {@code none}
 * @param waitsUntil when that is over at the earliest, or the next probe is; null where nobody can tell
 */
public record CommandSummary(
        @Nullable Integer position,
        String state,
        String waitsFor,
        @Nullable Instant waitsUntil,
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
        return of(queued, null, "in_flight", null, null);
    }

    static CommandSummary waiting(
            QueuedCommand queued, int position, @Nullable WaitReason waitsFor, @Nullable Instant until) {
        return of(queued, position, "waiting", waitsFor, until);
    }

    private static CommandSummary of(
            QueuedCommand queued,
            @Nullable Integer position,
            String state,
            @Nullable WaitReason waitsFor,
            @Nullable Instant until) {
        return new CommandSummary(
                position,
                state,
                waitsFor == null ? "none" : waitsFor.code(),
                until,
                queued.command().type().name().toLowerCase(Locale.ROOT),
                queued.command().commandId(),
                queued.jobId() != null ? queued.jobId() : queued.command().jobId(),
                queued.command().publisher(),
                queued.command().priority().name().toLowerCase(Locale.ROOT),
                queued.arrivedAt(),
                queued.command().notBefore(),
                queued.command().expiresAt(),
                queued.calls().attempts(),
                queued.promotedAt());
    }
}
