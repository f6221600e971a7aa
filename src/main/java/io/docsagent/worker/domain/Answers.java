package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Effect.Count.What;
import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.Input.CallAnswered;
import io.docsagent.worker.message.Order;
import io.docsagent.worker.message.StatusEvent.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What the outcome of a call changes: its command, its use of the quota, and whether the project stays open. */
final class Answers {

    private Answers() {}

    static void apply(Turn turn, CallAnswered answered) {
        QueuedCommand called = turn.project.calls().get(answered.callId());
        if (called == null) {
            LateAnswers.apply(turn, answered);
        } else if (answered.answer() instanceof Answer.UnderWay) {
            asked(turn, called);
        } else {
            close(turn, called, answered.answer());
        }
    }

    private static void close(Turn turn, QueuedCommand called, Answer said) {
        Answer answer = judged(turn, called, said);
        turn.project = turn.project.without(called).with(quotaAfter(turn, called, answer));
        Seen mark = turn.mark(called);
        if (mark != null && mark.fate() instanceof Seen.Accepted before) {
            turn.backlog.ended(called);
            Ending.release(turn, called);
            closeEnded(turn, called, before, answer);
        } else {
            settle(turn, called, answer);
        }
        Holding.after(turn, called, answer);
    }

    /**
     * A command that was refused again and again, each time after others of its project had been accepted, is the cause
     * itself: the refusal is its rejection, and closes nothing.
     */
    private static Answer judged(Turn turn, QueuedCommand called, Answer answer) {
        boolean isCause = !called.underWay().probe()
                && called.refusals() + 1 >= turn.policy.dispatching().maxRefusals();
        if (isCause && answer instanceof Answer.Unauthorized refused) {
            return new Answer.Rejected(refused.httpStatus(), refused.message());
        }
        if (isCause && answer instanceof Answer.Misdirected refused) {
            return new Answer.Rejected(refused.httpStatus(), refused.message());
        }
        return answer;
    }

    /** A late answer to an earlier send has ended the command: this one can only add another job. */
    private static void closeEnded(Turn turn, QueuedCommand called, Seen.Accepted before, Answer answer) {
        switch (answer) {
            case Answer.Accepted accepted -> LateAnswers.acceptedAgain(turn, called.identity(), before, accepted);
            case Answer.Unknown unknown -> remember(turn, called);
            case Answer.Rejected rejected -> {}
            case Answer.Misdirected misdirected -> {}
            case Answer.Unauthorized unauthorized -> {}
            case Answer.Throttled throttled -> {}
            case Answer.NotSent notSent -> {}
            case Answer.NoPlace noPlace -> {}
            case Answer.NotTaken notTaken -> {}
            case Answer.UnderWay underWay -> {}
        }
    }

    private static void settle(Turn turn, QueuedCommand queued, Answer answer) {
        switch (answer) {
            case Answer.Accepted accepted -> accept(turn, queued, accepted);
            case Answer.Rejected rejected -> {
                turn.backlog.ended(queued);
                Ending.rejected(turn, queued, new Reason("refused", rejected.message(), rejected.httpStatus()));
            }
            case Answer.Unknown unknown -> lose(turn, queued, unknown);
            case Answer.Misdirected misdirected -> Waiting.putBack(turn, refused(queued));
            case Answer.Unauthorized unauthorized -> Waiting.putBack(turn, refused(queued));
            case Answer.Throttled throttled -> Waiting.putBack(turn, queued);
            case Answer.NotSent notSent -> Waiting.putBack(turn, queued);
            case Answer.NoPlace noPlace -> Waiting.putBack(turn, queued);
            case Answer.NotTaken notTaken -> Waiting.putBack(turn, queued);
            case Answer.UnderWay underWay -> throw new IllegalStateException("a call under way has not ended");
        }
    }

    /** A probe's refusal tells nothing of its command. */
    private static QueuedCommand refused(QueuedCommand called) {
        return called.underWay().probe() ? called : called.refused();
    }

    private static Quota quotaAfter(Turn turn, QueuedCommand called, Answer answer) {
        Quota quota = turn.project.quota();
        return switch (answer) {
            case Answer.NotSent notSent -> quota.giveBack(turn.policy.quota(), turn.now);
            case Answer.NoPlace noPlace -> quota.giveBack(turn.policy.quota(), turn.now);
            case Answer.Unknown unknown ->
                quota.unknown(called.callId(), called.underWay().deadline());
            default -> quota.over(turn.policy.quota(), turn.now);
        };
    }

    private static void accept(Turn turn, QueuedCommand queued, Answer.Accepted accepted) {
        turn.backlog.ended(queued);
        String jobId = queued.jobId() != null ? queued.jobId() : createdJob(accepted);
        Ending.accepted(turn, queued, jobId);
        Jobs.accepted(turn, jobId, accepted.job(), Job.Origin.of(queued.command()));
    }

    static String createdJob(Answer.Accepted accepted) {
        if (accepted.job() == null) {
            throw new IllegalStateException("a create was accepted without a job");
        }
        return accepted.job().id();
    }

    private static void lose(Turn turn, QueuedCommand queued, Answer.Unknown unknown) {
        Seen seen = remember(turn, queued);
        if (seen.unknown().size() < turn.policy.dispatching().maxAttempts()) {
            turn.count(What.REPEATED, queued.command().type());
            Waiting.putBack(turn, queued);
            return;
        }
        turn.backlog.ended(queued);
        Ending.unknown(turn, queued, reason(unknown), queued.underWay().deadline());
    }

    private static Seen remember(Turn turn, QueuedCommand called) {
        Seen seen = turn.markOrPlace(called).unknown(called.attempts());
        Memory.change(turn, called.identity(), seen);
        return seen;
    }

    private static Reason reason(Answer.Unknown unknown) {
        return new Reason(unknown.reason().name().toLowerCase(Locale.ROOT), unknown.message(), unknown.httpStatus());
    }

    /** Due asks: the engine does not guess what became of a call. */
    static void ask(Turn turn, Instant now) {
        List<QueuedCommand> due = new ArrayList<>();
        for (QueuedCommand called : turn.project.calls().values()) {
            if (!called.underWay().askAt().isAfter(now)) {
                due.add(called);
            }
        }
        due.sort(Comparator.comparingLong(QueuedCommand::sequence));
        for (QueuedCommand called : due) {
            turn.effect(new Effect.Tell(new Order.Ask(turn.projectId(), called.callId())));
            asked(turn, called);
        }
    }

    private static void asked(Turn turn, QueuedCommand called) {
        QueuedCommand later = called.with(called.underWay().asked(turn.now));
        turn.queue.put(Keys.queued(turn.projectId(), later.sequence()), later);
        turn.project = turn.project.with(later);
    }
}
