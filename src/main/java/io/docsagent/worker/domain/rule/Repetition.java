package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.StatusEvent.Original;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.CommandOutcome;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.KnownCommand;
import io.docsagent.worker.domain.state.Origin;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input.CommandArrived;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A command whose id was seen before: the same one again is answered with what became of it, another one rejected. */
final class Repetition {

    private static final Reason ID_REUSED =
            new Reason("command_id_reused", "this commandId was already used with different content", null);

    /** Between the answers for one command, however often it is repeated; part of the contract. */
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private Repetition() {}

    static void recognise(ProjectSession session, CommandArrived arrived, KnownCommand seen) {
        if (!seen.contentHash().equals(arrived.contentHash())) {
            Ending.announceRejected(session, arrived.command(), ID_REUSED);
            return;
        }
        answer(session, arrived.command(), arrived.identity(), seen);
    }

    /** @param identity of the command that was seen before */
    static void answer(ProjectSession session, Command command, Identity identity, KnownCommand seen) {
        session.outbox().count(Result.DUPLICATE, command);
        if (seen.repeatedAt() == null || !seen.repeatedAt().plus(INTERVAL).isAfter(session.now())) {
            session.dedup().update(identity, seen.repeated(session.now()));
            announce(session, command, command.commandId(), seen);
        }
    }

    /**
     * Says that the command wants what another one wants already.
     *
     * @param otherId the commandId of that one
     * @param seen that one
     */
    static void announce(ProjectSession session, Command command, @Nullable String otherId, KnownCommand seen) {
        Origin repetition = Origin.of(command, seen.eventOrigin().hasContinued());
        session.outbox().announce(Announcement.ofDuplicate(repetition, original(session, otherId, seen)));
    }

    /**
     * Where a command stands; of one that was superseded, with the job of the one in its place.
     *
     * @param commandId of the command
     */
    static Original original(ProjectSession session, @Nullable String commandId, KnownCommand seen) {
        String supersededBy =
                seen instanceof EndedCommand ended && ended.outcome() instanceof CommandOutcome.Superseded superseded
                        ? superseded.commandId()
                        : null;
        KnownCommand survivor = session.dedup().survivorOf(seen);
        String jobId = survivor == null ? null : survivor.knownJob();
        Job job = jobId == null ? null : session.knownJobs().find(jobId);
        return new Original(
                commandId,
                seen.state(),
                supersededBy,
                jobId,
                job == null ? null : job.snapshot().status(),
                job == null ? null : job.snapshot().prLink());
    }
}
