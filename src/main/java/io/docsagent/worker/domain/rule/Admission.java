package io.docsagent.worker.domain.rule;

import io.docsagent.worker.domain.decision.Effect.Count.What;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.DedupEntry;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.Input.CommandArrived;
import io.docsagent.worker.message.StatusEvent.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether an arrived command is queued, and where. */
public final class Admission {

    private static final Reason NO_ROOM_FOR_PROJECT = new Reason(
            "queue_full",
            "docs-agent.queue.max-projects-per-partition is reached, and all of its projects have commands, jobs or uses",
            null);

    private static final Reason TOO_FAR_AHEAD =
            new Reason("too_far_ahead", "its notBefore is later than docs-agent.queue.max-delay allows", null);

    private Admission() {}

    /** Returns the command as it was queued; null where it was not. */
    public static @Nullable QueuedCommand admit(ProjectSession session, CommandArrived arrived) {
        Command command = arrived.command();
        if (session.lacksRoomForProject()) {
            Ending.announceRejected(session, command, NO_ROOM_FOR_PROJECT);
            return null;
        }
        if (command.type() == Command.Type.CANCEL) {
            Cancellation.apply(session, arrived);
            return null;
        }
        DedupEntry seen = session.dedup().find(arrived.identity());
        if (seen != null) {
            Repetition.recognise(session, command, arrived.identity(), seen);
            return null;
        }
        if (Cancellation.meets(session, arrived)) {
            return null;
        }
        if (command.isExpired(session.now())) {
            expire(session, arrived);
            return null;
        }
        if (isTooFarAhead(session, command)) {
            Ending.announceRejected(session, command, TOO_FAR_AHEAD);
            return null;
        }
        Reason refusal = refusedByItsCreate(session, command);
        if (refusal != null) {
            if (refusal.equals(Ending.CREATE_FAILED)) {
                session.dedup()
                        .endedOnArrival(
                                arrived, new DedupEntry.Rejected(session.dedup().forgetSoonAt()));
            }
            Ending.announceRejected(session, command, refusal);
            return null;
        }
        QueuedCommand queued = queuedCommand(session, arrived);
        Reason full = lackOfRoom(session, queued);
        if (full != null) {
            Ending.announceRejected(session, command, full);
            return null;
        }
        session.dedup().queued();
        session.queue().enter(queued);
        session.outbox().count(What.ADMITTED, command.type());
        return queued;
    }

    private static boolean isTooFarAhead(ProjectSession session, Command command) {
        Instant latest = session.now().plus(session.policy().queueing().maxDelay());
        return command.notBefore() != null && command.notBefore().isAfter(latest);
    }

    private static void expire(ProjectSession session, CommandArrived arrived) {
        session.dedup()
                .endedOnArrival(arrived, new DedupEntry.Expired(session.dedup().forgetSoonAt()));
        Ending.announceExpired(session, arrived.command());
        if (arrived.command().type() == Command.Type.CREATE) {
            Ending.dropFollowers(session, LaneId.ofCreate(arrived.identity()));
        }
    }

    private static @Nullable Reason refusedByItsCreate(ProjectSession session, Command command) {
        if (command.createCommandId() == null) {
            return null;
        }
        DedupEntry create = session.dedup().find(Identity.ofCommandId(command.createCommandId()));
        if (create == null) {
            return null;
        }
        if (!create.create()) {
            return new Reason("unknown_create", "its createCommandId names a message", null);
        }
        return switch (create.state()) {
            case DedupEntry.Pending pending -> null;
            case DedupEntry.Accepted accepted -> null;
            case DedupEntry.NotTaken ended -> Ending.CREATE_FAILED;
            case DedupEntry.Unknown unknown -> Ending.CREATE_FAILED;
        };
    }

    static @Nullable Reason lackOfRoom(ProjectSession session, QueuedCommand queued) {
        Reason noRoomToWait = session.queue().lackOfRoom(queued);
        if (noRoomToWait != null) {
            return noRoomToWait;
        }
        Instant expiresAt = queued.command().expiresAt();
        if (expiresAt != null && !session.quota().nextToken().isBefore(expiresAt)) {
            return new Reason("deadline_unreachable", "no use of the quota comes back before its expiresAt", null);
        }
        Reason noRoomForJob = session.jobs().lackOfRoom(queued);
        if (noRoomForJob != null) {
            return noRoomForJob;
        }
        return session.dedup().makeRoom()
                ? null
                : new Reason("queue_full", "more commands are waiting than can be remembered", null);
    }

    private static QueuedCommand queuedCommand(ProjectSession session, CommandArrived arrived) {
        Command command = arrived.command();
        String jobId = command.jobId();
        String lane = LaneId.ofCreate(arrived.identity());
        Instant createWaitUntil = null;
        if (command.createCommandId() != null) {
            Identity createId = Identity.ofCommandId(command.createCommandId());
            DedupEntry create = session.dedup().find(createId);
            lane = LaneId.ofCreate(createId);
            jobId = create != null && create.state() instanceof DedupEntry.Accepted accepted ? accepted.jobId() : null;
            createWaitUntil = create == null
                    ? session.now().plus(session.policy().queueing().createWait())
                    : null;
        }
        return new QueuedCommand(
                session.queue().nextSequence(),
                command,
                arrived.identity(),
                session.admission(),
                jobId != null ? LaneId.ofJob(jobId) : lane,
                jobId,
                session.now(),
                0,
                0,
                createWaitUntil,
                null);
    }
}
