package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.contract.StatusEvent.JobState;
import io.docsagent.worker.contract.StatusEvent.OperationAnswer;
import io.docsagent.worker.contract.StatusEvent.Original;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.contract.StatusEvent.Superseded;
import io.docsagent.worker.contract.StatusEvent.Type;
import io.docsagent.worker.domain.state.Job;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An event before it has an id and a time. */
public final class Announcement {

    private final Type type;
    private final Job.@Nullable Origin origin;
    private @Nullable JobState job;
    private @Nullable Reason reason;
    private @Nullable QueuePlace queue;
    private @Nullable Original original;
    private @Nullable Superseded superseded;
    private @Nullable OperationAnswer operation;

    /** @param origin null where it is about no command */
    private Announcement(Type type, Job.@Nullable Origin origin) {
        this.type = type;
        this.origin = origin;
    }

    public static Announcement ofCommand(Type type, Job.Origin origin, Reason reason) {
        return new Announcement(type, origin).because(reason);
    }

    public static Announcement ofRejected(Command command, Reason reason) {
        return ofCommand(Type.COMMAND_REJECTED, Job.Origin.of(command), reason);
    }

    /** @param original the command as it stands, with the first of its jobs */
    public static Announcement ofDoubled(Job.Origin origin, Reason reason, Original original) {
        return ofCommand(Type.COMMAND_DOUBLED, origin, reason).about(original);
    }

    public static Announcement ofQueued(Command command, QueuePlace place) {
        Announcement queued = new Announcement(Type.COMMAND_QUEUED, Job.Origin.of(command));
        queued.queue = place;
        return queued;
    }

    /** @param cancel that came too late for the command */
    public static Announcement ofLateCancel(Command cancel, Reason reason, Original original) {
        return ofRejected(cancel, reason).about(original);
    }

    /** @param by the command that took its place */
    public static Announcement ofSuperseded(Command command, Command by) {
        Announcement ended = new Announcement(Type.COMMAND_SUPERSEDED, Job.Origin.of(command));
        ended.superseded = new Superseded(by.commandId());
        return ended;
    }

    /** @param repetition of the command */
    public static Announcement ofDuplicate(Command repetition, Original original) {
        return new Announcement(Type.COMMAND_DUPLICATE, Job.Origin.of(repetition)).about(original);
    }

    public static Announcement ofJob(Type type, Job job, @Nullable String previousStatus, @Nullable Reason reason) {
        Announcement changed = new Announcement(type, job.origin()).because(reason);
        changed.job = job.state(previousStatus);
        return changed;
    }

    static Announcement ofProject(Type type, Reason reason) {
        return new Announcement(type, null).because(reason);
    }

    /** @param affected how many commands the operation concerned */
    public static Announcement ofDone(Operation operation, int affected) {
        return ofDone(operation, affected, null);
    }

    /** @param skipped how many it concerned and left as they were; null where there can be none */
    public static Announcement ofDone(Operation operation, int affected, @Nullable Integer skipped) {
        return new Announcement(Type.OPERATION_DONE, null).answering(operation, affected, skipped);
    }

    public static Announcement ofRefused(Operation operation, Reason reason) {
        return new Announcement(Type.OPERATION_REFUSED, null).because(reason).answering(operation, null, null);
    }

    private Announcement because(@Nullable Reason why) {
        reason = why;
        return this;
    }

    private Announcement about(Original command) {
        original = command;
        return this;
    }

    private Announcement answering(Operation asked, @Nullable Integer affected, @Nullable Integer skipped) {
        operation = new OperationAnswer(asked.action().code(), asked.operationId(), asked.by(), affected, skipped);
        return this;
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
