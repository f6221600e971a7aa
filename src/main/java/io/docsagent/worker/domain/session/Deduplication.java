package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.decision.Effect.Count.What;
import io.docsagent.worker.domain.index.Timers;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.CallId;
import io.docsagent.worker.domain.state.DedupEntry;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Timer;
import io.docsagent.worker.domain.state.Timer.Kind;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.Input.CommandArrived;
import io.docsagent.worker.message.StatusEvent.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Owns what is remembered of a project's commands and operations: its table, timers, count and bytes, never more than the
 * limits allow.
 */
public final class Deduplication {

    private final Scope scope;
    private final Policy.Remembering limits;
    private final Draft<DedupEntry> table;
    private final Timers timers;
    private final CommandQueue queue;
    private int count;
    private long keptBytes;
    private long contentHandled;
    private long bytesMore;

    /** @param timers of the whole project, of which it sets and cancels its own */
    Deduplication(Project project, Scope scope, Draft<DedupEntry> table, Timers timers, CommandQueue queue) {
        this.scope = scope;
        this.limits = scope.policy().seen();
        this.table = table;
        this.timers = timers;
        this.queue = queue;
        this.count = project.counts().seen();
        this.keptBytes = project.keptBytes();
    }

    /** What is remembered of the command with this identity; null where nothing is. */
    @Nullable
    public DedupEntry find(Identity identity) {
        DedupEntry seen = table.get(key(identity));
        QueuedCommand queued = seen == null ? queue.find(identity) : null;
        return queued == null ? seen : DedupEntry.pending(queued);
    }

    /** What is remembered under the key, whose content counts as handled; null where nothing is. */
    @Nullable
    public DedupEntry find(String key) {
        DedupEntry seen = table.get(key);
        contentHandled += seen == null ? 0 : seen.keptBytes();
        return seen;
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

    /** The stored entry of a queued command; null where nothing is known of it that the queue does not say. */
    @Nullable
    public DedupEntry storedEntry(QueuedCommand queued) {
        return table.get(key(queued.identity()));
    }

    /** What is remembered of the command that is in the place of this one, if others took it; null where nothing is. */
    @Nullable
    public DedupEntry findSurvivor(Identity identity) {
        DedupEntry seen = find(identity);
        return seen == null ? null : survivorOf(seen);
    }

    /** What is remembered of the command that is in the place of this one, if others took it; null where nothing is. */
    @Nullable
    public DedupEntry survivorOf(DedupEntry seen) {
        DedupEntry survivor = seen;
        while (survivor != null && survivor.state() instanceof DedupEntry.Superseded superseded) {
            survivor = find(superseded.by());
        }
        return survivor;
    }

    /** Whether the outcome of an earlier call of the queued command is unknown, so that the service may have taken it. */
    public boolean mayHaveBeenTaken(QueuedCommand queued) {
        return unknownOutcomes(queued) > 0;
    }

    /** Calls of the queued command whose outcome is unknown. */
    public int unknownOutcomes(QueuedCommand queued) {
        DedupEntry seen = queued.attempts() == 0 ? null : storedEntry(queued);
        return seen == null ? 0 : seen.unknown().size();
    }

    /** A command is being queued: it needs no stored entry until more is known of it than the queue says. */
    public void queued() {
        count++;
    }

    /**
     * A command is queued with other content than it was published with, by which a repetition is recognised.
     *
     * @param contentHash of what was published
     */
    public void queuedAs(QueuedCommand queued, String contentHash) {
        DedupEntry known = storedEntry(queued);
        change(
                queued.identity(),
                new DedupEntry(
                        contentHash,
                        queued.isCreate(),
                        queued.admission(),
                        new DedupEntry.Pending(queued.sequence()),
                        List.of(),
                        known == null ? null : known.repeatedAt(),
                        null));
    }

    /** A repetition of the command with this identity is announced. */
    public void repeated(Identity identity, DedupEntry seen) {
        change(identity, seen.repeated(scope.now()));
    }

    /**
     * A command takes the place of an older one.
     *
     * @param newer as it was before
     */
    public void supersedes(QueuedCommand older, QueuedCommand newer, QueuedCommand merged, String contentHash) {
        Identity first = merged.first() == null ? merged.identity() : merged.first();
        String commandId = merged.command().commandId();
        notAccepted(older, new DedupEntry.Superseded(first, commandId, forgetAt()), null);
        // Where the place is that of one of them, the last line stands.
        leadsTo(older.first(), first, forgetAt());
        leadsTo(newer.first(), first, forgetAt());
        leadsTo(merged.first(), merged.identity(), null);
        queuedAs(merged, contentHash);
    }

    /** Where the first command of a place, if there is one, leads to from now on, and how long it is remembered. */
    private void leadsTo(@Nullable Identity first, Identity by, @Nullable Instant forgetAt) {
        DedupEntry seen = first == null ? null : table.get(key(first));
        if (first != null && seen != null && seen.state() instanceof DedupEntry.Superseded before) {
            change(first, seen.with(new DedupEntry.Superseded(by, before.commandId(), forgetAt)));
        }
    }

    /** Nothing is in the place of the command any more that it was in. */
    private void leavesPlace(QueuedCommand ended) {
        leadsTo(ended.first(), ended.identity(), forgetAt());
    }

    /** A command ended before it was queued; it is remembered where there is room. */
    public void endedOnArrival(CommandArrived arrived, DedupEntry.NotTaken state, Reason reason) {
        if (makeRoom()) {
            Command command = arrived.command();
            boolean create = command.type() == Command.Type.CREATE;
            EndedCommand ended = EndedCommand.onArrival(command, scope.now(), reason);
            add(arrived.identity(), new DedupEntry(arrived.contentHash(), create, null, state, List.of(), null, ended));
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
        add(identity, DedupEntry.operation(scope.now().plus(limits.operations())));
        return true;
    }

    private void add(Identity identity, DedupEntry seen) {
        replaceOldestWhereFull(seen);
        put(identity, seen);
        count++;
    }

    /** When what ends on its arrival is forgotten: sooner than the rest, so that a flood of it passes. */
    public Instant forgetSoonAt() {
        Duration retention = limits.retention();
        Duration longest = scope.policy().queueing().createWait();
        return scope.now().plus(retention.compareTo(longest) < 0 ? retention : longest);
    }

    /** The outcome of the queued command's latest call is unknown. */
    public void outcomeUnknown(QueuedCommand called) {
        change(called.identity(), orPending(called).unknown(called.attempts()));
    }

    /** A call of unknown outcome was answered after all. */
    public void outcomeKnown(CallId call, DedupEntry seen) {
        change(call.identity(), seen.resolved(call.attempt()));
    }

    /** The queued command has ended as a job, or will when the repeat of it that is in flight has ended. */
    public void accepted(QueuedCommand queued, String jobId) {
        DedupEntry.State state = new DedupEntry.Accepted(jobId, forgetAt());
        end(queued, state, EndedCommand.accepted(queued));
    }

    /** The queued command has ended otherwise. */
    public void notAccepted(QueuedCommand queued, DedupEntry.State state, @Nullable Reason reason) {
        end(queued, state, EndedCommand.notAccepted(queued, reason));
    }

    private void end(QueuedCommand queued, DedupEntry.State state, @Nullable EndedCommand ended) {
        DedupEntry after = orPending(queued).with(state, ended);
        replaceOldestWhereFull(after);
        change(queued.identity(), after);
        leavesPlace(queued);
    }

    /** The queued command has ended with its outcome unknown; its content is kept where there is room. */
    public void unknown(QueuedCommand queued, Reason reason) {
        notAccepted(queued, DedupEntry.Unknown.of(queued, forgetAt(), mayKeep(queued)), reason);
    }

    /** The content of what has ended takes at most half of what queues may have, and so leaves them the other half. */
    private boolean mayKeep(QueuedCommand queued) {
        Policy.Queueing room = scope.policy().queueing();
        long kept = keptBytes + DedupEntry.bytesToKeep(queued.command());
        long inPartition = scope.othersQueuedBytes() + queue.counts().bytes() + kept;
        return queued.command().commandId() != null
                && kept <= room.maxBytes() / 2
                && inPartition <= room.maxBytesPerPartition() / 2;
    }

    /** A command that ended as unknown proved to be accepted. */
    public void acceptedLate(Identity identity, String jobId, DedupEntry.Unknown unknown) {
        acceptedLate(identity, jobId, unknown.metadataGiven(), unknown.forgetAt());
    }

    /** A command that an operator resolved as not taken proved to be accepted. */
    public void acceptedLate(Identity identity, String jobId, DedupEntry.Dismissed dismissed) {
        acceptedLate(identity, jobId, dismissed.origin().metadata(), forgetAt());
    }

    private void acceptedLate(
            Identity identity, String jobId, @Nullable Map<String, String> metadata, Instant forgetAt) {
        DedupEntry seen = table.require(key(identity));
        EndedCommand ended = seen.ended() == null ? null : seen.ended().acceptedLate(metadata);
        change(identity, seen.with(new DedupEntry.Accepted(jobId, forgetAt), ended));
    }

    /** An operator resolves a command that ended as unknown as not taken. */
    public void rejected(Identity identity, DedupEntry seen, DedupEntry.Unknown unknown, Reason reason) {
        EndedCommand ended = seen.ended() == null ? null : seen.ended().dismissed(reason);
        change(identity, seen.dismissed(unknown, new DedupEntry.Rejected(unknown.forgetAt()), ended));
    }

    /** An operator has such a command sent again, as this one. */
    public void repeats(QueuedCommand queued, DedupEntry seen, DedupEntry.Unknown unknown) {
        change(queued.identity(), seen.dismissed(unknown, new DedupEntry.Pending(queued.sequence()), null));
    }

    /** When what ends now is forgotten. */
    public Instant forgetAt() {
        return scope.now().plus(limits.retention());
    }

    /** The queued command may be published again. */
    public void drop(QueuedCommand queued) {
        leavesPlace(queued);
        if (storedEntry(queued) == null) {
            count--;
        } else {
            forget(key(queued.identity()));
        }
    }

    /** The retention of an entry is over. */
    public void forget(String key) {
        DedupEntry seen = table.get(key);
        if (seen != null) {
            removed(key, seen);
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
    private void replaceOldestWhereFull(DedupEntry added) {
        long wanted = bytesMore - added.bytes(scope.projectId());
        boolean mayForget = scope.isStateFull();
        while (mayForget && bytesMore > wanted) {
            mayForget = forgetEarly();
        }
    }

    private boolean forgetEarly() {
        boolean isForgotten = forgetNext();
        if (isForgotten) {
            scope.outbox().count(What.MARK_FORGOTTEN_EARLY);
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

    private DedupEntry orPending(QueuedCommand queued) {
        DedupEntry seen = storedEntry(queued);
        return seen != null ? seen : DedupEntry.pending(queued);
    }

    private void change(Identity identity, DedupEntry after) {
        String key = key(identity);
        DedupEntry before = table.get(key);
        if (before != null) {
            removed(key, before);
        }
        put(identity, after);
    }

    private void put(Identity identity, DedupEntry seen) {
        String key = key(identity);
        table.put(key, seen);
        bytesMore += seen.bytes(scope.projectId());
        keptBytes += seen.keptBytes();
        timers.set(seen.timer(key));
    }

    private void removed(String key, DedupEntry seen) {
        bytesMore -= seen.bytes(scope.projectId());
        keptBytes -= seen.keptBytes();
        timers.cancel(seen.timer(key));
    }

    private String key(Identity identity) {
        return Keys.seen(scope.projectId(), identity);
    }
}
