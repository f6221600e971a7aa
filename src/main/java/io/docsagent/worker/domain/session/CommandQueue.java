package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.index.ProjectIndex;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Revision;
import io.docsagent.worker.domain.state.Routing;
import io.docsagent.worker.wire.Identity;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Owns a project's waiting commands and those in flight: their table, lanes, timers, counts and bytes. */
public final class CommandQueue {

    /** Each is written. */
    private static final int MOST_FOLLOWERS = 500;

    private final Scope scope;
    private final Draft<QueuedCommand> table;
    private final ProjectIndex index;
    private final CallsInFlight calls;
    private final long keptBytes;

    /** Without the bytes of lanes, which the index has. */
    private Project.Counts counts;

    CommandQueue(Project project, Scope scope, Draft<QueuedCommand> table, ProjectIndex index) {
        this.scope = scope;
        this.table = table;
        this.index = index;
        index.advance(scope.now());
        this.calls = new CallsInFlight(project.calls());
        this.keptBytes = project.keptBytes();
        this.counts = project.counts().bytes(-index.lanes().bytes());
    }

    /** The sequence of the next command that enters. */
    public long nextSequence() {
        return counts.nextSequence();
    }

    public QueuedCommand get(long sequence) {
        QueuedCommand command = table.require(key(sequence));
        handled(command);
        return command;
    }

    /** The command with this sequence; null where none is in the queue. */
    @Nullable
    public QueuedCommand find(long sequence) {
        return find(key(sequence));
    }

    /** The command that a timer concerns; null where it has left the queue. */
    @Nullable
    public QueuedCommand find(String key) {
        QueuedCommand found = table.get(key);
        if (found != null) {
            handled(found);
        }
        return found;
    }

    /** The command with this identity, waiting or in flight; null where there is none. */
    @Nullable
    public QueuedCommand find(Identity identity) {
        Long sequence = index.sequenceOf(identity);
        QueuedCommand found = sequence == null ? null : get(sequence);
        // The lane of a create that was superseded, and is not remembered, leads to the one in its place.
        return found != null && found.identity().equals(identity) ? found : null;
    }

    /** Why one more command finds no room. */
    public Optional<Reason> lackOfRoom(QueuedCommand queued) {
        return room().lackForOne(queued.bytes()
                + (queued.waitsForKey() ? 0 : index.lanes().bytesFor(queued)));
    }

    /** Why a command finds no room in the place of another one, where it is larger. */
    public Optional<Reason> lackOfRoom(QueuedCommand older, QueuedCommand inItsPlace) {
        long more = inItsPlace.bytes() - older.bytes();
        return more > 0 ? room().lackOfBytes(more) : Optional.empty();
    }

    private QueueRoom room() {
        return new QueueRoom(scope.policy().queueing(), counts(), scope.othersQueuedBytes() + keptBytes);
    }

    public void enter(QueuedCommand command) {
        put(command);
        index.add(command);
        counts = counts.sequenceTaken(command.arrival());
        count(command, 1);
        if (command.type() == Command.Type.CREATE) {
            endWaitFor(command);
        }
    }

    /**
     * The messages that named this create before it arrived do not wait for its arrival any more: as many as one decision
     * may change, and the others when their wait would have ended.
     */
    private void endWaitFor(QueuedCommand create) {
        for (long follower : index.lanes().followersIn(create.followersLane(), MOST_FOLLOWERS)) {
            if (!scope.content().hasRoom()) {
                return;
            }
            QueuedCommand waiting = get(follower);
            if (waiting.createWaitUntil() != null) {
                change(waiting, Routing.behind(waiting, create));
            }
        }
    }

    /** The other waiting commands with the same key for coalescing as this one, in order. */
    public List<QueuedCommand> sameKey(QueuedCommand command) {
        return index.sameKey(command).stream()
                .filter(sequence -> sequence != command.sequence())
                .map(this::get)
                .toList();
    }

    /** A waiting command ends, and a newer one that is not in the queue takes the place of both. */
    public void supersede(QueuedCommand older, QueuedCommand merged) {
        remove(older);
        put(merged);
        index.add(merged);
        counts = counts.sequenceTaken(merged.arrival());
        count(merged, 1);
    }

    /** More is known of a command, which waits or is in flight as before. */
    public void update(QueuedCommand changed) {
        put(changed);
        if (changed.call() != null) {
            calls.put(changed);
        }
    }

    /** A waiting command changes, and keeps its place. */
    public QueuedCommand change(QueuedCommand waiting, QueuedCommand changed) {
        index.change(waiting, changed);
        put(changed);
        return changed;
    }

    /** What else has its key continues without it. */
    QueuedCommand releaseKey(QueuedCommand command) {
        QueuedCommand released = Revision.withoutContinueKey(command);
        if (command.call() == null) {
            return change(command, released);
        }
        index.keyReleased(command, released);
        update(released);
        return released;
    }

    /** The command goes from the waiting ones to those in flight. */
    public void start(QueuedCommand called) {
        put(called);
        index.callStarted(called);
        count(called, -1);
        calls.put(called);
    }

    /** The gateway was queried for the outcome of the call; it is queried again later. */
    public void outcomeQueried(QueuedCommand called) {
        update(called.with(called.inFlight().outcomeQueried(scope.now())));
    }

    /** Its call has ended without ending the command, which waits again at the position that it had. */
    public QueuedCommand putBack(QueuedCommand called) {
        calls.remove(called);
        QueuedCommand waiting = called.with(null);
        put(waiting);
        index.putBack(waiting);
        count(waiting, 1);
        return waiting;
    }

    /** The command leaves the queue for good, whether it waits or is in flight. */
    public void remove(QueuedCommand command) {
        if (command.call() == null) {
            index.removeWaiting(command);
            count(command, -1);
        } else {
            index.callEnded(command);
            calls.remove(command);
        }
        index.remove(command);
        table.delete(key(command.sequence()));
        counts = counts.bytes(-command.bytes());
    }

    /** The command whose call this is, if the call is in flight. */
    public Optional<QueuedCommand> called(String callId) {
        Optional<QueuedCommand> called = calls.find(callId);
        called.ifPresent(found -> table.known(key(found.sequence()), found));
        return called;
    }

    /** Commands waiting. */
    public int waiting() {
        return counts.waiting();
    }

    /** Commands waiting and in flight. */
    int size() {
        return waiting() + calls.count();
    }

    public CallsInFlight calls() {
        return calls;
    }

    /** Of what the queue owns; the others are as they were. */
    Project.Counts counts() {
        return counts.bytes(index.lanes().bytes());
    }

    private void handled(QueuedCommand command) {
        int metadata = command.command().metadata().entrySet().stream()
                .mapToInt(entry -> entry.getKey().length() + entry.getValue().length())
                .sum();
        scope.content().handled(command.command().prompt().length() + metadata);
    }

    private void put(QueuedCommand command) {
        handled(command);
        String key = key(command.sequence());
        QueuedCommand before = table.get(key);
        counts = counts.bytes(command.bytes() - (before == null ? 0 : before.bytes()));
        table.put(key, command);
    }

    private void count(QueuedCommand command, int more) {
        Priority priority = command.command().priority();
        counts = counts.waiting(priority, more);
    }

    private String key(long sequence) {
        return Keys.queued(scope.projectId(), sequence);
    }
}
