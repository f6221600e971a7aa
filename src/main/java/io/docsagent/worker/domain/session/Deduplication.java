package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.domain.index.Timers;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.KnownCommand;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.domain.state.Timer;
import io.docsagent.worker.domain.state.Timer.Kind;
import io.docsagent.worker.wire.Identity;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Owns what is remembered of a project's commands and operations: its table, timers, count and bytes, never more than the
 * limits allow.
 */
public final class Deduplication {

    private final Scope scope;
    private final Policy.Remembering limits;
    private final Draft<Remembered> table;
    private final Timers timers;
    private final CommandQueue queue;
    private int count;
    private long keptBytes;
    private long contentHandled;
    private long bytesMore;

    /** @param timers of the whole project, of which it sets and cancels its own */
    Deduplication(Project project, Scope scope, Draft<Remembered> table, Timers timers, CommandQueue queue) {
        this.scope = scope;
        this.limits = scope.policy().seen();
        this.table = table;
        this.timers = timers;
        this.queue = queue;
        this.count = project.counts().seen();
        this.keptBytes = project.keptBytes();
    }

    /** The command with this identity; null where nothing is known of it. */
    @Nullable
    public KnownCommand find(Identity identity) {
        QueuedCommand queued = queue.find(identity);
        return queued != null ? queued : ended(table.get(key(identity)));
    }

    /** The command that has ended and is remembered under the key, whose content counts as handled; null where none is. */
    @Nullable
    public EndedCommand find(String key) {
        EndedCommand ended = ended(table.get(key));
        contentHandled += ended == null ? 0 : ended.keptBytes();
        return ended;
    }

    private static @Nullable EndedCommand ended(@Nullable Remembered remembered) {
        return remembered instanceof EndedCommand ended ? ended : null;
    }

    /**
     * The timer of the next mark, after that one, of a command that the service has, or may have, taken and that had ended
     * by then, as the retention set now tells; null where there is none.
     */
    @Nullable
    public Timer sentAfter(@Nullable Timer previous, Instant endedBy) {
        Timer next = timers.after(Kind.SENT_FORGOTTEN, previous);
        return next == null || next.at().isAfter(endedBy.plus(limits.retention())) ? null : next;
    }

    /** Bytes of the content of commands that have ended which the decision has read by their keys. */
    long contentHandled() {
        return contentHandled;
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
                && ended.outcome() instanceof EndedCommand.Superseded superseded) {
            survivor = find(superseded.by());
        }
        return survivor;
    }

    /** A command is being queued. */
    public void queued() {
        count++;
    }

    /** More is known of a command, which is where it was. */
    public void update(Identity identity, KnownCommand changed) {
        switch (changed) {
            case QueuedCommand queued -> queue.update(queued);
            case EndedCommand ended -> change(identity, ended);
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
        EndedCommand ended = ended(older, new EndedCommand.Superseded(first, commandId));
        // Where the place is that of one of them, the last line stands.
        leadsTo(older.first(), first, forgetAt());
        leadsTo(newer.first(), first, forgetAt());
        leadsTo(merged.first(), merged.identity(), null);
        return ended;
    }

    /** Where the first command of a place, if there is one, leads to from now on, and how long it is remembered. */
    private void leadsTo(@Nullable Identity first, Identity by, @Nullable Instant forgetAt) {
        EndedCommand known = first == null ? null : ended(table.get(key(first)));
        if (first != null && known != null && known.outcome() instanceof EndedCommand.Superseded) {
            change(first, known.leadingTo(by, forgetAt));
        }
    }

    /** Nothing is in the place of the command any more that it was in. */
    private void leavesPlace(QueuedCommand ended) {
        leadsTo(ended.first(), ended.identity(), forgetAt());
    }

    /** A command ended before it was queued; it is remembered where there is room. */
    public void endedOnArrival(Identity identity, EndedCommand ended) {
        if (makeRoom()) {
            add(identity, ended);
        }
    }

    /**
     * An operation is remembered from its arrival; false where it was before. There are few, so room is made for each
     * where it can be, and not asked for.
     */
    public boolean operated(Identity identity) {
        if (table.get(key(identity)) != null) {
            return false;
        }
        var unused = makeRoom();
        add(identity, new Remembered.Operation(scope.now().plus(limits.operations())));
        return true;
    }

    private void add(Identity identity, Remembered remembered) {
        replaceOldestWhereFull(remembered);
        put(identity, remembered);
        count++;
    }

    /** When what ends on its arrival is forgotten: sooner than the rest, so that a flood of it passes. */
    public Instant forgetSoonAt() {
        Duration retention = limits.retention();
        Duration longest = scope.policy().queueing().createWait();
        return scope.now().plus(retention.compareTo(longest) < 0 ? retention : longest);
    }

    /** A command that has left the queue is remembered as ended. */
    public EndedCommand ended(QueuedCommand queued, EndedCommand.Outcome outcome) {
        EndedCommand ended = EndedCommand.of(queued, outcome, forgetAt());
        replaceOldestWhereFull(ended);
        change(queued.identity(), ended);
        leavesPlace(queued);
        return ended;
    }

    /** Its content, which an operator may have sent again; null where there is no room for it. */
    public @Nullable Command contentToKeep(QueuedCommand queued) {
        return mayKeep(queued) ? queued.command() : null;
    }

    /** The content of what has ended takes at most half of what queues may have, and so leaves them the other half. */
    private boolean mayKeep(QueuedCommand queued) {
        Policy.Queueing room = scope.policy().queueing();
        long kept = keptBytes + EndedCommand.bytesToKeep(queued.command());
        long inPartition = scope.othersQueuedBytes() + queue.counts().bytes() + kept;
        return queued.command().commandId() != null
                && kept <= room.maxBytes() / 2
                && inPartition <= room.maxBytesPerPartition() / 2;
    }

    /** An operator has such a command sent again: it is in the queue, and not remembered as ended. */
    public void repeats(QueuedCommand queued) {
        String key = key(queued.identity());
        removed(key, table.require(key));
        table.delete(key);
    }

    /** When what ends now is forgotten. */
    public Instant forgetAt() {
        return scope.now().plus(limits.retention());
    }

    /** The queued command may be published again. */
    public void drop(QueuedCommand queued) {
        leavesPlace(queued);
        count--;
    }

    /** The retention of an entry is over. */
    public void forget(String key) {
        Remembered remembered = table.get(key);
        if (remembered != null) {
            removed(key, remembered);
            table.delete(key);
            count--;
        }
    }

    /**
     * Forgets one that has ended: the oldest of what guards nothing against being sent twice; where there is nothing
     * such, the oldest of the rest. False where nothing has ended.
     */
    boolean forgetNext() {
        Timer unsent = timers.next(Kind.UNSENT_FORGOTTEN);
        Timer oldest = unsent != null ? unsent : timers.next(Kind.SENT_FORGOTTEN);
        if (oldest != null) {
            forget(oldest.key());
        }
        return oldest != null;
    }

    /** Makes room for one more; false where nothing of the project has ended, so nothing may be forgotten. */
    public boolean makeRoom() {
        return count < limits.max() || forgetEarly();
    }

    /** Makes room for one more in the place of a waiting command, which is remembered with no end if it is the first there. */
    public boolean makeRoomInPlaceOf(QueuedCommand older) {
        return older.first() != null || makeRoom();
    }

    /**
     * What other projects keep must not shut this one out: it only replaces its own, by as many as have the bytes of the
     * new one, and its quota bounds what it adds.
     */
    private void replaceOldestWhereFull(Remembered added) {
        long wanted = bytesMore - added.bytes(scope.projectId());
        boolean mayForget = scope.isStateFull();
        while (mayForget && bytesMore > wanted) {
            mayForget = forgetEarly();
        }
    }

    private boolean forgetEarly() {
        boolean isForgotten = forgetNext();
        if (isForgotten) {
            scope.outbox().count(Result.MARK_FORGOTTEN_EARLY);
        }
        return isForgotten;
    }

    /** Commands and operations remembered. */
    int count() {
        return count;
    }

    /** That the decision adds to what is stored, without the content that is kept. */
    long bytesMore() {
        return bytesMore;
    }

    /** Of the content of commands that have ended. */
    long keptBytes() {
        return keptBytes;
    }

    private void change(Identity identity, EndedCommand after) {
        String key = key(identity);
        Remembered before = table.get(key);
        if (before != null) {
            removed(key, before);
        }
        put(identity, after);
    }

    private void put(Identity identity, Remembered remembered) {
        String key = key(identity);
        table.put(key, remembered);
        bytesMore += remembered.bytes(scope.projectId());
        keptBytes += remembered.keptBytes();
        timers.set(remembered.timer(key));
    }

    private void removed(String key, Remembered remembered) {
        bytesMore -= remembered.bytes(scope.projectId());
        keptBytes -= remembered.keptBytes();
        timers.cancel(remembered.timer(key));
    }

    private String key(Identity identity) {
        return Keys.seen(scope.projectId(), identity);
    }
}
