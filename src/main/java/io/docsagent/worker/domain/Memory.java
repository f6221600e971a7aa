package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Effect.Count.What;
import io.docsagent.worker.domain.Timer.Kind;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.Input.CommandArrived;
import java.time.Instant;
import java.util.List;

/** The marks that commands leave: made, changed, forgotten, never more than the limits allow. */
final class Memory {

    private Memory() {}

    /** A command was queued: its place in the queue is its mark until there is more to remember. */
    static void remember(Turn turn) {
        turn.project = turn.project.with(turn.project.counts().seen(1));
    }

    /** A command ended before it was queued: a flood of such must not fill the memory for as long as others stay. */
    static void rememberRefused(Turn turn, CommandArrived arrived) {
        boolean create = arrived.command().type() == Command.Type.CREATE;
        Instant atLatest = turn.now.plus(turn.policy.queueing().createWait());
        Instant forgetAt = forgetAt(turn).isBefore(atLatest) ? forgetAt(turn) : atLatest;
        put(
                turn,
                arrived.identity(),
                new Seen(arrived.contentHash(), create, null, new Seen.Refused(forgetAt), List.of()));
        turn.project = turn.project.with(turn.project.counts().seen(1));
    }

    static void change(Turn turn, Identity identity, Seen after) {
        String key = Keys.seen(turn.projectId(), identity);
        Seen before = turn.seen.get(key);
        if (before != null) {
            turn.backlog.timers().cancel(before.timer(key));
        }
        put(turn, identity, after);
    }

    static Instant forgetAt(Turn turn) {
        return turn.now.plus(turn.policy.seen().retention());
    }

    static void forget(Turn turn, String key) {
        Seen seen = turn.seen.get(key);
        if (seen != null) {
            turn.backlog.timers().cancel(seen.timer(key));
            turn.seen.delete(key);
            turn.project = turn.project.with(turn.project.counts().seen(-1));
        }
    }

    /** A queued command leaves no mark: it may be tried again. */
    static void drop(Turn turn, QueuedCommand queued) {
        if (turn.mark(queued) == null) {
            turn.project = turn.project.with(turn.project.counts().seen(-1));
        } else {
            forget(turn, Keys.seen(turn.projectId(), queued.identity()));
        }
    }

    /** Makes room for one more; false where nothing of the project has ended, so nothing may be forgotten. */
    static boolean makeRoom(Turn turn) {
        boolean isProjectFull =
                turn.project.counts().seen() >= turn.policy.seen().max();
        boolean isPartitionFull =
                turn.partitionLoad().seen() >= turn.policy.seen().maxPerPartition();
        if (!isProjectFull && !isPartitionFull) {
            return true;
        }
        Timer oldest = turn.backlog.timers().next(Kind.SEEN_FORGOTTEN);
        if (oldest == null) {
            // What other projects keep must not shut out one that has little: its quota bounds what it adds.
            boolean hasFew = turn.project.counts().seen() < turn.policy.quota().capacity();
            return !isProjectFull && hasFew;
        }
        forget(turn, oldest.key());
        turn.count(What.MARK_FORGOTTEN_EARLY, null);
        return true;
    }

    private static void put(Turn turn, Identity identity, Seen seen) {
        String key = Keys.seen(turn.projectId(), identity);
        turn.seen.put(key, seen);
        turn.backlog.timers().set(seen.timer(key));
    }
}
