package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.Operation;

/**
 * What concerns more commands than one decision may change, as far as it has gone.
 *
 * <p>Stored: its components are a format; a new one is optional, and formats of the release before are read.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Sweep.Cancel.class, name = "cancel"),
    @JsonSubTypes.Type(value = Sweep.Followers.class, name = "followers")
})
public sealed interface Sweep {

    /**
     * An operator's cancel of many commands.
     *
     * @param operation as it was asked for
     * @param before the offset of its input: only commands that arrived before are concerned
     * @param next the sequence of the command to go on with
     * @param affected commands that it has ended so far
     */
    record Cancel(Operation operation, long before, long next, int affected) implements Sweep {

        /** Whether a waiting command is one of those that are to be cancelled. */
        public boolean concerns(QueuedCommand waiting) {
            Operation.CancelMany many = (Operation.CancelMany) operation.action();
            Command command = waiting.command();
            boolean isOfPublisher = many.publisher() == null || many.publisher().equals(command.publisher());
            boolean hasKey = many.coalesceKey() == null
                    || (command.coalesce() != null
                            && many.coalesceKey().equals(command.coalesce().key()));
            return isOfPublisher && hasKey && command.type() != Command.Type.CANCEL && waiting.arrivedBefore(before);
        }

        public Cancel upTo(long last, int more) {
            return new Cancel(operation, before, last + 1, affected + more);
        }
    }

    /**
     * The messages that wait in a lane for a create which has become a job, has ended without one, or is in another lane.
     *
     * @param create what has become of it decides what becomes of them
     */
    record Followers(String lane, Identity create) implements Sweep {}
}
