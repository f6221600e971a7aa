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
import io.docsagent.worker.domain.state.Origin;
import io.docsagent.worker.wire.Input;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An event before it has an id and a time. */
public final class Announcement {

    private final Type type;
    private final @Nullable Origin origin;
    private @Nullable JobState job;
    private @Nullable Reason reason;
    private @Nullable QueuePlace queue;
    private @Nullable Original original;
    private @Nullable Superseded superseded;
    private @Nullable OperationAnswer operation;
    private @Nullable Instant until;

    /** @param origin null where it is about no command */
    private Announcement(Type type, @Nullable Origin origin) {
        this.type = type;
        this.origin = origin;
    }

    public static Announcement ofCommand(Type type, Origin origin, Reason reason) {
        return new Announcement(type, origin).because(reason);
    }

    public static Announcement ofRejected(Command command, Reason reason) {
        return ofCommand(Type.COMMAND_REJECTED, Origin.of(command), reason);
    }

    /** @param original the command as it stands, with the first of its jobs */
    public static Announcement ofDoubled(Origin origin, Reason reason, Original original) {
        return ofCommand(Type.COMMAND_DOUBLED, origin, reason).about(original);
    }

    public static Announcement ofQueued(Command command, QueuePlace place) {
        Announcement queued = new Announcement(Type.COMMAND_QUEUED, Origin.of(command));
        queued.queue = place;
        return queued;
    }

    /** @param cancel that came too late for the command */
    public static Announcement ofLateCancel(Command cancel, Reason reason, Original original) {
        return ofRejected(cancel, reason).about(original);
    }

    /** @param known the command that has its id, as it stands; null where none is remembered */
    public static Announcement ofMalformed(Input.CommandRefused refused, @Nullable Original known) {
        var origin = new Origin(refused.commandId(), null, null, refused.request(), refused.publisher(), null, null);
        return ofCommand(Type.COMMAND_REJECTED, origin, malformed(refused)).about(known);
    }

    public static Announcement ofMalformed(Input.OperationRefused refused) {
        Announcement answer = new Announcement(Type.OPERATION_REFUSED, null).because(malformed(refused));
        answer.operation = new OperationAnswer(refused.operation(), refused.operationId(), refused.by(), null, null);
        return answer;
    }

    private static Reason malformed(Input.Refused refused) {
        return new Reason("malformed", refused.message(), null);
    }

    /** @param by the command that took its place */
    public static Announcement ofSuperseded(Command command, Command by) {
        Announcement ended = new Announcement(Type.COMMAND_SUPERSEDED, Origin.of(command));
        ended.superseded = new Superseded(by.commandId());
        return ended;
    }

    /** @param repetition of the command */
    public static Announcement ofDuplicate(Origin repetition, Original original) {
        return new Announcement(Type.COMMAND_DUPLICATE, repetition).about(original);
    }

    public static Announcement ofJob(Type type, Job job, @Nullable String previousStatus, @Nullable Reason reason) {
        Announcement changed = new Announcement(type, job.origin()).because(reason);
        changed.job = job.state(previousStatus);
        return changed;
    }

    static Announcement ofProject(Type type, Reason reason) {
        return new Announcement(type, null).because(reason);
    }

    /** @param until when the hold ends by itself; null where it does not */
    static Announcement ofHold(Reason reason, @Nullable Instant until) {
        Announcement held = ofProject(Type.PROJECT_HELD, reason);
        held.until = until;
        return held;
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

    private Announcement about(@Nullable Original command) {
        original = command;
        return this;
    }

    private Announcement answering(Operation asked, @Nullable Integer affected, @Nullable Integer skipped) {
        operation = new OperationAnswer(asked.action().code(), asked.operationId(), asked.by(), affected, skipped);
        return this;
    }

    StatusEvent at(String eventId, Instant time, String projectId) {
        Origin of = origin == null ? Origin.NONE : origin;
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
                of.request(),
                until,
                origin == null ? null : origin.publisher(),
                of.continueKey(),
                of.continued(),
                of.metadata(),
                of.traceparent());
    }
}
