package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.domain.index.ProjectIndex;
import io.docsagent.worker.domain.index.Timers;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.domain.state.Timer;
import io.docsagent.worker.domain.state.Timer.Kind;
import io.docsagent.worker.wire.Identity;
import org.jspecify.annotations.Nullable;

/** Owns what is remembered of commands that have ended and of operations, no more than the limits allow. */
public final class Marks {

    private final Scope scope;
    private final Policy.Remembering limits;
    private final Timers timers;
    private final CommandQueue queue;
    private final TimedTable<Remembered> table;
    private long keptBytes;

    /** @param index of the project */
    Marks(Project project, Scope scope, Draft<Remembered> draft, ProjectIndex index, CommandQueue queue) {
        this.scope = scope;
        this.limits = scope.policy().seen();
        this.timers = index.timers();
        this.queue = queue;
        int ended = project.counts().seen() - queue.size();
        this.table = new TimedTable<>(scope.projectId(), draft, index, ended);
        this.keptBytes = project.keptBytes();
    }

    /** With the commands in the queue, which will leave one each. */
    int placesTaken() {
        return table.count() + queue.size();
    }

    /** That the decision adds to what is stored, without the content that is kept. */
    long bytesMore() {
        return table.bytesMore();
    }

    /** Of the content of commands that have ended. */
    long keptBytes() {
        return keptBytes;
    }

    @Nullable
    Remembered get(Identity identity) {
        return get(key(identity));
    }

    @Nullable
    Remembered get(String key) {
        return table.get(key);
    }

    /** Adds one, where the partition is full in the place of the oldest of the project. */
    void add(Identity identity, Remembered added) {
        replaceOldestWhereFull(added);
        put(identity, added);
    }

    /** Adds or changes one. */
    void put(Identity identity, Remembered after) {
        String key = key(identity);
        Remembered before = table.get(key);
        keptBytes += after.keptBytes() - (before == null ? 0 : before.keptBytes());
        table.put(key, after);
    }

    public void remove(Identity identity) {
        forget(key(identity));
    }

    /** The retention of an entry is over. */
    public void forget(String key) {
        Remembered remembered = table.get(key);
        if (remembered != null) {
            keptBytes -= remembered.keptBytes();
            table.delete(key);
        }
    }

    /**
     * Forgets one that has ended: the oldest of what guards nothing against being sent twice; where there is nothing
     * such, the oldest of the rest. False where nothing has ended.
     */
    public boolean forgetNext() {
        Timer unsent = timers.next(Kind.UNSENT_FORGOTTEN);
        Timer oldest = unsent != null ? unsent : timers.next(Kind.SENT_FORGOTTEN);
        if (oldest != null) {
            forget(oldest.key());
        }
        return oldest != null;
    }

    /** Makes room for one more; false where nothing of the project has ended, so nothing may be forgotten. */
    public boolean makeRoom() {
        return placesTaken() < limits.max() || forgetEarly();
    }

    /** One that has just ended may be one too many. */
    public void forgetOneTooMany() {
        if (placesTaken() > limits.max()) {
            forgetEarly();
        }
    }

    /**
     * What other projects keep must not shut this one out: it only replaces its own, by as many as have the bytes of the
     * new one, and its quota bounds what it adds.
     */
    private void replaceOldestWhereFull(Remembered added) {
        long wanted = bytesMore() - added.bytes(scope.projectId());
        boolean mayForget = scope.isStateFull();
        while (mayForget && bytesMore() > wanted) {
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

    /** The command's content, which an operator may have sent again; null where there is no room for it. */
    public @Nullable Command contentToKeep(QueuedCommand queued) {
        return mayKeep(queued) ? queued.command() : null;
    }

    /** The content of what has ended takes at most half of what queues may have, and so leaves them the other half. */
    private boolean mayKeep(QueuedCommand queued) {
        Policy.Queueing room = scope.policy().queueing();
        long kept = keptBytes + Remembered.bytesToKeep(queued.command());
        long inPartition = scope.othersQueuedBytes() + queue.counts().bytes() + kept;
        return queued.command().commandId() != null
                && kept <= room.maxBytes() / 2
                && inPartition <= room.maxBytesPerPartition() / 2;
    }

    /**
     * The timer of the next one, after that one, of a command that the service has, or may have, taken; null where there is
     * none.
     */
    @Nullable
    public Timer sentAfter(@Nullable Timer previous) {
        return timers.after(Kind.SENT_FORGOTTEN, previous);
    }

    private String key(Identity identity) {
        return Keys.seen(scope.projectId(), identity);
    }
}
