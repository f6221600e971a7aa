package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Effect.Count.What;
import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.Input.CallAnswered;
import io.docsagent.worker.message.Order;
import io.docsagent.worker.message.StatusEvent.Reason;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;

/** What the outcome of a call changes: its command, its use of the quota, and whether the project stays open. */
final class Answers {

    private Answers() {}

    static void apply(Turn turn, CallAnswered answered) {
        OpenCall call = turn.project.calls().get(answered.callId());
        if (call == null) {
            LateAnswers.apply(turn, answered);
        } else if (answered.answer() instanceof Answer.UnderWay) {
            turn.project = turn.project.with(call.asked(turn.now));
        } else {
            close(turn, call, answered.answer());
        }
    }

    private static void close(Turn turn, OpenCall call, Answer answer) {
        QueuedCommand queued = turn.queued(call.sequence());
        turn.project = turn.project.without(call).with(quotaAfter(turn, call, answer));
        if (turn.mark(queued).fate() instanceof Seen.Accepted before) {
            turn.backlog.ended(queued);
            Ending.release(turn, queued);
            closeEnded(turn, call, before, answer);
        } else {
            settle(turn, call, queued, answer);
        }
        Holding.after(turn, call, answer);
    }

    /** A late answer to an earlier send has ended the command: this one can only add another job. */
    private static void closeEnded(Turn turn, OpenCall call, Seen.Accepted before, Answer answer) {
        switch (answer) {
            case Answer.Accepted accepted -> LateAnswers.acceptedAgain(turn, call.identity(), before, accepted);
            case Answer.Unknown unknown -> remember(turn, call.identity(), call.attempt());
            case Answer.Rejected rejected -> {}
            case Answer.Misdirected misdirected -> {}
            case Answer.Unauthorized unauthorized -> {}
            case Answer.Throttled throttled -> {}
            case Answer.NotSent notSent -> {}
            case Answer.UnderWay underWay -> {}
        }
    }

    private static void settle(Turn turn, OpenCall call, QueuedCommand queued, Answer answer) {
        switch (answer) {
            case Answer.Accepted accepted -> accept(turn, queued, accepted);
            case Answer.Rejected rejected -> {
                turn.backlog.ended(queued);
                Ending.rejected(turn, queued, new Reason("refused", rejected.message(), rejected.httpStatus()));
            }
            case Answer.Unknown unknown -> lose(turn, call, queued, unknown);
            case Answer.Misdirected misdirected -> Waiting.putBack(turn, queued);
            case Answer.Unauthorized unauthorized -> Waiting.putBack(turn, queued);
            case Answer.Throttled throttled -> Waiting.putBack(turn, queued);
            case Answer.NotSent notSent -> Waiting.putBack(turn, queued);
            case Answer.UnderWay underWay -> throw new IllegalStateException("a call under way has not ended");
        }
    }

    private static Quota quotaAfter(Turn turn, OpenCall call, Answer answer) {
        Quota quota = turn.project.quota();
        return switch (answer) {
            case Answer.NotSent notSent -> quota.giveBack(turn.policy.quota(), turn.now);
            case Answer.Unknown unknown -> quota.unknown(call.callId(), turn.policy.quota(), call.deadline());
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

    private static void lose(Turn turn, OpenCall call, QueuedCommand queued, Answer.Unknown unknown) {
        Seen seen = remember(turn, call.identity(), call.attempt());
        if (seen.unknown().size() < turn.policy.dispatching().maxAttempts()) {
            turn.count(What.REPEATED, queued.command().type());
            Waiting.putBack(turn, queued);
            return;
        }
        turn.backlog.ended(queued);
        Ending.unknown(turn, queued, reason(unknown), call.deadline());
    }

    private static Seen remember(Turn turn, Identity identity, int attempt) {
        Seen seen = turn.seen.require(Keys.seen(turn.projectId(), identity)).unknown(attempt);
        Memory.change(turn, identity, seen);
        return seen;
    }

    private static Reason reason(Answer.Unknown unknown) {
        return new Reason(unknown.reason().name().toLowerCase(Locale.ROOT), unknown.message(), unknown.httpStatus());
    }

    /** Due asks: the engine does not guess what became of a call. */
    static void ask(Turn turn, Instant now) {
        turn.project.calls().values().stream()
                .filter(call -> !call.askAt().isAfter(now))
                .sorted(Comparator.comparingLong(OpenCall::sequence))
                .forEach(call -> {
                    turn.effect(new Effect.Tell(new Order.Ask(turn.projectId(), call.callId())));
                    turn.project = turn.project.with(call.asked(now));
                });
    }
}
