package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.CommandOutcome;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Origin;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input.CommandArrived;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a command ends: what is remembered of it, announced, counted and recorded, and what becomes of what waits for it. */
final class Ending {

    static final Reason CREATE_FAILED = new Reason("create_failed", "its create did not become a job", null);

    static final Reason EXPIRED = new Reason("expired", "expired before it could be sent", null);

    private static final Reason CREATE_NEVER_SEEN =
            new Reason("unknown_create", "no create with its createCommandId has been seen", null);

    private static final Reason TARGET_NEVER_SEEN =
            new Reason("unknown_command", "no command with its cancelCommandId has been seen", null);

    private static final Reason EARLIER_CALL_UNKNOWN =
            new Reason("no_trace", "the service may have taken an earlier attempt", null);

    private Ending() {}

    static void accepted(ProjectSession session, QueuedCommand queued, String jobId) {
        session.queue().remove(queued);
        session.dedup().ended(queued, new CommandOutcome.Accepted(jobId));
        isAccepted(session, queued);
    }

    /** It is accepted by a late answer while a repeat is in flight, whose own answer no longer ends it. */
    static void acceptedInFlight(ProjectSession session, QueuedCommand called, String jobId) {
        session.queue().update(called.acceptedAs(jobId));
        isAccepted(session, called);
    }

    private static void isAccepted(ProjectSession session, QueuedCommand queued) {
        session.outbox().count(Result.ACCEPTED, queued.command());
        followOn(session, queued);
    }

    /** The repeat of a command that was accepted meanwhile is over. */
    static EndedCommand repeatOver(ProjectSession session, QueuedCommand called, String jobId) {
        session.queue().remove(called);
        return session.dedup().ended(called, new CommandOutcome.Accepted(jobId));
    }

    /**
     * A command that had ended otherwise proved to be accepted.
     *
     * @param job as far as it is known; null where only its id is
     * @param isCreate whether it became the job, which it otherwise continued or was a message to
     */
    static void acceptedLate(
            ProjectSession session,
            Identity identity,
            EndedCommand ended,
            String jobId,
            @Nullable JobSnapshot job,
            boolean isCreate) {
        Instant forgetAt = ended.forgetAt();
        if (forgetAt == null || ended.state() != CommandState.UNKNOWN) {
            forgetAt = session.dedup().forgetAt();
        }
        session.dedup().update(identity, ended.acceptedLate(jobId, forgetAt));
        session.jobs().accepted(jobId, job, ended.eventOrigin(), isCreate);
    }

    static void rejected(ProjectSession session, QueuedCommand queued, Reason reason) {
        notTaken(session, queued, CommandState.REJECTED, reason);
    }

    static void expired(ProjectSession session, QueuedCommand queued) {
        notTaken(session, queued, CommandState.EXPIRED, EXPIRED);
    }

    /**
     * @param queued a waiting command that the service cannot have taken
     * @param message why, for people
     */
    static void cancelled(ProjectSession session, QueuedCommand queued, String message) {
        notTaken(session, queued, CommandState.CANCELLED, cancelled(message));
    }

    /** @param message why, for people */
    static Reason cancelled(String message) {
        return new Reason("cancelled", message, null);
    }

    private static void notTaken(ProjectSession session, QueuedCommand queued, CommandState state, Reason reason) {
        if (queued.mayHaveBeenTaken()) {
            unknownForEarlierCall(session, queued);
            return;
        }
        session.queue().remove(queued);
        EndedCommand ended = session.dedup().ended(queued, new CommandOutcome.NotTaken(state, reason));
        announce(session, queued.type(), queued.eventOrigin(), ended);
        followOn(session, queued);
    }

    /** It is not sent again, and the outcome of an earlier call is unknown: so is that of the command. */
    static void unknownForEarlierCall(ProjectSession session, QueuedCommand queued) {
        unknown(session, queued, EARLIER_CALL_UNKNOWN);
    }

    static void unknown(ProjectSession session, QueuedCommand queued, Reason reason) {
        session.queue().remove(queued);
        Command content = session.marks().contentToKeep(queued);
        Instant taken = session.quota().mayBeTakenUntil(queued.identity(), queued.admission(), queued.calls());
        boolean keepsKey = queued.isCreate() && queued.command().continueKey() != null;
        var outcome =
                new CommandOutcome.Unknown(reason, queued.jobId(), content, session.now(), keepsKey ? taken : null);
        EndedCommand ended = session.dedup().ended(queued, outcome);
        announce(session, queued.type(), queued.eventOrigin(), ended);
        followOn(session, queued);
        if (queued.jobId() != null) {
            session.jobs().mayBeRevived(queued.jobId(), taken == null ? session.now() : taken);
        }
    }

    /** What it names was not seen in time: nothing of it is remembered, so that it may be published again. */
    static void neverSeen(ProjectSession session, QueuedCommand queued) {
        boolean isCancel = queued.command().type() == Command.Type.CANCEL;
        Reason reason = isCancel ? TARGET_NEVER_SEEN : CREATE_NEVER_SEEN;
        session.queue().remove(queued);
        session.dedup().leftPlace(queued);
        if (isCancel) {
            announceRejected(session, queued.command(), reason);
        } else {
            var rejected = new CommandOutcome.NotTaken(CommandState.REJECTED, reason);
            announce(session, queued.command(), EndedCommand.of(queued, rejected, null));
        }
    }

    /** A create or message that has just arrived ends, and is remembered until that time. */
    static void onArrival(
            ProjectSession session, CommandArrived arrived, CommandState state, Reason reason, Instant forgetAt) {
        EndedCommand ended = ofArrived(session, arrived, state, reason, forgetAt);
        session.dedup().endedOnArrival(arrived.identity(), ended);
        announce(session, arrived.command(), ended);
    }

    /** A create or message that has just arrived is refused, and may be published again. */
    static void refused(ProjectSession session, CommandArrived arrived, Reason reason) {
        announce(session, arrived.command(), ofArrived(session, arrived, CommandState.REJECTED, reason, session.now()));
    }

    private static EndedCommand ofArrived(
            ProjectSession session, CommandArrived arrived, CommandState state, Reason reason, Instant forgetAt) {
        return EndedCommand.onArrival(arrived, new CommandOutcome.NotTaken(state, reason), session.now(), forgetAt);
    }

    private static void followOn(ProjectSession session, QueuedCommand queued) {
        if (queued.type() == Command.Type.CREATE) {
            Followers.follow(session, queued.followersLane(), queued.identity());
        }
    }

    private static void announce(ProjectSession session, Command command, EndedCommand ended) {
        announce(session, command.type(), Origin.of(command), ended);
    }

    /** Counts and announces the end of a command, and has its public record written. */
    static void announce(ProjectSession session, Command.Type type, Origin origin, EndedCommand ended) {
        CommandState state = ended.state();
        session.outbox().countEnd(state, type, origin.publisher());
        Reason reason = Objects.requireNonNull(ended.outcome().reason(), "ended without a job");
        StatusEvent event =
                session.outbox().announce(Announcement.ofCommand(StatusEvent.Type.of(state), origin, reason));
        session.records().ended(ended, event);
    }

    /** Of a command that has no public record of its own. */
    static void announceRejected(ProjectSession session, Command command, Reason reason) {
        session.outbox().count(Result.REJECTED, command);
        session.outbox().announce(Announcement.ofRejected(command, reason));
    }
}
