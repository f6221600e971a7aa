package io.docsagent.worker.domain.state;

import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Command.Type;
import io.docsagent.worker.message.CommandRecord;
import io.docsagent.worker.message.CommandState;
import io.docsagent.worker.message.StatusEvent;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How a command stands, from what is stored of it. */
public final class CommandRecords {

    private CommandRecords() {}

    /**
     * The record of a create or a message, without the time and the event of its writing; null where nothing is known of
     * the command.
     *
     * @param queued the command while it waits or is in flight
     * @param seen what is stored of it besides
     * @param jobs by their ids
     */
    public static @Nullable CommandRecord of(
            String projectId,
            String commandId,
            @Nullable QueuedCommand queued,
            @Nullable DedupEntry seen,
            Function<String, @Nullable Job> jobs) {
        if (seen != null && !(seen.state() instanceof DedupEntry.Pending)) {
            return ofEnded(projectId, commandId, seen, jobs);
        }
        return queued == null ? null : ofQueued(projectId, commandId, queued);
    }

    /**
     * The last record of a command that ended and is not remembered.
     *
     * @param queued as it was in the queue; null where it was not
     * @param event by which it ended
     */
    public static CommandRecord ofEnd(
            String projectId, Command command, @Nullable QueuedCommand queued, StatusEvent event) {
        return new CommandRecord(
                projectId,
                Objects.requireNonNull(command.commandId()),
                Objects.requireNonNull(stateAfter(event), "no command ends by it"),
                command.type(),
                command.priority(),
                queued == null ? event.time() : queued.arrivedAt(),
                command.notBefore(),
                command.expiresAt(),
                queued == null ? null : queued.place(),
                queued == null ? 0 : queued.attempts(),
                event.job() == null ? null : event.job().jobId(),
                event.job() == null ? null : event.job().status(),
                event.job() == null ? null : event.job().prLink(),
                event.reason(),
                event.superseded() == null ? null : event.superseded().supersededBy(),
                command.metadata(),
                null,
                null);
    }

    /** The state of a command that ended by the event; null where none ends by it. */
    public static @Nullable CommandState stateAfter(StatusEvent event) {
        return switch (event.type()) {
            case COMMAND_REJECTED -> CommandState.REJECTED;
            case COMMAND_EXPIRED -> CommandState.EXPIRED;
            case COMMAND_UNKNOWN -> CommandState.UNKNOWN;
            case COMMAND_CANCELLED -> CommandState.CANCELLED;
            case COMMAND_SUPERSEDED -> CommandState.SUPERSEDED;
            case JOB_ACTIVE, JOB_COMPLETED, JOB_FAILED, JOB_ARCHIVED, JOB_UPDATED, JOB_LOST, JOB_STALLED ->
                CommandState.ACCEPTED;
            case COMMAND_QUEUED, COMMAND_DUPLICATE, PROJECT_HELD, PROJECT_RESUMED -> null;
        };
    }

    private static CommandRecord ofQueued(String projectId, String commandId, QueuedCommand queued) {
        return new CommandRecord(
                projectId,
                commandId,
                queued.call() == null ? CommandState.QUEUED : CommandState.SENT,
                queued.command().type(),
                queued.command().priority(),
                queued.arrivedAt(),
                queued.command().notBefore(),
                queued.command().expiresAt(),
                queued.place(),
                queued.attempts(),
                queued.jobId(),
                null,
                null,
                null,
                null,
                queued.command().metadata(),
                null,
                null);
    }

    private static CommandRecord ofEnded(
            String projectId, String commandId, DedupEntry seen, Function<String, @Nullable Job> jobs) {
        EndedCommand ended = seen.ended();
        String jobId = jobIdOf(seen.state());
        Job job = jobId == null || !(seen.state() instanceof DedupEntry.Accepted) ? null : jobs.apply(jobId);
        return new CommandRecord(
                projectId,
                commandId,
                stateOf(seen.state()),
                seen.create() ? Type.CREATE : Type.MESSAGE,
                ended == null ? null : ended.priority(),
                ended == null ? null : ended.arrivedAt(),
                ended == null ? null : ended.notBefore(),
                ended == null ? null : ended.expiresAt(),
                ended == null ? null : ended.queue(),
                ended == null ? null : ended.attempts(),
                jobId,
                job == null ? null : job.snapshot().status(),
                job == null ? null : job.snapshot().prLink(),
                job != null && job.givenUpFor() != null ? job.givenUpFor() : ended == null ? null : ended.reason(),
                seen.state() instanceof DedupEntry.Superseded superseded ? superseded.commandId() : null,
                metadataOf(seen),
                null,
                null);
    }

    /** Of a command that is not, or no longer, in the queue. */
    public static CommandState stateOf(DedupEntry.State state) {
        return switch (state) {
            case DedupEntry.Pending pending -> CommandState.QUEUED;
            case DedupEntry.Accepted accepted -> CommandState.ACCEPTED;
            case DedupEntry.Rejected rejected -> CommandState.REJECTED;
            case DedupEntry.Expired expired -> CommandState.EXPIRED;
            case DedupEntry.Cancelled cancelled -> CommandState.CANCELLED;
            case DedupEntry.Superseded superseded -> CommandState.SUPERSEDED;
            case DedupEntry.Unknown unknown -> CommandState.UNKNOWN;
        };
    }

    private static @Nullable String jobIdOf(DedupEntry.State state) {
        return switch (state) {
            case DedupEntry.Accepted accepted -> accepted.jobId();
            case DedupEntry.Unknown unknown -> unknown.jobId();
            case DedupEntry.Pending pending -> null;
            case DedupEntry.NotTaken ended -> null;
            case DedupEntry.Superseded superseded -> null;
        };
    }

    private static @Nullable Map<String, String> metadataOf(DedupEntry seen) {
        if (seen.state() instanceof DedupEntry.Unknown unknown) {
            return unknown.metadata();
        }
        return seen.ended() == null ? null : seen.ended().metadata();
    }
}
