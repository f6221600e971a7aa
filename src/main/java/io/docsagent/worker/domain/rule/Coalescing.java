package io.docsagent.worker.domain.rule;

import io.docsagent.worker.domain.decision.Effect.Count.What;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.DedupEntry;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.message.Command.Coalesce;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A command takes the place of an older one with the same key that waits and cannot have reached the service. */
final class Coalescing {

    private static final String BETWEEN_PROMPTS = "\n\n";

    private Coalescing() {}

    /** The older command whose place a newcomer takes; null where there is none. */
    static @Nullable QueuedCommand olderThan(ProjectSession session, QueuedCommand newcomer) {
        return session.queue().sameKey(newcomer).stream()
                .filter(other -> other.sequence() < newcomer.sequence())
                .filter(other -> !session.dedup().mayHaveBeenTaken(other))
                .findFirst()
                .orElse(null);
    }

    /** The newer command as it takes the older one's place; null where both prompts together would be too long. */
    static @Nullable QueuedCommand merged(ProjectSession session, QueuedCommand older, QueuedCommand newer) {
        Coalesce coalesce = Objects.requireNonNull(newer.command().coalesce());
        String prompt = newer.command().prompt();
        if (coalesce.mode() == Coalesce.Mode.REPLACE) {
            return newer.inPlaceOf(older, prompt);
        }
        QueuedCommand both = newer.inPlaceOf(older, older.command().prompt() + BETWEEN_PROMPTS + prompt);
        return both.command().size() <= session.policy().queueing().maxCommandBytes() ? both : null;
    }

    /**
     * @param newer as it was before it took the place
     * @param contentHash of the newer command as it was published
     */
    static void supersede(
            ProjectSession session,
            QueuedCommand older,
            QueuedCommand newer,
            QueuedCommand inItsPlace,
            String contentHash) {
        session.queue().supersede(older, inItsPlace, newer.lane());
        session.dedup().supersedes(older, inItsPlace, contentHash);
        session.outbox().count(What.SUPERSEDED, older.command().type());
        session.outbox().announce(Announcement.ofSuperseded(older.command(), inItsPlace.command()));
    }

    /** A command waits again, perhaps with a newer one of its key behind it, which then takes its place. */
    static void afterPutBack(ProjectSession session, QueuedCommand older) {
        if (session.dedup().mayHaveBeenTaken(older)) {
            return;
        }
        for (QueuedCommand newer : session.queue().sameKey(older)) {
            QueuedCommand merged = newer.sequence() < older.sequence() ? null : merged(session, older, newer);
            if (merged != null && !session.dedup().mayHaveBeenTaken(newer)) {
                DedupEntry seen = Objects.requireNonNull(session.dedup().find(newer.identity()));
                session.queue().remove(newer);
                supersede(session, older, newer, merged, seen.contentHash());
                return;
            }
        }
    }
}
