package io.docsagent.worker.ops.projects;

import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.state.CommandOutcome;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Remembered;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A command that the service may have taken.
 *
 * @param commandId null where it has none, and no operator can say what became of it
 * @param jobId of a message; null for a create
 * @param repeatable whether its content is kept, so that it can be sent again
 */
public record UnknownOutcome(
        String projectId,
        @Nullable String commandId,
        @Nullable String jobId,
        String publisher,
        Instant arrivedAt,
        int attempts,
        Reason reason,
        boolean repeatable) {

    static final Comparator<UnknownOutcome> LATEST_FIRST =
            Comparator.comparing(UnknownOutcome::arrivedAt).reversed().thenComparing(UnknownOutcome::projectId);

    /** Null for what is remembered of another kind. */
    static @Nullable UnknownOutcome of(String projectId, Remembered remembered) {
        return remembered instanceof EndedCommand ended && ended.outcome() instanceof CommandOutcome.Unknown unknown
                ? new UnknownOutcome(
                        projectId,
                        ended.publicId(),
                        unknown.jobId(),
                        ended.eventOrigin().publisher(),
                        ended.terms().arrivedAt(),
                        ended.calls().attempts(),
                        unknown.reason(),
                        unknown.command() != null)
                : null;
    }
}
