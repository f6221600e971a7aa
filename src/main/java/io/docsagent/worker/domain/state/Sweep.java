package io.docsagent.worker.domain.state;

import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Operation;

/**
 * An operator's cancel of many commands, as far as it has gone.
 *
 * <p>Stored: its components are a format; a new one is optional, and formats of the release before are read.
 *
 * @param operation as it was asked for
 * @param before the offset of its input: only commands that arrived before are concerned
 * @param next the sequence of the command to go on with
 * @param affected commands that it has ended so far
 */
public record Sweep(Operation operation, long before, long next, int affected) {

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

    public Sweep upTo(long last, int more) {
        return new Sweep(operation, before, last + 1, affected + more);
    }
}
