package io.docsagent.worker.client;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.StatusEvent.Reason;
import org.jspecify.annotations.Nullable;

/**
 * The end of a command.
 *
 * @param command its last state
 * @param event the JSON of the command's last event, as written; null if the command had ended before this client began
 *     to wait, and was not published again
 */
public record Ended(
        Outcome outcome, CommandRecord command, @Nullable String event) {

    /** The pull request, if there is one. */
    public @Nullable String prLink() {
        return command.prLink();
    }

    /** Why there is no job, or why its job is no longer followed. */
    public @Nullable Reason reason() {
        return command.reason();
    }
}
