package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.CommandOutcome;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.KnownCommand;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.wire.Identity;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Finds a project's commands, waiting, in flight and ended, and remembers those that end. */
public final class Deduplication {

    private final Scope scope;
    private final Marks marks;
    private final CommandQueue queue;

    Deduplication(Scope scope, Marks marks, CommandQueue queue) {
        this.scope = scope;
        this.marks = marks;
        this.queue = queue;
    }

    /** The command with this identity; null where nothing is known of it. */
    @Nullable
    public KnownCommand find(Identity identity) {
        QueuedCommand queued = queue.find(identity);
        return queued != null ? queued : ended(marks.get(identity));
    }

    /** The command that has ended and is remembered under the key, whose content counts as handled; null where none is. */
    @Nullable
    public EndedCommand find(String key) {
        EndedCommand ended = ended(marks.get(key));
        scope.content().handled(ended == null ? 0 : ended.keptBytes());
        return ended;
    }

    private static @Nullable EndedCommand ended(@Nullable Remembered remembered) {
        return remembered instanceof EndedCommand ended ? ended : null;
    }

    /** The command that is in the place of this one, if others took it; null where nothing is known of it. */
    @Nullable
    public KnownCommand findSurvivor(Identity identity) {
        KnownCommand known = find(identity);
        return known == null ? null : survivorOf(known);
    }

    /** The command that is in the place of this one, if others took it; null where nothing is known of it. */
    @Nullable
    public KnownCommand survivorOf(KnownCommand known) {
        KnownCommand survivor = known;
        while (survivor instanceof EndedCommand ended
                && ended.outcome() instanceof CommandOutcome.Superseded superseded) {
            survivor = find(superseded.by());
        }
        return survivor;
    }

    /** More is known of a command, which is where it was. */
    public void update(Identity identity, KnownCommand changed) {
        switch (changed) {
            case QueuedCommand queued -> queue.update(queued);
            case EndedCommand ended -> marks.put(identity, ended);
        }
    }

    /**
     * A command takes the place of an older one.
     *
     * @param newer as it was before
     * @return the older one
     */
    public EndedCommand supersedes(QueuedCommand older, QueuedCommand newer, QueuedCommand merged) {
        Identity first = merged.first() == null ? merged.identity() : merged.first();
        String commandId = merged.command().commandId();
        EndedCommand ended = ended(older, new CommandOutcome.Superseded(first, commandId));
        // Where the place is that of one of them, the last line stands.
        leadsTo(older.first(), first, forgetAt());
        leadsTo(newer.first(), first, forgetAt());
        leadsTo(merged.first(), merged.identity(), null);
        return ended;
    }

    /** Where the first command of a place, if there is one, leads to from now on, and how long it is remembered. */
    private void leadsTo(@Nullable Identity first, Identity by, @Nullable Instant forgetAt) {
        EndedCommand known = first == null ? null : ended(marks.get(first));
        if (first != null && known != null && known.outcome() instanceof CommandOutcome.Superseded) {
            marks.put(first, known.leadingTo(by, forgetAt));
        }
    }

    /** A command has left the queue, and nothing is in the place any more that it was in. */
    public void leftPlace(QueuedCommand queued) {
        leadsTo(queued.first(), queued.identity(), forgetAt());
    }

    /** A command ended before it was queued; it is remembered where there is room. */
    public void endedOnArrival(Identity identity, EndedCommand ended) {
        if (marks.makeRoom()) {
            marks.add(identity, ended);
        }
    }

    /**
     * An operation is remembered from its arrival; false where it was before. There are few, so room is made for each
     * where it can be, and not asked for.
     */
    public boolean operated(Identity identity) {
        if (hasOperated(identity)) {
            return false;
        }
        var unused = marks.makeRoom();
        Instant forgetAt = scope.now().plus(scope.policy().seen().operations());
        marks.add(identity, new Remembered.Operation(forgetAt));
        return true;
    }

    /** Whether an operation with this identity is remembered. */
    public boolean hasOperated(Identity identity) {
        return marks.get(identity) != null;
    }

    /** A command that has left the queue is remembered as ended. */
    public EndedCommand ended(QueuedCommand queued, CommandOutcome outcome) {
        EndedCommand ended = EndedCommand.of(queued, outcome, forgetAt());
        marks.add(queued.identity(), ended);
        leftPlace(queued);
        return ended;
    }

    /** Whether what a waiting command that is superseded leaves has room: it is remembered with no end if it is the first. */
    public boolean makeRoomInPlaceOf(QueuedCommand older) {
        return older.first() != null || marks.makeRoom();
    }

    /** When what ends now is forgotten. */
    public Instant forgetAt() {
        return scope.now().plus(scope.policy().seen().retention());
    }

    /** When what ends on its arrival is forgotten: sooner than the rest, so that a flood of it passes. */
    public Instant forgetSoonAt() {
        Policy policy = scope.policy();
        Duration retention = policy.seen().retention();
        Duration longest = policy.queueing().createWait();
        return scope.now().plus(retention.compareTo(longest) < 0 ? retention : longest);
    }
}
