package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.Coalesce;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Revision;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Of the commands with one key that wait, and that the service cannot have taken, the newest is sent for all. */
final class Coalescing {

    private static final String BETWEEN_PROMPTS = "\n\n";

    private Coalescing() {}

    /** Another waiting command with its key, which the service cannot have taken; null where there is none. */
    static @Nullable QueuedCommand otherWithKeyOf(ProjectSession session, QueuedCommand command) {
        return session.queue().sameKey(command).stream()
                .filter(other -> !other.mayHaveBeenTaken())
                .findFirst()
                .orElse(null);
    }

    /** The newer command as it takes the older one's place; null where both prompts together would be too long. */
    static @Nullable QueuedCommand merged(ProjectSession session, QueuedCommand older, QueuedCommand newer) {
        Coalesce coalesce = Objects.requireNonNull(newer.command().coalesce());
        String prompt = newer.command().prompt();
        Duration mostDelay = session.policy().queueing().maxDelay();
        if (coalesce.mode() == Coalesce.Mode.REPLACE) {
            return Revision.superseding(newer, older, prompt, mostDelay);
        }
        String bothPrompts = older.command().prompt() + BETWEEN_PROMPTS + prompt;
        QueuedCommand both = Revision.superseding(newer, older, bothPrompts, mostDelay);
        return both.command().size() <= session.policy().queueing().maxCommandBytes() ? both : null;
    }

    /** @param newer as it was before, and not in the queue */
    static void supersede(ProjectSession session, QueuedCommand older, QueuedCommand newer, QueuedCommand merged) {
        session.queue().supersede(older, merged);
        EndedCommand ended = session.dedup().supersedes(older, newer, merged);
        session.outbox().count(Result.SUPERSEDED, older.command());
        StatusEvent event = session.outbox().announce(Announcement.ofSuperseded(older.command(), merged.command()));
        session.records().ended(ended, event);
        if (merged.type() == Command.Type.CREATE) {
            followInto(session, merged, older);
            followInto(session, merged, newer);
        }
    }

    private static void followInto(ProjectSession session, QueuedCommand merged, QueuedCommand before) {
        if (!before.followersLane().equals(merged.followersLane())) {
            Followers.follow(session, before.followersLane(), merged.identity());
        }
    }

    /** A waiting command may have met others with its key: it has come back, or is in another lane than before. */
    static void settle(ProjectSession session, QueuedCommand waiting) {
        if (waiting.mayHaveBeenTaken()) {
            return;
        }
        QueuedCommand other = otherWithKeyOf(session, waiting);
        if (other == null) {
            return;
        }
        if (other.arrival() < waiting.arrival()) {
            settle(session, other, waiting);
        } else {
            settle(session, waiting, other);
        }
    }

    private static void settle(ProjectSession session, QueuedCommand older, QueuedCommand newer) {
        QueuedCommand merged = merged(session, older, newer);
        if (merged == null) {
            session.queue().change(newer, Revision.uncoalesced(newer));
        } else {
            session.queue().remove(newer);
            supersede(session, older, newer, merged);
            settle(session, merged);
        }
    }
}
