package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.domain.session.Jobs;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.session.QuotaAccount;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Input.CallAnswered;
import java.util.Locale;
import java.util.Objects;

/** What the outcome of a call changes: its command, its use of the quota, and whether the project is held. */
public final class CallOutcome {

    private CallOutcome() {}

    public static void apply(ProjectSession session, CallAnswered answered) {
        session.queue()
                .called(answered.callId())
                .ifPresentOrElse(
                        called -> ended(session, called, answered.answer()),
                        () -> LateOutcome.apply(session, answered));
    }

    private static void ended(ProjectSession session, QueuedCommand called, Answer answer) {
        if (answer instanceof Answer.InFlight) {
            session.queue().outcomeQueried(called);
        } else {
            close(session, called, answer);
        }
    }

    private static void close(ProjectSession session, QueuedCommand called, Answer given) {
        Answer answer = judged(session, called, given);
        settleUse(session.quota(), called, answer);
        String acceptedAs = called.inFlight().acceptedAs();
        if (acceptedAs != null) {
            closeRepeat(session, called, acceptedAs, answer);
        } else {
            settle(session, called, answer);
        }
        session.holds().after(called, answer);
    }

    /**
     * A command that was refused again and again, each time after others of its project had been accepted, is the cause
     * itself: the refusal is its rejection, and holds nothing.
     */
    private static Answer judged(ProjectSession session, QueuedCommand called, Answer answer) {
        boolean isCause = !called.inFlight().probe()
                && called.refusals() + 1 >= session.policy().dispatching().maxRefusals();
        if (isCause && answer instanceof Answer.Unauthorized refused) {
            return new Answer.Rejected(refused.httpStatus(), refused.message());
        }
        if (answer instanceof Answer.Redirected refused && (isCause || isOfUnknownJob(session, called, refused))) {
            return new Answer.Rejected(refused.httpStatus(), refused.message());
        }
        return answer;
    }

    /**
     * Where the service has its framework write what is not found, its 404 for a mistyped job id looks as if something
     * else had answered. Such a message is rejected, and holds nothing, unless the project is held because of others.
     */
    private static boolean isOfUnknownJob(ProjectSession session, QueuedCommand called, Answer.Redirected refused) {
        boolean isHeldByOthers = session.holds().hold().reason() == Hold.Reason.MISCONFIGURED;
        return refused.httpStatus() == 404
                && called.jobId() != null
                && session.knownJobs().find(called.jobId()) == null
                && !isHeldByOthers;
    }

    private static void settleUse(QuotaAccount quota, QueuedCommand called, Answer answer) {
        switch (answer) {
            case Answer.NotSent notSent -> quota.giveBack(called);
            case Answer.NoSlot noSlot -> quota.giveBack(called);
            case Answer.Unknown unknown -> quota.unknown(called);
            default -> quota.over(called);
        }
    }

    /** An earlier call was accepted meanwhile: this one can only add another job. */
    private static void closeRepeat(ProjectSession session, QueuedCommand called, String jobId, Answer answer) {
        QueuedCommand over = answer instanceof Answer.Unknown ? called.outcomeUnknown() : called;
        EndedCommand ended = Ending.repeatOver(session, over, jobId);
        if (answer instanceof Answer.Accepted accepted) {
            LateOutcome.acceptedAgain(session, ended, jobId, accepted);
        }
    }

    private static void settle(ProjectSession session, QueuedCommand called, Answer answer) {
        switch (answer) {
            case Answer.Accepted accepted -> accept(session, called, accepted);
            case Answer.Rejected rejected -> reject(session, called, rejected);
            case Answer.Unknown unknown -> outcomeUnknown(session, called, unknown);
            case Answer.Redirected redirected -> putBack(session, refused(called));
            case Answer.Unauthorized unauthorized -> putBack(session, refused(called));
            case Answer.Retryable retryable -> putBack(session, called);
            case Answer.InFlight inFlight -> throw new IllegalStateException("a call in flight has not ended");
        }
    }

    /** A create whose job is not known any more starts another one, at its place; the refused use stays spent. */
    private static void reject(ProjectSession session, QueuedCommand called, Answer.Rejected rejected) {
        boolean isJobGone = called.isContinued() && rejected.httpStatus() == 404 && !called.mayHaveBeenTaken();
        if (isJobGone) {
            session.continuations().jobIsGone(Objects.requireNonNull(called.jobId()));
            putBack(session, called);
        } else {
            Ending.rejected(session, called, new Reason("refused", rejected.message(), rejected.httpStatus()));
        }
    }

    /** A probe's refusal says nothing about its command. */
    private static QueuedCommand refused(QueuedCommand called) {
        return called.inFlight().probe() ? called : called.refused();
    }

    /** The command waits again at the position that it had, unless it has expired meanwhile. */
    private static void putBack(ProjectSession session, QueuedCommand called) {
        QueuedCommand waiting = session.queue().putBack(called);
        if (waiting.command().isExpired(session.now())) {
            Ending.expired(session, waiting);
        } else {
            Coalescing.settle(session, waiting);
        }
    }

    private static void accept(ProjectSession session, QueuedCommand called, Answer.Accepted accepted) {
        String jobId = called.jobId() != null ? called.jobId() : Jobs.createdBy(accepted);
        Ending.accepted(session, called, jobId);
        session.jobs().accepted(jobId, accepted.job(), called.eventOrigin(), called.isCreate());
    }

    private static void outcomeUnknown(ProjectSession session, QueuedCommand called, Answer.Unknown unknown) {
        QueuedCommand unanswered = called.outcomeUnknown();
        if (unanswered.calls().unknown().size() < session.policy().dispatching().maxAttempts()) {
            session.outbox().count(Result.REPEATED, called.command());
            putBack(session, unanswered);
        } else {
            Ending.unknown(session, unanswered, reason(unknown));
        }
    }

    private static Reason reason(Answer.Unknown unknown) {
        return new Reason(unknown.reason().name().toLowerCase(Locale.ROOT), unknown.message(), unknown.httpStatus());
    }
}
