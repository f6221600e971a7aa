package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Command.Priority;
import io.docsagent.worker.message.Publisher;
import io.docsagent.worker.message.StatusEvent.QueuePlace;
import io.docsagent.worker.message.StatusEvent.Reason;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the public record of a command that has ended says of it, besides its state.
 *
 * <p>Stored: its components are a format; a new one is optional, and formats of the release before are read.
 *
 * @param reason why it ended without a job
 * @param metadata of a command that was accepted, whose record changes with its job
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record EndedCommand(
        String commandId,
        Priority priority,
        Instant arrivedAt,
        @Nullable Instant notBefore,
        @Nullable Instant expiresAt,
        @Nullable QueuePlace queue,
        int attempts,
        @Nullable Reason reason,
        @Nullable Map<String, String> metadata,
        @Publisher.Name String publisher) {

    public EndedCommand {
        publisher = Publisher.orDefault(publisher);
    }

    /** Null where the command has no commandId, and so no record. */
    public static @Nullable EndedCommand accepted(QueuedCommand queued) {
        return of(queued, null, queued.command().metadata());
    }

    /** Null where the command has no commandId, and so no record. */
    public static @Nullable EndedCommand notAccepted(QueuedCommand queued, @Nullable Reason reason) {
        return of(queued, reason, null);
    }

    private static @Nullable EndedCommand of(
            QueuedCommand queued, @Nullable Reason reason, @Nullable Map<String, String> metadata) {
        return of(queued.command(), queued.arrivedAt(), queued.place(), queued.attempts(), reason, metadata);
    }

    /** One that was not queued; null where it has no commandId, and so no record. */
    public static @Nullable EndedCommand onArrival(Command command, Instant now, @Nullable Reason reason) {
        return of(command, now, null, 0, reason, null);
    }

    private static @Nullable EndedCommand of(
            Command command,
            Instant arrivedAt,
            @Nullable QueuePlace place,
            int attempts,
            @Nullable Reason reason,
            @Nullable Map<String, String> metadata) {
        return command.commandId() == null
                ? null
                : new EndedCommand(
                        command.commandId(),
                        command.priority(),
                        arrivedAt,
                        command.notBefore(),
                        command.expiresAt(),
                        place,
                        attempts,
                        reason,
                        metadata,
                        command.publisher());
    }

    /** An operator tells that the service did not take it. */
    public EndedCommand dismissed(Reason why) {
        return new EndedCommand(
                commandId, priority, arrivedAt, notBefore, expiresAt, queue, attempts, why, null, publisher);
    }

    /** A late answer tells that the service took it. */
    public EndedCommand acceptedLate(@Nullable Map<String, String> given) {
        return new EndedCommand(
                commandId, priority, arrivedAt, notBefore, expiresAt, queue, attempts, null, given, publisher);
    }
}
