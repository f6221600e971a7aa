package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Effect.Count.What;
import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.Input.CallAnswered;

/** Answers to calls that were closed: they still count where the fate was unknown, and change nothing otherwise. */
final class LateAnswers {

    private LateAnswers() {}

    static void apply(Turn turn, CallAnswered answered) {
        CallId call = CallId.parse(answered.callId());
        Seen seen = call == null ? null : turn.seen(call.identity());
        if (call == null || seen == null || !seen.isUnknown(call)) {
            return;
        }
        Identity identity = call.identity();
        Seen resolved = seen.resolved(call.attempt());
        switch (answered.answer()) {
            case Answer.Unknown unknown -> {}
            case Answer.UnderWay underWay -> {}
            case Answer.NotSent notSent -> free(turn, answered.callId(), identity, resolved);
            case Answer.NoPlace noPlace -> free(turn, answered.callId(), identity, resolved);
            case Answer.Accepted accepted -> {
                resolve(turn, answered.callId(), identity, resolved);
                accept(turn, identity, resolved, accepted);
            }
            case Answer.NotTaken refused -> resolve(turn, answered.callId(), identity, resolved);
            case Answer.Rejected rejected -> resolve(turn, answered.callId(), identity, resolved);
            case Answer.Misdirected refused -> resolve(turn, answered.callId(), identity, resolved);
            case Answer.Unauthorized refused -> resolve(turn, answered.callId(), identity, resolved);
            case Answer.Throttled refused -> resolve(turn, answered.callId(), identity, resolved);
        }
    }

    private static void free(Turn turn, String callId, Identity identity, Seen resolved) {
        Memory.change(turn, identity, resolved);
        turn.project = turn.project.with(turn.project.quota().freed(callId, turn.policy.quota(), turn.now));
    }

    private static void resolve(Turn turn, String callId, Identity identity, Seen resolved) {
        Memory.change(turn, identity, resolved);
        turn.project = turn.project.with(turn.project.quota().resolved(callId, turn.policy.quota(), turn.now));
        turn.count(What.LATE_ANSWER, null);
    }

    /** The job exists after all: it is told and followed, and a repeat that has not been sent is taken back. */
    private static void accept(Turn turn, Identity identity, Seen seen, Answer.Accepted accepted) {
        switch (seen.fate()) {
            case Seen.Pending pending -> acceptPending(turn, pending, accepted);
            case Seen.Unknown unknown -> {
                String jobId = unknown.jobId() != null ? unknown.jobId() : Answers.createdJob(accepted);
                Memory.change(turn, identity, seen.with(new Seen.Accepted(jobId, unknown.forgetAt())));
                Jobs.accepted(turn, jobId, accepted.job(), unknown.origin());
            }
            case Seen.Accepted before -> acceptedAgain(turn, identity, before, accepted);
            // Refused is only what was never sent, or was refused each time it was.
            case Seen.Refused refused -> {}
        }
    }

    /** Two sends were taken: at least once is what was asked for. A second job is told; a second message, not again. */
    static void acceptedAgain(Turn turn, Identity identity, Seen.Accepted before, Answer.Accepted accepted) {
        boolean create =
                turn.seen.require(Keys.seen(turn.projectId(), identity)).create();
        if (create && accepted.job() != null && !accepted.job().id().equals(before.jobId())) {
            Jobs.accepted(turn, accepted.job().id(), accepted.job(), Jobs.originOf(turn, before.jobId()));
        } else {
            Jobs.maybeRevived(turn, before.jobId(), turn.now);
        }
    }

    private static void acceptPending(Turn turn, Seen.Pending pending, Answer.Accepted accepted) {
        QueuedCommand queued = turn.queued(pending.sequence());
        String jobId = queued.jobId() != null ? queued.jobId() : Answers.createdJob(accepted);
        var origin = Job.Origin.of(queued.command());
        boolean repeatUnderWay =
                turn.project.calls().values().stream().anyMatch(call -> call.sequence() == pending.sequence());
        if (repeatUnderWay) {
            Ending.acceptedUnderWay(turn, queued, jobId);
        } else {
            Waiting.leave(turn, queued);
            Ending.accepted(turn, queued, jobId);
        }
        Jobs.accepted(turn, jobId, accepted.job(), origin);
    }
}
