package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Effect.Count.What;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.Input.CommandArrived;
import io.docsagent.worker.message.StatusEvent.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether an arrived command is queued, and where. */
final class Admission {

    private static final Reason NO_ROOM_FOR_PROJECT = new Reason(
            "queue_full",
            "docs-agent.queue.max-projects-per-partition is reached, and all of its projects have commands, jobs or uses",
            null);

    private Admission() {}

    /** Returns the sequence of the command if it was queued, else null. */
    static @Nullable Long admit(Turn turn, CommandArrived arrived) {
        Command command = arrived.command();
        if (turn.lacksRoomForProject) {
            Ending.tellRejected(turn, command, NO_ROOM_FOR_PROJECT);
            return null;
        }
        Seen seen = turn.seen(arrived.identity());
        if (seen != null) {
            recognise(turn, arrived, seen);
            return null;
        }
        if (command.expiresAt() != null && !command.expiresAt().isAfter(turn.now)) {
            markRefused(turn, arrived);
            Ending.tellExpired(turn, command);
            if (command.type() == Command.Type.CREATE) {
                Ending.dropFollowers(turn, Lane.ofCreate(arrived.identity()));
            }
            return null;
        }
        Reason refusal = refusedByItsCreate(turn, command);
        if (refusal != null) {
            if (refusal.equals(Ending.CREATE_FAILED)) {
                markRefused(turn, arrived);
            }
            Ending.tellRejected(turn, command, refusal);
            return null;
        }
        QueuedCommand queued = place(turn, arrived);
        Reason full = lackOfRoom(turn, queued);
        if (full != null) {
            Ending.tellRejected(turn, command, full);
            return null;
        }
        turn.project = turn.project.with(turn.project.counts().sequenceTaken());
        Memory.remember(turn);
        Waiting.enter(turn, queued);
        turn.count(What.ADMITTED, command.type());
        endWaitForCreate(turn, queued);
        return queued.sequence();
    }

    private static void recognise(Turn turn, CommandArrived arrived, Seen seen) {
        Command command = arrived.command();
        if (seen.isOf(command)) {
            turn.count(What.DUPLICATE, command.type());
        } else {
            Ending.tellRejected(
                    turn, command, new Reason("command_id_reused", "its id was used before for another command", null));
        }
    }

    private static void markRefused(Turn turn, CommandArrived arrived) {
        if (Memory.makeRoom(turn)) {
            Memory.rememberRefused(turn, arrived);
        }
    }

    private static @Nullable Reason lackOfRoom(Turn turn, QueuedCommand queued) {
        Policy.Queueing limit = turn.policy.queueing();
        Project.Counts counts = turn.project.counts();
        if (counts.waiting() >= limit.maxCommands()) {
            return new Reason("queue_full", "the project's queue has " + limit.maxCommands() + " commands", null);
        }
        if (counts.bytes() + queued.bytes() > limit.maxBytes()) {
            return new Reason("queue_full", "the project's queue has " + limit.maxBytes() + " bytes", null);
        }
        // What other projects queue must not shut out one that has little.
        boolean hasMany = counts.bytes() > 0 && counts.bytes() + queued.bytes() > limit.minBytes();
        if (hasMany && turn.partitionLoad().queuedBytes() + queued.bytes() > limit.maxBytesPerPartition()) {
            return new Reason("queue_full", "the partition's queues have the bytes they may have", null);
        }
        if (isUnreachable(turn, queued.command().expiresAt())) {
            return new Reason("deadline_unreachable", "no use of the quota comes back before its expiresAt", null);
        }
        Reason noJob = Jobs.lackOfRoom(turn, queued);
        if (noJob != null) {
            return noJob;
        }
        return Memory.makeRoom(turn)
                ? null
                : new Reason("queue_full", "more commands are waiting than can be remembered", null);
    }

    private static boolean isUnreachable(Turn turn, @Nullable Instant expiresAt) {
        return expiresAt != null
                && !turn.project
                        .quota()
                        .tokenAt(1, turn.policy.quota(), turn.now)
                        .isBefore(expiresAt);
    }

    private static @Nullable Reason refusedByItsCreate(Turn turn, Command command) {
        if (command.createCommandId() == null) {
            return null;
        }
        Seen create = turn.seen(Identity.ofCommandId(command.createCommandId()));
        if (create == null) {
            return null;
        }
        if (!create.create()) {
            return new Reason("unknown_create", "its createCommandId names a message", null);
        }
        return switch (create.fate()) {
            case Seen.Pending pending -> null;
            case Seen.Accepted accepted -> null;
            case Seen.Refused refused -> Ending.CREATE_FAILED;
            case Seen.Unknown unknown -> Ending.CREATE_FAILED;
        };
    }

    private static QueuedCommand place(Turn turn, CommandArrived arrived) {
        Command command = arrived.command();
        String jobId = command.jobId();
        String lane = Lane.ofCreate(arrived.identity());
        Instant createWaitUntil = null;
        if (command.createCommandId() != null) {
            Identity createId = Identity.ofCommandId(command.createCommandId());
            Seen create = turn.seen(createId);
            lane = Lane.ofCreate(createId);
            jobId = create != null && create.fate() instanceof Seen.Accepted accepted ? accepted.jobId() : null;
            createWaitUntil =
                    create == null ? turn.now.plus(turn.policy.queueing().createWait()) : null;
        }
        if (jobId != null) {
            lane = Lane.ofJob(jobId);
        }
        long sequence = turn.project.counts().nextSequence();
        return new QueuedCommand(
                sequence,
                command,
                arrived.identity(),
                turn.moment.partition() + "-" + turn.moment.offset(),
                lane,
                jobId,
                turn.now,
                0,
                0,
                createWaitUntil,
                null);
    }

    /** The messages that named this create before it came need not fear that it never comes. */
    private static void endWaitForCreate(Turn turn, QueuedCommand create) {
        if (!create.isCreate()) {
            return;
        }
        for (long sequence : turn.backlog.sequencesIn(create.lane())) {
            QueuedCommand follower = turn.queued(sequence);
            if (follower.createWaitUntil() != null) {
                turn.backlog.leave(follower);
                turn.backlog.wait(follower.createSeen());
                turn.queue.put(Keys.queued(turn.projectId(), sequence), follower.createSeen());
            }
        }
    }
}
