package io.docsagent.worker.client;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.StatusEvent.Reason;
import org.jspecify.annotations.Nullable;

/**
 * The end of a command.
 *
 * @param command as it stands
 * @param event the JSON of the last event of the command, as it was written; null where the command had ended before
 *     this client began to wait and did not publish it again
 */
public record Ended(
        Outcome outcome, CommandRecord command, @Nullable String event) {

    /** Of the pull request, where there is one. */
    public @Nullable String prLink() {
        return command.prLink();
    }

    /** Why there is no job, or why its job is not followed any more. */
    public @Nullable Reason reason() {
        return command.reason();
    }
}
