package io.docsagent.worker.domain.rule;

import io.docsagent.worker.domain.decision.Effect.Count.What;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.DedupEntry;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.ContentHash;
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

    private static final Reason NO_ROOM_IN_MEMORY =
            new Reason("queue_full", "more commands are waiting than can be remembered", null);

    private static final Reason TOO_FAR_AHEAD =
            new Reason("too_far_ahead", "its notBefore is later than docs-agent.queue.max-delay allows", null);

    private Admission() {}

    /** Returns the command as it was queued; null where it was not. */
    public static @Nullable QueuedCommand admit(ProjectSession session, CommandArrived arrived) {
        Command command = arrived.command();
        session.records().arrived(command);
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
            Repetition.recognise(session, arrived, seen);
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
                                arrived, new DedupEntry.Rejected(session.dedup().forgetSoonAt()), refusal);
            }
            Ending.announceRejected(session, command, refusal);
            return null;
        }
        QueuedCommand newcomer = queuedCommand(session, arrived);
        QueuedCommand older = Coalescing.otherWithKeyOf(session, newcomer);
        QueuedCommand merged = older == null ? null : Coalescing.merged(session, older, newcomer);
        if (older != null && merged != null) {
            return supersede(session, arrived, older, newcomer, merged);
        }
        QueuedCommand queued = older == null ? newcomer : newcomer.uncoalesced();
        Reason full = lackOfRoom(session, queued);
        if (full != null) {
            Ending.announceRejected(session, command, full);
            return null;
        }
        session.dedup().queued();
        session.queue().enter(queued);
        if (older != null || isLowered(session, arrived)) {
            session.dedup().queuedAs(queued, arrived.contentHash());
        }
        session.outbox().count(What.ADMITTED, command);
        return queued;
    }

    /** Whether its priority was lowered on the way in, which is possible only where publishers have settings. */
    private static boolean isLowered(ProjectSession session, CommandArrived arrived) {
        return !session.policy().sharing().isEqual()
                && !arrived.contentHash().equals(ContentHash.of(arrived.command()));
    }

    private static @Nullable QueuedCommand supersede(
            ProjectSession session,
            CommandArrived arrived,
            QueuedCommand older,
            QueuedCommand newcomer,
            QueuedCommand merged) {
        Reason refusal = session.queue().lackOfRoom(older, merged);
        if (refusal == null) {
            refusal = unreachableDeadline(session, merged);
        }
        if (refusal == null && !session.dedup().makeRoomInPlaceOf(older)) {
            refusal = NO_ROOM_IN_MEMORY;
        }
        if (refusal != null) {
            Ending.announceRejected(session, arrived.command(), refusal);
            return null;
        }
        Coalescing.supersede(session, older, newcomer, merged, arrived.contentHash());
        // There was room for it, or what has just ended may be forgotten.
        var unused = session.dedup().makeRoom();
        session.dedup().queued();
        session.outbox().count(What.ADMITTED, arrived.command());
        return merged;
    }

    private static boolean isTooFarAhead(ProjectSession session, Command command) {
        Instant latest = session.now().plus(session.policy().queueing().maxDelay());
        return command.notBefore() != null && command.notBefore().isAfter(latest);
    }

    private static void expire(ProjectSession session, CommandArrived arrived) {
        session.dedup()
                .endedOnArrival(arrived, new DedupEntry.Expired(session.dedup().forgetSoonAt()), Ending.EXPIRED);
        Ending.announceExpired(session, arrived.command());
        if (arrived.command().type() == Command.Type.CREATE) {
            Followers.follow(session, LaneId.ofCreate(arrived.identity()), arrived.identity());
        }
    }

    private static @Nullable Reason refusedByItsCreate(ProjectSession session, Command command) {
        if (command.createCommandId() == null) {
            return null;
        }
        DedupEntry create = session.dedup().findSurvivor(Identity.ofCommandId(command.createCommandId()));
        if (create == null) {
            return null;
        }
        if (!create.create()) {
            return new Reason("unknown_create", "its createCommandId names a message", null);
        }
        return switch (create.state()) {
            case DedupEntry.Pending pending -> null;
            case DedupEntry.Accepted accepted -> null;
            case DedupEntry.Superseded superseded -> throw new IllegalStateException("not the survivor");
            case DedupEntry.NotTaken ended -> Ending.CREATE_FAILED;
            case DedupEntry.Unknown unknown -> Ending.CREATE_FAILED;
            case DedupEntry.Operated operated -> throw new IllegalStateException("an operation is no command");
        };
    }

    static @Nullable Reason lackOfRoom(ProjectSession session, QueuedCommand queued) {
        Reason noRoomToWait = session.queue().lackOfRoom(queued);
        if (noRoomToWait != null) {
            return noRoomToWait;
        }
        Reason unreachable = unreachableDeadline(session, queued);
        if (unreachable != null) {
            return unreachable;
        }
        Reason noRoomForJob = session.jobs().lackOfRoom(queued);
        if (noRoomForJob != null) {
            return noRoomForJob;
        }
        return session.dedup().makeRoom() ? null : NO_ROOM_IN_MEMORY;
    }

    private static @Nullable Reason unreachableDeadline(ProjectSession session, QueuedCommand queued) {
        Instant expiresAt = queued.command().expiresAt();
        if (expiresAt == null) {
            return null;
        }
        var before = session.queue().certainlyBefore(queued, expiresAt);
        return session.quota().earliestToken(queued, before).isBefore(expiresAt)
                ? null
                : new Reason(
                        "deadline_unreachable",
                        "no use of the quota comes back before its expiresAt, for it or what must be sent before it",
                        null);
    }

    private static QueuedCommand queuedCommand(ProjectSession session, CommandArrived arrived) {
        Command command = arrived.command();
        String jobId = command.jobId();
        String lane = LaneId.ofCreate(arrived.identity());
        Instant createWaitUntil = null;
        if (command.createCommandId() != null) {
            Identity createId = Identity.ofCommandId(command.createCommandId());
            DedupEntry create = session.dedup().findSurvivor(createId);
            lane = create != null && create.state() instanceof DedupEntry.Pending pending
                    ? session.queue().get(pending.sequence()).lane()
                    : LaneId.ofCreate(createId);
            jobId = create != null && create.state() instanceof DedupEntry.Accepted accepted ? accepted.jobId() : null;
            createWaitUntil = create == null
                    ? session.now().plus(session.policy().queueing().createWait())
                    : null;
        }
        return QueuedCommand.arrived(
                session.queue().nextSequence(),
                command,
                arrived.identity(),
                session.admission(),
                jobId != null ? LaneId.ofJob(jobId) : lane,
                jobId,
                session.now(),
                createWaitUntil);
    }
}
