package io.docsagent.worker.domain.state;

import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Command.Type;
import io.docsagent.worker.message.CommandRecord;
import io.docsagent.worker.message.CommandState;
import io.docsagent.worker.message.StatusEvent;
import io.docsagent.worker.message.StatusEvent.Reason;
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
     * The last record of a command that ended without a job and is not remembered.
     *
     * @param queued as it was in the queue; null where it was not
     * @param event by which it ended
     */
    public static CommandRecord ofEnd(
            String projectId, Command command, @Nullable QueuedCommand queued, StatusEvent event) {
        EndedCommand ended = Objects.requireNonNull(
                queued != null
                        ? EndedCommand.notAccepted(queued, event.reason())
                        : EndedCommand.onArrival(command, event.time(), event.reason()));
        String by = event.superseded() == null ? null : event.superseded().supersededBy();
        return record(
                projectId,
                ended,
                Objects.requireNonNull(stateAfter(event)),
                command.type(),
                null,
                null,
                ended.reason(),
                by,
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
            case COMMAND_QUEUED,
                    COMMAND_DUPLICATE,
                    COMMAND_DOUBLED,
                    PROJECT_HELD,
                    PROJECT_RESUMED,
                    OPERATION_DONE,
                    OPERATION_REFUSED -> null;
        };
    }

    private static CommandRecord ofQueued(String projectId, String commandId, QueuedCommand queued) {
        return new CommandRecord(
                projectId,
                commandId,
                queued.call() == null ? CommandState.QUEUED : CommandState.SENT,
                queued.command().type(),
                queued.command().publisher(),
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
        String jobId = jobIdOf(seen.state());
        Job job = seen.state() instanceof DedupEntry.Accepted accepted ? jobs.apply(accepted.jobId()) : null;
        CommandState state = stateOf(seen.state());
        Type type = seen.create() ? Type.CREATE : Type.MESSAGE;
        EndedCommand ended = seen.ended();
        if (ended == null) {
            // A build from before the records wrote it.
            return bare(projectId, commandId, state, type, jobId, job);
        }
        Reason givenUp = job == null ? null : job.givenUpFor();
        String by = seen.state() instanceof DedupEntry.Superseded superseded ? superseded.commandId() : null;
        return record(
                projectId,
                ended,
                state,
                type,
                jobId,
                job,
                givenUp != null ? givenUp : ended.reason(),
                by,
                seen.state() instanceof DedupEntry.Unknown unknown ? unknown.metadataGiven() : ended.metadata());
    }

    private static CommandRecord record(
            String projectId,
            EndedCommand ended,
            CommandState state,
            Type type,
            @Nullable String jobId,
            @Nullable Job job,
            @Nullable Reason reason,
            @Nullable String supersededBy,
            @Nullable Map<String, String> metadata) {
        return new CommandRecord(
                projectId,
                ended.commandId(),
                state,
                type,
                ended.publisher(),
                ended.priority(),
                ended.arrivedAt(),
                ended.notBefore(),
                ended.expiresAt(),
                ended.queue(),
                ended.attempts(),
                jobId,
                statusOf(job),
                prLinkOf(job),
                reason,
                supersededBy,
                metadata,
                null,
                null);
    }

    private static CommandRecord bare(
            String projectId,
            String commandId,
            CommandState state,
            Type type,
            @Nullable String jobId,
            @Nullable Job job) {
        return new CommandRecord(
                projectId,
                commandId,
                state,
                type,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                jobId,
                statusOf(job),
                prLinkOf(job),
                null,
                null,
                null,
                null,
                null);
    }

    private static @Nullable String statusOf(@Nullable Job job) {
        return job == null ? null : job.snapshot().status();
    }

    private static @Nullable String prLinkOf(@Nullable Job job) {
        return job == null ? null : job.snapshot().prLink();
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
            case DedupEntry.Operated operated -> throw new IllegalStateException("an operation is no command");
        };
    }

    private static @Nullable String jobIdOf(DedupEntry.State state) {
        return switch (state) {
            case DedupEntry.Accepted accepted -> accepted.jobId();
            case DedupEntry.Unknown unknown -> unknown.jobId();
            case DedupEntry.Pending pending -> null;
            case DedupEntry.NotTaken ended -> null;
            case DedupEntry.Superseded superseded -> null;
            case DedupEntry.Operated operated -> null;
        };
    }
}
