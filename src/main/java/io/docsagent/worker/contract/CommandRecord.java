package io.docsagent.worker.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.contract.StatusEvent.Reason;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a command: its last record on {@code docs-agent.commands}, with the fields of {@code
 * schemas/command-record.schema.json}. Unknown values are absent.
 *
 * @param priority the one in effect: of coalesced commands, the highest
 * @param queue as last announced; null where it was not announced as waiting
 * @param attempts calls made for it
 * @param jobId of the job that it started or follows up
 * @param status of its job as last seen
 * @param prLink of its job as last seen
 * @param pullRequest what was last reported of its job's pull request; null for nothing
 * @param reason why it ended without a job, or why its job is no longer followed
 * @param supersededBy the commandId of the command that replaced it; null if it has none
 * @param continueKey of a create; null if it has none
 * @param continued whether the create went to an existing job; null if it has no key
 * @param eventId of the event of the same change; null if there is none
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CommandRecord(
        String projectId,
        String commandId,
        CommandState state,
        Command.Type type,
        @Nullable String publisher,
        @Nullable Priority priority,
        @Nullable Instant arrivedAt,
        @Nullable Instant notBefore,
        @Nullable Instant expiresAt,
        @Nullable QueuePlace queue,
        @Nullable Integer attempts,
        @Nullable String jobId,
        @Nullable String status,
        @Nullable String prLink,
        @Nullable PullRequestState pullRequest,
        @Nullable Reason reason,
        @Nullable String supersededBy,
        @Nullable Map<String, String> metadata,
        @Nullable String continueKey,
        @Nullable Boolean continued,
        @Nullable Instant updatedAt,
        @Nullable String eventId) {

    public CommandRecord {
        metadata = metadata == null || metadata.isEmpty() ? null : metadata;
    }

    /** The key of a command's record. */
    public static String keyOf(String projectId, String commandId) {
        return projectId + "/" + commandId;
    }

    /**
     * The partition of a command's record: that of its project, so that a transaction has one partition of commands for
     * each partition of projects.
     *
     * @param key of the record
     */
    public static int partitionOf(String key, int partitions) {
        return new Partitions(partitions).of(key.substring(0, key.indexOf('/')));
    }

    /** The same, as written at that time, with an event or without. */
    public CommandRecord written(Instant at, @Nullable StatusEvent event) {
        if (event == null) {
            return copy(metadata, at, null);
        }
        boolean isItsOwn = commandId.equals(event.commandId());
        return copy(metadata == null && isItsOwn ? event.metadata() : metadata, at, event.eventId());
    }

    /** The same, for those who are to see the command and not what its publisher noted. */
    public CommandRecord withoutMetadata() {
        return copy(null, updatedAt, eventId);
    }

    private CommandRecord copy(@Nullable Map<String, String> given, @Nullable Instant at, @Nullable String event) {
        return new CommandRecord(
                projectId,
                commandId,
                state,
                type,
                publisher,
                priority,
                arrivedAt,
                notBefore,
                expiresAt,
                queue,
                attempts,
                jobId,
                status,
                prLink,
                pullRequest,
                reason,
                supersededBy,
                given,
                continueKey,
                continued,
                at,
                event);
    }
}
