package io.docsagent.worker.domain.rule;

import io.docsagent.worker.domain.decision.Effect.Count.What;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.Jobs;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.CallId;
import io.docsagent.worker.domain.state.DedupEntry;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.Input.CallAnswered;
import io.docsagent.worker.message.JobSnapshot;
import io.docsagent.worker.message.StatusEvent.Reason;

/** Answers to calls that were closed: they still count where the outcome was unknown, and change nothing otherwise. */
final class LateOutcome {

    private LateOutcome() {}

    static void apply(ProjectSession session, CallAnswered answered) {
        CallId call = CallId.parse(answered.callId());
        DedupEntry seen = call == null ? null : session.dedup().find(call.identity());
        if (call == null || seen == null || !(seen.isUnknown(call) || seen.isDismissed(call))) {
            return;
        }
        switch (answered.answer()) {
            case Answer.Unknown unknown -> {}
            case Answer.InFlight inFlight -> {}
            case Answer.NotSent notSent -> free(session, call, seen);
            case Answer.NoSlot noSlot -> free(session, call, seen);
            case Answer.Accepted accepted -> {
                resolve(session, call, seen);
                accept(session, call.identity(), seen, accepted);
            }
            case Answer.Rejected rejected -> resolveNotTaken(session, call, seen);
            case Answer.Retryable refused -> resolveNotTaken(session, call, seen);
        }
    }

    private static void free(ProjectSession session, CallId call, DedupEntry seen) {
        session.dedup().outcomeKnown(call, seen);
        session.quota().freed(call.toString());
        settle(session, seen);
    }

    private static void resolveNotTaken(ProjectSession session, CallId call, DedupEntry seen) {
        resolve(session, call, seen);
        settle(session, seen);
    }

    /** A command that waits to be repeated may not have reached the service at all. */
    private static void settle(ProjectSession session, DedupEntry seen) {
        if (seen.state() instanceof DedupEntry.Pending pending
                && !session.queue().isInFlight(pending.sequence())) {
            Coalescing.settle(session, session.queue().get(pending.sequence()));
        }
    }

    private static void resolve(ProjectSession session, CallId call, DedupEntry seen) {
        session.dedup().outcomeKnown(call, seen);
        session.quota().resolved(call.toString());
        session.outbox().count(What.LATE_ANSWER);
    }

    /** The job exists after all: it is announced and followed, and a repeat that has not been sent is taken back. */
    private static void accept(ProjectSession session, Identity identity, DedupEntry seen, Answer.Accepted accepted) {
        switch (seen.state()) {
            case DedupEntry.Pending pending ->
                acceptPending(session, session.queue().get(pending.sequence()), accepted);
            case DedupEntry.Unknown unknown -> {
                String jobId = unknown.jobId() != null ? unknown.jobId() : Jobs.createdBy(accepted);
                session.dedup().acceptedLate(identity, jobId, unknown);
                session.jobs().accepted(jobId, accepted.job(), unknown.origin(), seen.create());
            }
            case DedupEntry.Accepted before -> acceptedAgain(session, seen, before.jobId(), accepted);
            case DedupEntry.NotTaken ended -> acceptDismissed(session, identity, seen, accepted);
            case DedupEntry.Superseded superseded -> {}
            case DedupEntry.Operated operated -> {}
        }
    }

    private static void acceptPending(ProjectSession session, QueuedCommand queued, Answer.Accepted accepted) {
        String jobId = queued.jobId() != null ? queued.jobId() : Jobs.createdBy(accepted);
        if (session.queue().isInFlight(queued.sequence())) {
            Ending.acceptedInFlight(session, queued, jobId);
        } else {
            Ending.accepted(session, queued, jobId);
        }
        session.jobs().accepted(jobId, accepted.job(), Job.Origin.of(queued.command()), queued.isCreate());
    }

    /** An operator was wrong to say that the service had not taken it. */
    private static void acceptDismissed(
            ProjectSession session, Identity identity, DedupEntry seen, Answer.Accepted accepted) {
        DedupEntry.Dismissed dismissed = seen.dismissed();
        if (dismissed != null) {
            String jobId = dismissed.jobId() != null ? dismissed.jobId() : Jobs.createdBy(accepted);
            session.dedup().acceptedLate(identity, jobId, dismissed);
            session.jobs().accepted(jobId, accepted.job(), dismissed.origin(), seen.create());
        }
    }

    /**
     * Two sends were taken, as at-least-once allows, or after an operator had the command sent again, which is announced
     * as such. A second job is announced; a second message to one is not.
     *
     * @param jobId of the send that was known to be taken first
     */
    static void acceptedAgain(ProjectSession session, DedupEntry seen, String jobId, Answer.Accepted accepted) {
        JobSnapshot job = seen.create() ? accepted.job() : null;
        DedupEntry.Dismissed dismissed = seen.dismissed();
        if (job != null && !job.id().equals(jobId)) {
            Job.Origin origin =
                    dismissed != null ? dismissed.origin() : session.jobs().originOf(jobId);
            session.jobs().accepted(job.id(), job, origin, true);
            announceDoubled(session, seen, "as job " + jobId + " and as job " + job.id());
        } else {
            session.jobs().maybeRevived(jobId, session.now());
            if (!seen.create()) {
                announceDoubled(session, seen, "for job " + jobId);
            }
        }
    }

    private static void announceDoubled(ProjectSession session, DedupEntry seen, String how) {
        DedupEntry.Dismissed dismissed = seen.dismissed();
        if (dismissed != null) {
            Job.Origin origin = dismissed.origin();
            Reason reason = new Reason("doubled", "the service took it twice: " + how, null);
            session.outbox()
                    .announce(Announcement.ofDoubled(
                            origin, reason, Repetition.original(session, origin.commandId(), seen)));
        }
    }
}
