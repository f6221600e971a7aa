package io.docsagent.worker.domain.rule;

import io.docsagent.worker.domain.decision.Effect.Count.What;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.CommandRecords;
import io.docsagent.worker.domain.state.DedupEntry;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.CommandState;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.Input.CommandArrived;
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

    static void recognise(ProjectSession session, CommandArrived arrived, DedupEntry seen) {
        if (!seen.contentHash().equals(arrived.contentHash())) {
            Ending.announceRejected(session, arrived.command(), ID_REUSED);
            return;
        }
        answer(session, arrived.command(), arrived.identity(), seen);
    }

    /** @param identity of the command that was seen before */
    static void answer(ProjectSession session, Command command, Identity identity, DedupEntry seen) {
        session.outbox().count(What.DUPLICATE, command);
        if (seen.repeatedAt() == null || !seen.repeatedAt().plus(INTERVAL).isAfter(session.now())) {
            session.dedup().repeated(identity, seen);
            announce(session, command, command.commandId(), seen);
        }
    }

    /**
     * Says that the command wants what another one wants already.
     *
     * @param otherId the commandId of that one
     * @param seen that one
     */
    static void announce(ProjectSession session, Command command, @Nullable String otherId, DedupEntry seen) {
        session.outbox().announce(Announcement.ofDuplicate(command, original(session, otherId, seen)));
    }

    /**
     * Where a command stands; of one that was superseded, with the job of the one in its place.
     *
     * @param commandId of the command
     */
    static Original original(ProjectSession session, @Nullable String commandId, DedupEntry seen) {
        String supersededBy = seen.state() instanceof DedupEntry.Superseded superseded ? superseded.commandId() : null;
        DedupEntry survivor = session.dedup().survivorOf(seen);
        String jobId = survivor == null ? null : jobOf(session, survivor);
        Job job = jobId == null ? null : session.jobs().find(jobId);
        return new Original(
                commandId,
                stateOf(session, seen),
                supersededBy,
                jobId,
                job == null ? null : job.snapshot().status(),
                job == null ? null : job.snapshot().prLink());
    }

    private static CommandState stateOf(ProjectSession session, DedupEntry seen) {
        return seen.state() instanceof DedupEntry.Pending pending
                        && session.queue().isInFlight(pending.sequence())
                ? CommandState.SENT
                : CommandRecords.stateOf(seen.state());
    }

    private static @Nullable String jobOf(ProjectSession session, DedupEntry seen) {
        return switch (seen.state()) {
            case DedupEntry.Pending pending ->
                session.queue().get(pending.sequence()).jobId();
            case DedupEntry.Accepted accepted -> accepted.jobId();
            case DedupEntry.Unknown unknown -> unknown.jobId();
            case DedupEntry.NotTaken ended -> null;
            case DedupEntry.Superseded superseded -> null;
            case DedupEntry.Operated operated -> null;
        };
    }
}
