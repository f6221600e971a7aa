package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.docsagent.worker.message.Operation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operator's hold of a project, next to the {@link Hold} that the service's answers lead to.
 *
 * <p>Stored: its components are a format; a new one is optional, and formats of the release before are read.
 *
 * @param by who asked for it
 * @param until when it ends by itself; null where it does not
 */
public record OperatorHold(
        String by,
        @Nullable String reason,
        Instant since,
        @Nullable Instant until) {

    /** Who holds the projects of a worker that was started with them held: its setting. */
    private static final String START = "docs-agent.dispatch.start-held";

    /** Of a start with every project held. */
    public static OperatorHold ofStart(String name, Instant now) {
        return new OperatorHold(START, name, now, null);
    }

    @JsonIgnore
    public boolean isOfStart() {
        return by.equals(START);
    }

    public static OperatorHold of(Operation operation, Operation.Hold hold, Instant now) {
        return new OperatorHold(operation.by(), operation.reason(), now, hold.until());
    }

    /** Whether it has ended by itself. */
    public boolean isOver(Instant now) {
        return until != null && !until.isAfter(now);
    }
}
