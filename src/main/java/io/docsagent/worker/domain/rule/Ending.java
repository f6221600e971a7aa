package io.docsagent.worker.domain.rule;

import io.docsagent.worker.domain.decision.Effect.Count.What;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.DedupEntry;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.StatusEvent;
import io.docsagent.worker.message.StatusEvent.Reason;
import java.time.Instant;

/** The ways in which a queued command ends, and what that means for the messages that wait for it. */
final class Ending {

    static final Reason CREATE_FAILED =
            new Reason("create_failed", "the create that it follows did not become a job", null);

    static final Reason EXPIRED = new Reason("expired", "was not sent before its expiresAt", null);

    private static final Reason CREATE_NEVER_SEEN =
            new Reason("unknown_create", "no create with its createCommandId has been seen", null);

    private static final Reason TARGET_NEVER_SEEN =
            new Reason("unknown_command", "no command with its cancelCommandId has been seen", null);

    private static final Reason EARLIER_CALL_UNKNOWN =
            new Reason("no_trace", "an earlier send may have been taken", null);

    private Ending() {}

    static void accepted(ProjectSession session, QueuedCommand queued, String jobId) {
        session.queue().remove(queued);
        acceptedInFlight(session, queued, jobId);
    }

    /** It is accepted by a late answer while a repeat is in flight, whose own answer no longer ends it. */
    static void acceptedInFlight(ProjectSession session, QueuedCommand queued, String jobId) {
        session.dedup().accepted(queued, jobId);
        session.outbox().count(What.ACCEPTED, queued.command());
        if (queued.isCreate()) {
            Followers.follow(session, queued.lane(), queued.identity());
        }
    }

    static void rejected(ProjectSession session, QueuedCommand queued, Reason reason) {
        if (session.dedup().mayHaveBeenTaken(queued)) {
            unknownForEarlierCall(session, queued);
            return;
        }
        announceRejected(session, queued.command(), reason);
        end(session, queued, new DedupEntry.Rejected(session.dedup().forgetAt()), reason);
        dropFollowers(session, queued);
    }

    static void expired(ProjectSession session, QueuedCommand queued) {
        if (session.dedup().mayHaveBeenTaken(queued)) {
            unknownForEarlierCall(session, queued);
            return;
        }
        announceExpired(session, queued.command());
        end(session, queued, new DedupEntry.Expired(session.dedup().forgetAt()), EXPIRED);
        dropFollowers(session, queued);
    }

    /**
     * @param queued a waiting command that the service cannot have taken
     * @param message why, for people
     */
    static void cancelled(ProjectSession session, QueuedCommand queued, String message) {
        Reason reason = announceCancelled(session, queued.command(), message);
        end(session, queued, new DedupEntry.Cancelled(session.dedup().forgetAt()), reason);
        dropFollowers(session, queued);
    }

    private static void end(ProjectSession session, QueuedCommand queued, DedupEntry.NotTaken state, Reason reason) {
        session.queue().remove(queued);
        session.dedup().notAccepted(queued, state, reason);
    }

    /** It is not sent again, and the outcome of an earlier call is unknown: so is that of the command. */
    static void unknownForEarlierCall(ProjectSession session, QueuedCommand queued) {
        unknown(session, queued, EARLIER_CALL_UNKNOWN, session.now());
    }

    /** What it names was not seen in time: nothing of it is remembered, so that it may be published again. */
    static void neverSeen(ProjectSession session, QueuedCommand queued) {
        session.queue().remove(queued);
        session.dedup().drop(queued);
        boolean isCancel = queued.command().type() == Command.Type.CANCEL;
        announceRejected(session, queued.command(), isCancel ? TARGET_NEVER_SEEN : CREATE_NEVER_SEEN);
    }

    /** @param deadline of its last call */
    static void unknown(ProjectSession session, QueuedCommand queued, Reason reason, Instant deadline) {
        Command command = queued.command();
        session.queue().remove(queued);
        session.dedup().unknown(queued, reason);
        session.outbox().count(What.UNKNOWN, command);
        session.outbox().announce(Announcement.ofCommand(StatusEvent.Type.COMMAND_UNKNOWN, command, reason));
        dropFollowers(session, queued);
        if (queued.jobId() != null) {
            session.jobs().maybeRevived(queued.jobId(), deadline);
        }
    }

    private static void dropFollowers(ProjectSession session, QueuedCommand queued) {
        if (queued.isCreate()) {
            Followers.follow(session, queued.lane(), queued.identity());
        }
    }

    static void announceRejected(ProjectSession session, Command command, Reason reason) {
        session.outbox().count(What.REJECTED, command);
        session.outbox().announce(Announcement.ofCommand(StatusEvent.Type.COMMAND_REJECTED, command, reason));
    }

    /** @return the reason that was announced */
    static Reason announceCancelled(ProjectSession session, Command command, String message) {
        session.outbox().count(What.CANCELLED, command);
        Reason reason = new Reason("cancelled", message, null);
        session.outbox().announce(Announcement.ofCommand(StatusEvent.Type.COMMAND_CANCELLED, command, reason));
        return reason;
    }

    static void announceExpired(ProjectSession session, Command command) {
        session.outbox().count(What.EXPIRED, command);
        session.outbox().announce(Announcement.ofCommand(StatusEvent.Type.COMMAND_EXPIRED, command, EXPIRED));
    }
}
