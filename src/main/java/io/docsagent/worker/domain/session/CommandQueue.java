package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.index.Backlog.Group;
import io.docsagent.worker.domain.index.Candidate;
import io.docsagent.worker.domain.index.Payers;
import io.docsagent.worker.domain.index.ProjectIndex;
import io.docsagent.worker.domain.index.PublisherShares;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.wire.Identity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Owns a project's waiting commands and those in flight: their table, lanes, timers, counts and bytes. */
public final class CommandQueue {

    /** Each is read from the store. */
    private static final int MOST_BEFORE = 100;

    /** Each is written. */
    private static final int MOST_FOLLOWERS = 500;

    private final Scope scope;
    private final Draft<QueuedCommand> table;
    private final ProjectIndex index;

    /** By callId; the project's own map until something changes. */
    private Map<String, QueuedCommand> calls;

    private boolean areCallsChanged;
    private long contentHandled;
    private final long keptBytes;

    /** Without the bytes of lanes, which the index has. */
    private Project.Counts counts;

    CommandQueue(Project project, Scope scope, Draft<QueuedCommand> table, ProjectIndex index) {
        this.scope = scope;
        this.table = table;
        this.index = index;
        index.advance(scope.now());
        this.calls = project.calls();
        this.keptBytes = project.keptBytes();
        this.counts = project.counts().ofQueue().bytes(-index.lanes().bytes());
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
        QueuedCommand found = table.get(key(sequence));
        if (found != null) {
            handled(found);
        }
        return found;
    }

    /** The command that a timer concerns; null where it has left the queue. */
    @Nullable
    public QueuedCommand find(String key) {
        return table.get(key);
    }

    /** The command with this identity, waiting or in flight; null where there is none. */
    @Nullable
    public QueuedCommand find(Identity identity) {
        Long sequence = index.sequenceOf(identity);
        QueuedCommand found = sequence == null ? null : get(sequence);
        // The lane of a create that was superseded, and is not remembered, leads to the one in its place.
        return found != null && found.identity().equals(identity) ? found : null;
    }

    /** Why one more command finds no room; null where it does. */
    @Nullable
    public Reason lackOfRoom(QueuedCommand queued) {
        return room().lackForOne(queued.bytes() + index.lanes().bytesFor(queued));
    }

    /** Why a command finds no room in the place of another one; null where it does, and always where it is no larger. */
    @Nullable
    public Reason lackOfRoom(QueuedCommand older, QueuedCommand inItsPlace) {
        long more = inItsPlace.bytes() - older.bytes();
        return more > 0 ? room().lackOfBytes(more) : null;
    }

    private QueueRoom room() {
        return new QueueRoom(scope.policy().queueing(), counts(), scope.othersQueuedBytes() + keptBytes);
    }

    public void enter(QueuedCommand command) {
        put(command);
        index.add(command);
        counts = counts.sequenceTaken();
        count(command, 1);
        if (command.isCreate()) {
            endWaitFor(command);
        }
    }

    /**
     * The messages that named this create before it arrived do not wait for its arrival any more: as many as one decision
     * may change, and the others when their wait would have ended.
     */
    private void endWaitFor(QueuedCommand create) {
        for (long follower : index.lanes().followersIn(create.lane(), MOST_FOLLOWERS)) {
            QueuedCommand waiting = get(follower);
            if (waiting.createWaitUntil() != null) {
                change(waiting, waiting.createSeen());
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
        count(merged, 1);
    }

    /** Where a waiting command stands was announced. */
    public void announced(QueuedCommand waiting, QueuePlace place) {
        put(waiting.announced(place));
    }

    /** More is known of a command, which waits or is in flight as before. */
    public void update(QueuedCommand changed) {
        put(changed);
        if (changed.call() != null) {
            changedCalls().put(changed.callId(), changed);
        }
    }

    /** A waiting command changes, and keeps its place. */
    public QueuedCommand change(QueuedCommand waiting, QueuedCommand changed) {
        index.removeWaiting(waiting);
        index.addWaiting(changed);
        put(changed);
        return changed;
    }

    /** The command goes from the waiting ones to those in flight. */
    public void start(QueuedCommand called) {
        put(called);
        index.callStarted(called);
        count(called, -1);
        changedCalls().put(called.callId(), called);
    }

    /** The gateway was queried for the outcome of the call; it is queried again later. */
    public void outcomeQueried(QueuedCommand called) {
        update(called.with(called.inFlight().outcomeQueried(scope.now())));
    }

    /** Its call has ended without ending the command, which waits again at the position that it had. */
    public QueuedCommand putBack(QueuedCommand called) {
        changedCalls().remove(called.callId());
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
            changedCalls().remove(command.callId());
        }
        index.remove(command);
        table.delete(key(command.sequence()));
        counts = counts.bytes(-command.bytes());
    }

    /**
     * A command that is to be sent next.
     *
     * @param priority at which it is: the highest of what waits behind it in its job
     * @param payer the publisher whose use it is
     * @param inTurn whether it is so because it is that publisher's turn, and not because an operator wants it
     */
    public record Next(QueuedCommand command, Priority priority, String payer, boolean inTurn) {}

    /** What is to be sent next. */
    public Optional<Next> next(PublisherShares shares) {
        return index.lanes().next(shares).map(candidate -> of(candidate, shares));
    }

    /** The next to be sent after the command with this sequence, in the order of arrival and round again. */
    public Optional<Next> nextAfter(long sequence, PublisherShares shares) {
        return index.lanes().nextAfter(sequence, shares).map(candidate -> of(candidate, shares));
    }

    private Next of(Candidate candidate, PublisherShares shares) {
        return new Next(
                get(candidate.sequence()),
                candidate.priority(),
                candidate.payers().payer(shares),
                !candidate.isPromoted());
    }

    /** From when on something can be sent that is a use of these, if there is a token for it. */
    Map<Payers, Instant> dueFrom() {
        return index.lanes().dueFrom();
    }

    /** The commands that will be due by that time. */
    Map<Group, Integer> dueBy(Instant time) {
        return index.backlog().dueBy(time);
    }

    /** How many commands go before this one because they were promoted, and not by their priority. */
    int promotedBefore(QueuedCommand command) {
        return index.lanes().promotedBefore(command);
    }

    /**
     * What must be sent before a command that has to be sent by some time, as far as that is certain: without what may
     * expire before or may have been taken by the service, and of a long lane the first ones.
     */
    public List<QueuedCommand> certainlyBefore(QueuedCommand command, Instant by) {
        return index.lanes().before(command, MOST_BEFORE).stream()
                .map(this::get)
                .filter(before -> before.attempts() == 0 && before.mayWaitUntil(by))
                .toList();
    }

    /** The last waiting command of each of some publishers that must be sent before this one. */
    Stream<QueuedCommand> lastOfEachBefore(QueuedCommand command, Predicate<String> publishers) {
        return index.lanes().lastOfEachBefore(command).entrySet().stream()
                .filter(last -> publishers.test(last.getKey()))
                .map(last -> get(last.getValue()));
    }

    /** Whether messages wait in the lane of a create. */
    public boolean hasFollowersIn(String lane) {
        return index.lanes().followersIn(lane) > 0;
    }

    /** The first message that waits in the lane of a create, where one does. */
    public QueuedCommand firstFollowerIn(String lane) {
        return get(index.lanes().followersIn(lane, 1).getFirst());
    }

    /** How many messages wait for the command, which may be a create. */
    public int followersOf(QueuedCommand command) {
        return command.isCreate() ? index.lanes().followersIn(command.lane()) : 0;
    }

    /** Whether the create that the message waits for is in its lane. */
    public boolean isBehindCreate(QueuedCommand message) {
        return index.lanes().createIn(message.lane()) != null;
    }

    /** The sequences of the first waiting commands from this one on, in the order of arrival. */
    public List<Long> waitingFrom(long sequence, int most) {
        return index.lanes().waitingFrom(sequence, most);
    }

    /** Whether a command waits behind another waiting one of its job, or for a create. */
    public boolean isBehindWaiting(QueuedCommand command) {
        return index.lanes().isBehindWaiting(command);
    }

    /** Whether a message to the job waits or is in flight. */
    boolean isInUse(String jobId) {
        return index.lanes().isInUse(LaneId.ofJob(jobId));
    }

    /** The command whose call this is; null where the call is not in flight. */
    @Nullable
    public QueuedCommand called(String callId) {
        QueuedCommand called = calls.get(callId);
        if (called != null) {
            table.known(key(called.sequence()), called);
        }
        return called;
    }

    public boolean isInFlight(long sequence) {
        return calls.values().stream().anyMatch(call -> call.sequence() == sequence);
    }

    /** Commands waiting. */
    public int waiting() {
        return counts.waiting();
    }

    public int inFlight() {
        return calls.size();
    }

    public Collection<QueuedCommand> calls() {
        return calls.values();
    }

    /** The commands in flight whose outcome is to be queried now, in the order of arrival. */
    public List<QueuedCommand> dueForOutcomeQuery() {
        List<QueuedCommand> due = new ArrayList<>();
        for (QueuedCommand called : calls.values()) {
            if (!called.inFlight().queryAt().isAfter(scope.now())) {
                due.add(called);
            }
        }
        due.sort(Comparator.comparingLong(QueuedCommand::sequence));
        return due;
    }

    Map<String, QueuedCommand> callsById() {
        return areCallsChanged ? Map.copyOf(calls) : calls;
    }

    private Map<String, QueuedCommand> changedCalls() {
        if (!areCallsChanged) {
            areCallsChanged = true;
            calls = new HashMap<>(calls);
        }
        return calls;
    }

    /** The counts of what the queue owns; the others are zero. */
    Project.Counts counts() {
        return counts.bytes(index.lanes().bytes());
    }

    /** Characters of the prompts that the decision has read by their sequence, or written. */
    long contentHandled() {
        return contentHandled;
    }

    private void handled(QueuedCommand command) {
        contentHandled += command.command().prompt().length();
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
