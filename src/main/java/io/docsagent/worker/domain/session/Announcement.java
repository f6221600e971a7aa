package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.state.Job;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event before it has an id and a time.
 *
 * @param origin null where it is about no command
 */
public record Announcement(
        StatusEvent.Type type,
        Job.@Nullable Origin origin,
        StatusEvent.@Nullable JobState job,
        StatusEvent.@Nullable Reason reason,
        StatusEvent.@Nullable QueuePlace queue,
        StatusEvent.@Nullable Original original,
        StatusEvent.@Nullable Superseded superseded,
        StatusEvent.@Nullable OperationAnswer operation) {

    public static Announcement ofCommand(StatusEvent.Type type, Command command, StatusEvent.Reason reason) {
        return new Announcement(type, Job.Origin.of(command), null, reason, null, null, null, null);
    }

    public static Announcement ofCommand(StatusEvent.Type type, Job.Origin origin, StatusEvent.Reason reason) {
        return new Announcement(type, origin, null, reason, null, null, null, null);
    }

    /** @param original the command as it stands, with the first of its jobs */
    public static Announcement ofDoubled(Job.Origin origin, StatusEvent.Reason reason, StatusEvent.Original original) {
        return new Announcement(StatusEvent.Type.COMMAND_DOUBLED, origin, null, reason, null, original, null, null);
    }

    public static Announcement ofQueued(Command command, StatusEvent.QueuePlace place) {
        return new Announcement(
                StatusEvent.Type.COMMAND_QUEUED, Job.Origin.of(command), null, null, place, null, null, null);
    }

    /** @param cancel that came too late for the command */
    public static Announcement ofLateCancel(Command cancel, StatusEvent.Reason reason, StatusEvent.Original original) {
        return new Announcement(
                StatusEvent.Type.COMMAND_REJECTED, Job.Origin.of(cancel), null, reason, null, original, null, null);
    }

    /** @param by the command that took its place */
    public static Announcement ofSuperseded(Command command, Command by) {
        return new Announcement(
                StatusEvent.Type.COMMAND_SUPERSEDED,
                Job.Origin.of(command),
                null,
                null,
                null,
                null,
                new StatusEvent.Superseded(by.commandId()),
                null);
    }

    /** @param repetition of the command */
    public static Announcement ofDuplicate(Command repetition, StatusEvent.Original original) {
        return new Announcement(
                StatusEvent.Type.COMMAND_DUPLICATE, Job.Origin.of(repetition), null, null, null, original, null, null);
    }

    public static Announcement ofJob(
            StatusEvent.Type type, Job job, @Nullable String previousStatus, StatusEvent.@Nullable Reason reason) {
        return new Announcement(type, job.origin(), job.state(previousStatus), reason, null, null, null, null);
    }

    static Announcement ofProject(StatusEvent.Type type, StatusEvent.@Nullable Reason reason) {
        return new Announcement(type, null, null, reason, null, null, null, null);
    }

    /** @param affected how many commands the operation concerned */
    public static Announcement ofDone(Operation operation, int affected) {
        return ofDone(operation, affected, null);
    }

    /** @param skipped how many it concerned and left as they were; null where there can be none */
    public static Announcement ofDone(Operation operation, int affected, @Nullable Integer skipped) {
        return new Announcement(
                StatusEvent.Type.OPERATION_DONE,
                null,
                null,
                null,
                null,
                null,
                null,
                answer(operation, affected, skipped));
    }

    public static Announcement ofRefused(Operation operation, StatusEvent.Reason reason) {
        return new Announcement(
                StatusEvent.Type.OPERATION_REFUSED,
                null,
                null,
                reason,
                null,
                null,
                null,
                answer(operation, null, null));
    }

    private static StatusEvent.OperationAnswer answer(
            Operation operation, @Nullable Integer affected, @Nullable Integer skipped) {
        return new StatusEvent.OperationAnswer(
                operation.action().code(), operation.operationId(), operation.by(), affected, skipped);
    }

    StatusEvent at(String eventId, Instant time, String projectId) {
        Job.Origin of = origin == null ? Job.Origin.NONE : origin;
        return new StatusEvent(
                type,
                eventId,
                time,
                projectId,
                of.commandId(),
                job,
                reason,
                queue,
                original,
                superseded,
                operation,
                origin == null ? null : origin.publisher(),
                of.metadata(),
                of.traceparent());
    }
}
