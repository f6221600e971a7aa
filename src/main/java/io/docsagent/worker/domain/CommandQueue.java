package io.docsagent.worker.domain;

import io.docsagent.worker.message.Command.Priority;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.StatusEvent.Reason;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Owns a project's waiting commands and those in flight: their table, lanes, timers, counts and bytes. */
final class CommandQueue {

    private final Scope scope;
    private final Policy.Queueing limits;
    private final Draft<QueuedCommand> table;
    private final ProjectIndex index;
    private final Map<String, QueuedCommand> calls;
    private Project.Counts counts;

    CommandQueue(Project project, Scope scope, Draft<QueuedCommand> table, ProjectIndex index) {
        this.scope = scope;
        this.limits = scope.policy().queueing();
        this.table = table;
        this.index = index;
        this.calls = new HashMap<>(project.calls());
        this.counts = project.counts().ofQueue();
    }

    /** Of the next command that enters. */
    long nextSequence() {
        return counts.nextSequence();
    }

    QueuedCommand get(long sequence) {
        return table.require(key(sequence));
    }

    /** The command that a timer concerns; null where it has left the queue. */
    @Nullable
    QueuedCommand find(String key) {
        return table.get(key);
    }

    /** The command with this identity, waiting or in flight; null where there is none. */
    @Nullable
    QueuedCommand find(Identity identity) {
        Long sequence = index.sequenceOf(identity);
        return sequence == null ? null : get(sequence);
    }

    /** Why one more command finds no room; null where it does. */
    @Nullable
    Reason lackOfRoom(QueuedCommand queued) {
        long bytes = counts.bytes() + queued.bytes();
        if (counts.waiting() >= limits.maxCommands()) {
            return full("the project's queue has " + limits.maxCommands() + " commands");
        }
        if (bytes > limits.maxBytes()) {
            return full("the project's queue has " + limits.maxBytes() + " bytes");
        }
        // What other projects queue must not shut out one that has little.
        boolean hasMany = counts.bytes() > 0 && bytes > limits.minBytes();
        return hasMany && scope.others().queuedBytes() + bytes > limits.maxBytesPerPartition()
                ? full("the partition's queues have the bytes they may have")
                : null;
    }

    private static Reason full(String message) {
        return new Reason("queue_full", message, null);
    }

    void enter(QueuedCommand command) {
        put(command);
        index.add(command);
        counts = counts.sequenceTaken().bytes(command.bytes());
        count(command, 1);
        if (command.isCreate()) {
            endWaitFor(command);
        }
    }

    /** The messages that named this create before it arrived do not expire for lack of it any more. */
    private void endWaitFor(QueuedCommand create) {
        for (QueuedCommand follower : waitingIn(create.lane())) {
            if (follower.createWaitUntil() != null) {
                replace(follower, follower.createSeen());
            }
        }
    }

    /** The messages that waited for the create go on as messages of its job. */
    void moveFollowers(QueuedCommand create, String jobId) {
        for (QueuedCommand follower : waitingIn(create.lane())) {
            replace(follower, follower.toJob(jobId));
        }
    }

    private void replace(QueuedCommand waiting, QueuedCommand changed) {
        index.leave(waiting);
        index.wait(changed);
        put(changed);
    }

    /** The command goes from the waiting ones to those in flight. */
    void start(QueuedCommand called) {
        put(called);
        index.started(called);
        count(called, -1);
        calls.put(called.callId(), called);
    }

    /** The gateway was asked for the outcome of the call; it is asked again later. */
    void asked(QueuedCommand called) {
        QueuedCommand later = called.with(called.inFlight().asked(scope.now()));
        put(later);
        calls.put(later.callId(), later);
    }

    /** Its call has ended without ending the command, which waits at its old place again. */
    QueuedCommand putBack(QueuedCommand called) {
        calls.remove(called.callId());
        QueuedCommand waiting = called.with(null);
        put(waiting);
        index.putBack(waiting);
        count(waiting, 1);
        return waiting;
    }

    /** The command leaves the queue for good, whether it waits or is in flight. */
    void remove(QueuedCommand command) {
        if (command.call() == null) {
            index.leave(command);
            count(command, -1);
        } else {
            index.ended(command);
            calls.remove(command.callId());
        }
        index.remove(command);
        table.delete(key(command.sequence()));
        counts = counts.bytes(-command.bytes());
    }

    /** The next command to be sent; null where none may. */
    @Nullable
    QueuedCommand next() {
        return candidate(index.next());
    }

    /** The next to be sent after the command with this sequence, in the order of arrival and round again. */
    @Nullable
    QueuedCommand nextAfter(long sequence) {
        return candidate(index.nextAfter(sequence));
    }

    private @Nullable QueuedCommand candidate(Lane.@Nullable Candidate turn) {
        return turn == null ? null : get(turn.sequence());
    }

    boolean hasNext() {
        return index.next() != null;
    }

    /** The waiting commands of a lane, in order. */
    List<QueuedCommand> waitingIn(String lane) {
        return index.sequencesIn(lane).stream().map(this::get).toList();
    }

    /** Whether a command waits behind another waiting one of its job, or for a create. */
    boolean isBehindWaiting(QueuedCommand command) {
        return index.isBehindWaiting(command);
    }

    /** Whether a message to the job waits or is in flight. */
    boolean isInUse(String jobId) {
        return index.isInUse(Lane.ofJob(jobId));
    }

    /** The command whose call this is; null where the call is not in flight. */
    @Nullable
    QueuedCommand called(String callId) {
        return calls.get(callId);
    }

    boolean isInFlight(long sequence) {
        return calls.values().stream().anyMatch(call -> call.sequence() == sequence);
    }

    int inFlight() {
        return calls.size();
    }

    Collection<QueuedCommand> calls() {
        return calls.values();
    }

    /** The commands in flight whose outcome is to be asked for now, in the order of their arrival. */
    List<QueuedCommand> toBeAskedFor() {
        return calls.values().stream()
                .filter(called -> !called.inFlight().askAt().isAfter(scope.now()))
                .sorted(Comparator.comparingLong(QueuedCommand::sequence))
                .toList();
    }

    Map<String, QueuedCommand> callsById() {
        return Map.copyOf(calls);
    }

    /** Of what the queue owns; the others are zero. */
    Project.Counts counts() {
        return counts;
    }

    private void put(QueuedCommand command) {
        table.put(key(command.sequence()), command);
    }

    private void count(QueuedCommand command, int more) {
        Priority priority = command.command().priority();
        counts = counts.waiting(priority, more);
    }

    private String key(long sequence) {
        return Keys.queued(scope.projectId(), sequence);
    }
}
