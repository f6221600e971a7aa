package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.wire.Identity;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How a command ended. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
@JsonSubTypes({
    @JsonSubTypes.Type(value = CommandOutcome.Accepted.class, name = "accepted"),
    @JsonSubTypes.Type(value = CommandOutcome.NotTaken.class, name = "not-taken"),
    @JsonSubTypes.Type(value = CommandOutcome.Superseded.class, name = "superseded"),
    @JsonSubTypes.Type(value = CommandOutcome.Unknown.class, name = "unknown")
})
public sealed interface CommandOutcome {

    CommandState state();

    /** The job that took it, or may have; null where none is known. */
    default @Nullable String jobId() {
        return null;
    }

    /** Why it ended; null where the state says it. */
    default @Nullable Reason reason() {
        return null;
    }

    /** It became a job, or a job took it. */
    record Accepted(String jobId) implements CommandOutcome {

        @Override
        public CommandState state() {
            return CommandState.ACCEPTED;
        }
    }

    /**
     * The service has not taken it.
     *
     * @param state rejected, expired or cancelled
     */
    record NotTaken(CommandState state, Reason reason) implements CommandOutcome {}

    /**
     * A later command took its place before it was sent.
     *
     * @param by where to look further: the latest command in the place for the first one there, the first one for the
     *     others, so that a few steps lead from any of them to the latest
     * @param commandId of the command that took the place from it; null where that has none
     */
    record Superseded(Identity by, @Nullable String commandId) implements CommandOutcome {

        @Override
        public CommandState state() {
            return CommandState.SUPERSEDED;
        }
    }

    /**
     * The service may have taken it.
     *
     * @param jobId to which it was sent; null where it was to start one
     * @param command what an operator may have sent again; null where there was no room for it, and where it has no
     *     commandId, by which an operator names it
     * @param keepsKeyUntil null where it has no {@code continueKey}, and where it continued a job
     */
    record Unknown(
            Reason reason,
            @Nullable String jobId,
            @Nullable Command command,
            Instant endedAt,
            @Nullable Instant keepsKeyUntil)
            implements CommandOutcome {

        /** It keeps no key. */
        public Unknown(Reason reason, @Nullable String jobId, @Nullable Command command, Instant endedAt) {
            this(reason, jobId, command, endedAt, null);
        }

        @Override
        public CommandState state() {
            return CommandState.UNKNOWN;
        }
    }
}
