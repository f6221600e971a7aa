package io.docsagent.worker.domain.rule;

import io.docsagent.worker.domain.decision.Effect.Count.What;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.DedupEntry;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.CommandState;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.StatusEvent.Original;
import io.docsagent.worker.message.StatusEvent.Reason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A command whose id was seen before: the same one again is answered with what became of it, another one rejected. */
final class Repetition {

    private static final Reason ID_REUSED =
            new Reason("command_id_reused", "its id was used before for another command", null);

    /** Between the answers for one command, however often it is repeated; part of the contract. */
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private Repetition() {}

    static void recognise(ProjectSession session, Command command, Identity identity, DedupEntry seen) {
        if (!seen.isOf(command)) {
            Ending.announceRejected(session, command, ID_REUSED);
            return;
        }
        session.outbox().count(What.DUPLICATE, command.type());
        if (seen.repeatedAt() == null || !seen.repeatedAt().plus(INTERVAL).isAfter(session.now())) {
            session.dedup().repeated(identity, seen);
            session.outbox().announce(Announcement.ofDuplicate(command, original(session, seen)));
        }
    }

    private static Original original(ProjectSession session, DedupEntry seen) {
        return switch (seen.state()) {
            case DedupEntry.Pending pending -> {
                QueuedCommand queued = session.queue().get(pending.sequence());
                yield ofJob(session, queued.call() == null ? CommandState.QUEUED : CommandState.SENT, queued.jobId());
            }
            case DedupEntry.Accepted accepted -> ofJob(session, CommandState.ACCEPTED, accepted.jobId());
            case DedupEntry.Rejected rejected -> ofJob(session, CommandState.REJECTED, null);
            case DedupEntry.Expired expired -> ofJob(session, CommandState.EXPIRED, null);
            case DedupEntry.Unknown unknown -> ofJob(session, CommandState.UNKNOWN, unknown.jobId());
        };
    }

    private static Original ofJob(ProjectSession session, CommandState state, @Nullable String jobId) {
        Job job = jobId == null ? null : session.jobs().find(jobId);
        return job == null
                ? new Original(state, jobId, null, null)
                : new Original(
                        state, jobId, job.snapshot().status(), job.snapshot().prLink());
    }
}
