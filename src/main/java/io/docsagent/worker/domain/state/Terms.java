package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a command is to be sent, or was.
 *
 * <p>Stored: its components are part of the {@link io.docsagent.worker.wire.Format}.
 *
 * @param queue as it was announced on its arrival; null where it was not announced as waiting
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Terms(
        Priority priority,
        Instant arrivedAt,
        @Nullable Instant notBefore,
        @Nullable Instant expiresAt,
        @Nullable QueuePlace queue) {

    static Terms of(Command command, Instant arrivedAt, @Nullable QueuePlace queue) {
        return new Terms(command.priority(), arrivedAt, command.notBefore(), command.expiresAt(), queue);
    }
}
