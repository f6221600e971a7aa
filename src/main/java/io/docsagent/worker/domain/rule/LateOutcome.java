package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.Jobs;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.CallId;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.KnownCommand;
import io.docsagent.worker.domain.state.Origin;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Input.CallAnswered;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Answers to calls that were closed: they still count where the outcome was unknown, and change nothing otherwise. */
final class LateOutcome {

    private LateOutcome() {}

    static void apply(ProjectSession session, CallAnswered answered) {
        CallId call = CallId.parse(answered.callId());
        KnownCommand known = call == null ? null : session.dedup().find(call.identity());
        if (call == null || known == null || !known.isUnanswered(call)) {
            return;
        }
        switch (answered.answer()) {
            case Answer.Unknown unknown -> {}
            case Answer.InFlight inFlight -> {}
            case Answer.NotSent notSent -> free(session, call, known);
            case Answer.NoSlot noSlot -> free(session, call, known);
            case Answer.Accepted accepted ->
                accept(session, call, resolved(session, call, known), sentTo(known, call), accepted);
            case Answer.Rejected rejected -> settle(session, resolved(session, call, known));
            case Answer.Retryable refused -> settle(session, resolved(session, call, known));
        }
    }

    private static void free(ProjectSession session, CallId call, KnownCommand known) {
        session.quota().freed(call.toString());
        settle(session, answered(session, call, known));
    }

    private static KnownCommand resolved(ProjectSession session, CallId call, KnownCommand known) {
        session.quota().resolved(call.toString());
        session.outbox().count(Result.LATE_ANSWER);
        return answered(session, call, known);
    }

    private static KnownCommand answered(ProjectSession session, CallId call, KnownCommand known) {
        KnownCommand answered = known.answered(call.attempt());
        session.dedup().update(call.identity(), answered);
        return answered;
    }

    /** A command that waits to be repeated may not have reached the service at all. */
    private static void settle(ProjectSession session, KnownCommand known) {
        if (known instanceof QueuedCommand queued && queued.call() == null) {
            Coalescing.settle(session, queued);
        }
    }

    /** The job exists after all: it is announced and followed, and a repeat that has not been sent is taken back. */
    private static void accept(
            ProjectSession session,
            CallId call,
            KnownCommand known,
            @Nullable String sentTo,
            Answer.Accepted accepted) {
        if (known.state() == CommandState.ACCEPTED) {
            acceptedAgain(session, known, Objects.requireNonNull(known.knownJob()), accepted);
            return;
        }
        JobSnapshot job = accepted.job();
        String jobId = job == null && sentTo != null ? sentTo : Jobs.createdBy(accepted);
        boolean isCreate = known.type() == Command.Type.CREATE && sentTo == null;
        switch (known) {
            case QueuedCommand queued -> {
                if (queued.call() != null) {
                    Ending.acceptedInFlight(session, queued, jobId);
                } else {
                    Ending.accepted(session, queued, jobId);
                }
                session.jobs().accepted(jobId, job, queued.eventOrigin(), isCreate);
            }
            case EndedCommand ended -> Ending.acceptedLate(session, call.identity(), ended, jobId, job, isCreate);
        }
    }

    /** The job to which the call went, which may be another one than the command is meant for now; null for none. */
    private static @Nullable String sentTo(KnownCommand known, CallId call) {
        if (known.calls().isDismissed(call.attempt())) {
            return known.calls().dismissedTo();
        }
        return known instanceof EndedCommand ended ? ended.sentTo() : known.knownJob();
    }

    /**
     * Two sends were taken, as at-least-once allows, or after an operator had the command sent again, which is announced
     * as such. A second job is announced; a second message to one is not. A service that is idempotent has not taken the
     * second where it answers with the same job.
     *
     * @param jobId of the send that was known to be taken first
     */
    static void acceptedAgain(ProjectSession session, KnownCommand known, String jobId, Answer.Accepted accepted) {
        JobSnapshot answered = accepted.job();
        boolean isSameJob = answered == null || answered.id().equals(jobId);
        if (isSameJob && session.policy().dispatching().idempotent()) {
            return;
        }
        JobSnapshot job = known.type() == Command.Type.CREATE ? answered : null;
        if (job != null && !job.id().equals(jobId)) {
            boolean isCreate = known.isCreate() || session.knownJobs().find(job.id()) == null;
            session.jobs().accepted(job.id(), job, known.eventOrigin(), isCreate);
            announceDoubled(session, known, "as job " + jobId + " and as job " + job.id());
        } else {
            session.jobs().revived(jobId);
            if (!known.isCreate()) {
                announceDoubled(session, known, "for job " + jobId);
            }
        }
    }

    private static void announceDoubled(ProjectSession session, KnownCommand known, String how) {
        if (known.calls().wasDismissed()) {
            Origin origin = known.eventOrigin();
            Reason reason = new Reason("doubled", "the service took it twice: " + how, null);
            session.outbox()
                    .announce(Announcement.ofDoubled(
                            origin, reason, Repetition.original(session, origin.commandId(), known)));
        }
    }
}
