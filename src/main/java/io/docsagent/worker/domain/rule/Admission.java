package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.KnownCommand;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.QuietPeriod;
import io.docsagent.worker.domain.state.Revision;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input.CommandArrived;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether an arrived command is queued, and where. */
public final class Admission {

    private static final Reason NO_ROOM_FOR_PROJECT = new Reason(
            "queue_full",
            "docs-agent.queue.max-projects-per-partition is reached, and no project was found that has neither"
                    + " commands nor jobs nor uses",
            null);

    private static final Reason NO_ROOM_IN_MEMORY =
            new Reason("queue_full", "more commands are waiting than can be remembered", null);

    private static final Reason TOO_FAR_AHEAD =
            new Reason("too_far_ahead", "its notBefore is later than docs-agent.queue.max-delay allows", null);

    private static final Reason NOT_A_CREATE =
            new Reason("unknown_create", "its createCommandId names a message", null);

    private static final Reason UNREACHABLE =
            new Reason("deadline_unreachable", "no use will be free for it before its expiresAt", null);

    private Admission() {}

    /** Returns the command as it was queued; null where it was not. */
    public static @Nullable QueuedCommand admit(ProjectSession session, CommandArrived arrived) {
        if (arrived.command().type() == Command.Type.CANCEL) {
            if (session.lacksRoomForProject()) {
                Ending.announceRejected(session, arrived.command(), NO_ROOM_FOR_PROJECT);
            } else {
                Cancellation.apply(session, arrived);
            }
            return null;
        }
        return endsAtOnce(session, arrived) ? null : queue(session, arrived);
    }

    /** Whether it was answered without being queued. */
    private static boolean endsAtOnce(ProjectSession session, CommandArrived arrived) {
        if (session.lacksRoomForProject()) {
            Ending.refused(session, arrived, NO_ROOM_FOR_PROJECT);
            return true;
        }
        KnownCommand known = session.dedup().find(arrived.identity());
        if (known != null) {
            Repetition.recognise(session, arrived, known);
            return true;
        }
        return Cancellation.meets(session, arrived)
                || isExpired(session, arrived)
                || isTooFarAhead(session, arrived)
                || isRefusedByItsCreate(session, arrived);
    }

    private static @Nullable QueuedCommand queue(ProjectSession session, CommandArrived arrived) {
        QueuedCommand newcomer = session.continuations().placed(queuedCommand(session, arrived));
        QueuedCommand older = Coalescing.otherWithKeyOf(session, newcomer);
        QueuedCommand merged = older == null ? null : Coalescing.merged(session, older, newcomer);
        if (older != null && merged != null) {
            return supersede(session, arrived, older, newcomer, merged);
        }
        QueuedCommand queued = older == null ? newcomer : Revision.uncoalesced(newcomer);
        Optional<Reason> full = lackOfRoom(session, queued);
        if (full.isPresent()) {
            Ending.refused(session, arrived, full.get());
            return null;
        }
        session.queue().enter(queued);
        session.outbox().count(Result.ADMITTED, arrived.command());
        return queued;
    }

    private static @Nullable QueuedCommand supersede(
            ProjectSession session,
            CommandArrived arrived,
            QueuedCommand older,
            QueuedCommand newcomer,
            QueuedCommand merged) {
        Optional<Reason> full = lackOfRoomInPlace(session, older, merged);
        if (full.isPresent()) {
            Ending.refused(session, arrived, full.get());
            return null;
        }
        Coalescing.supersede(session, older, newcomer, merged);
        session.marks().forgetOneTooMany();
        session.outbox().count(Result.ADMITTED, arrived.command());
        return merged;
    }

    private static boolean isExpired(ProjectSession session, CommandArrived arrived) {
        if (!arrived.command().isExpired(session.now())) {
            return false;
        }
        Ending.onArrival(
                session,
                arrived,
                CommandState.EXPIRED,
                Ending.EXPIRED,
                session.dedup().forgetSoonAt());
        Followers.ofArrived(session, arrived);
        return true;
    }

    private static boolean isTooFarAhead(ProjectSession session, CommandArrived arrived) {
        Instant latest = session.now().plus(session.policy().queueing().maxDelay());
        Instant notBefore = arrived.command().notBefore();
        boolean isTooFar = notBefore != null && notBefore.isAfter(latest);
        if (isTooFar) {
            Ending.refused(session, arrived, TOO_FAR_AHEAD);
        }
        return isTooFar;
    }

    private static boolean isRefusedByItsCreate(ProjectSession session, CommandArrived arrived) {
        String createCommandId = arrived.command().createCommandId();
        if (createCommandId == null) {
            return false;
        }
        if (createCommandId.equals(arrived.command().commandId())) {
            Ending.refused(session, arrived, NOT_A_CREATE);
            return true;
        }
        KnownCommand create = session.dedup().findSurvivor(Identity.ofCommandId(createCommandId));
        if (create == null) {
            return false;
        }
        if (create.type() != Command.Type.CREATE) {
            Ending.refused(session, arrived, NOT_A_CREATE);
            return true;
        }
        if (create instanceof EndedCommand && create.state() != CommandState.ACCEPTED) {
            Ending.onArrival(
                    session,
                    arrived,
                    CommandState.REJECTED,
                    Ending.CREATE_FAILED,
                    session.dedup().forgetSoonAt());
            return true;
        }
        return false;
    }

    private static Optional<Reason> lackOfRoomInPlace(
            ProjectSession session, QueuedCommand older, QueuedCommand merged) {
        return session.queue()
                .lackOfRoom(older, merged)
                .or(() -> unreachableDeadline(session, merged))
                .or(() -> lackOfMemory(session.dedup().makeRoomInPlaceOf(older)));
    }

    /** Why a command cannot be queued. */
    static Optional<Reason> lackOfRoom(ProjectSession session, QueuedCommand queued) {
        return session.queue()
                .lackOfRoom(queued)
                .or(() -> unreachableDeadline(session, queued))
                .or(() -> session.knownJobs().lackOfRoom(queued))
                .or(() -> lackOfMemory(session.marks().makeRoom()));
    }

    private static Optional<Reason> lackOfMemory(boolean hasRoom) {
        return hasRoom ? Optional.empty() : Optional.of(NO_ROOM_IN_MEMORY);
    }

    private static Optional<Reason> unreachableDeadline(ProjectSession session, QueuedCommand queued) {
        Instant expiresAt = queued.command().expiresAt();
        if (expiresAt == null) {
            return Optional.empty();
        }
        var before = session.order().certainlyBefore(queued, expiresAt);
        return session.quota().earliestToken(queued, before).isBefore(expiresAt)
                ? Optional.empty()
                : Optional.of(UNREACHABLE);
    }

    private static QueuedCommand queuedCommand(ProjectSession session, CommandArrived arrived) {
        Command command = arrived.command();
        String jobId = command.jobId();
        String lane = LaneId.ofCreate(arrived.identity());
        Instant createWaitUntil = null;
        if (command.createCommandId() != null) {
            Identity createId = Identity.ofCommandId(command.createCommandId());
            KnownCommand create = session.dedup().findSurvivor(createId);
            lane = create instanceof QueuedCommand queued ? queued.followersLane() : LaneId.ofCreate(createId);
            jobId = create != null && create.state() == CommandState.ACCEPTED ? create.knownJob() : null;
            createWaitUntil = create == null
                    ? session.now().plus(session.policy().queueing().createWait())
                    : null;
        }
        QueuedCommand placed = QueuedCommand.arrived(
                session.queue().nextSequence(),
                command,
                arrived.identity(),
                session.admission(),
                jobId != null ? LaneId.ofJob(jobId) : lane,
                jobId,
                session.now(),
                createWaitUntil);
        QueuedCommand queued =
                QuietPeriod.begun(placed, session.policy().queueing().maxDelay());
        // Its priority may have been lowered on the way in, which is possible only where publishers have settings.
        boolean isLowered =
                !session.policy().sharing().isEqual() && !arrived.contentHash().equals(queued.contentHash());
        return isLowered ? Revision.publishedAs(queued, arrived.contentHash()) : queued;
    }
}
