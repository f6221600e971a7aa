package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Timer.Kind;
import io.docsagent.worker.message.Identity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who of a project's waiting commands goes next, and what of the project becomes due when: derived from the durable
 * state, so it can be discarded and rebuilt at any time.
 */
public final class ProjectIndex {

    private final Map<String, Lane> lanes = new HashMap<>();
    private final TreeSet<Lane.Candidate> candidates = new TreeSet<>();
    private final UndoLog undo = new UndoLog();
    private final Timers timers = new Timers(undo);

    /** The sequences of messages by their identities; creates are found by their lanes. */
    private final Map<String, Long> messages = new HashMap<>();

    /** What a decision changes is taken back by {@link #undo}, unless it {@link #stands}. */
    void decisionBegins() {
        undo.begin();
    }

    void stands() {
        undo.forget();
    }

    void undo() {
        undo.undo();
    }

    /** Takes in a command, waiting or in flight. */
    public void add(QueuedCommand command) {
        if (!command.isCreate()) {
            messages.put(command.identity().key(), command.sequence());
            undo.add(() -> messages.remove(command.identity().key()));
        }
        if (command.call() != null) {
            started(command);
        } else {
            wait(command);
        }
    }

    /** Takes in a job of the durable state. */
    public void restore(String key, Job job) {
        timers.set(job.timer(key));
    }

    /** Takes in a seen command of the durable state. */
    public void restore(String key, DedupEntry seen) {
        timers.set(seen.timer(key));
    }

    /** The command has left the queue for good. */
    void remove(QueuedCommand command) {
        if (!command.isCreate()) {
            messages.remove(command.identity().key());
            undo.add(() -> messages.put(command.identity().key(), command.sequence()));
            return;
        }
        if (lanes.containsKey(command.lane())) {
            change(command.lane(), Lane::forgetCreate);
        }
    }

    /** The sequence of the command with this identity; null where none is in the queue. */
    @Nullable
    Long sequenceOf(Identity identity) {
        Lane lane = lanes.get(Lane.ofCreate(identity));
        Long create = lane == null ? null : lane.create();
        return create != null ? create : messages.get(identity.key());
    }

    void wait(QueuedCommand command) {
        change(command.lane(), lane -> lane.add(command));
        timersOf(command).forEach(timers::set);
    }

    void leave(QueuedCommand command) {
        change(command.lane(), lane -> lane.remove(command));
        timersOf(command).forEach(timers::cancel);
    }

    void started(QueuedCommand command) {
        leave(command);
        change(command.lane(), lane -> lane.start(command));
    }

    void ended(QueuedCommand command) {
        change(command.lane(), Lane::end);
    }

    void putBack(QueuedCommand command) {
        ended(command);
        wait(command);
    }

    /** What goes next; null where nothing may. */
    Lane.@Nullable Candidate next() {
        return candidates.isEmpty() ? null : candidates.first();
    }

    /** What was there next after the command with this sequence, going round in the order of arrival. */
    Lane.@Nullable Candidate nextAfter(long sequence) {
        Lane.Candidate first = null;
        Lane.Candidate after = null;
        for (Lane.Candidate candidate : candidates) {
            if (first == null || candidate.sequence() < first.sequence()) {
                first = candidate;
            }
            if (candidate.sequence() > sequence && (after == null || candidate.sequence() < after.sequence())) {
                after = candidate;
            }
        }
        return after != null ? after : first;
    }

    /** Whether the command waits behind another waiting one of its job, or for a create. */
    boolean isBehindWaiting(QueuedCommand command) {
        Lane lane = lanes.get(command.lane());
        return lane != null
                && (lane.first() != command.sequence()
                        || (!command.isCreate() && !Lane.isOfJob(command.lane()) && !lane.isBusy()));
    }

    /** The sequences of a lane's waiting commands, in order. */
    List<Long> sequencesIn(String laneId) {
        Lane lane = lanes.get(laneId);
        return lane == null ? List.of() : lane.sequences();
    }

    /** Whether a command of the lane waits or is in flight. */
    boolean isInUse(String laneId) {
        return lanes.containsKey(laneId);
    }

    Timers timers() {
        return timers;
    }

    /** All of it, in an order that does not depend on how it came about. */
    @Override
    public String toString() {
        return "lanes " + new TreeMap<>(lanes) + ", next " + candidates + ", messages " + new TreeMap<>(messages) + ", "
                + timers;
    }

    private void change(String id, Consumer<Lane> change) {
        if (undo.isRecording()) {
            Lane present = lanes.get(id);
            Lane before = present == null ? null : present.copy();
            undo.add(() -> restore(id, before));
        }
        Lane lane = lanes.computeIfAbsent(id, absent -> new Lane());
        Lane.Candidate before = lane.next(id);
        if (before != null) {
            candidates.remove(before);
        }
        change.accept(lane);
        Lane.Candidate after = lane.next(id);
        if (after != null) {
            candidates.add(after);
        }
        if (lane.isEmpty() && !lane.isBusy()) {
            lanes.remove(id);
        }
    }

    private void restore(String id, @Nullable Lane before) {
        Lane after = lanes.remove(id);
        Lane.Candidate claim = after == null ? null : after.next(id);
        if (claim != null) {
            candidates.remove(claim);
        }
        if (before == null) {
            return;
        }
        lanes.put(id, before);
        claim = before.next(id);
        if (claim != null) {
            candidates.add(claim);
        }
    }

    private static List<Timer> timersOf(QueuedCommand queued) {
        var timers = new ArrayList<Timer>(2);
        if (queued.command().expiresAt() != null) {
            timers.add(new Timer(queued.command().expiresAt(), Kind.COMMAND_EXPIRES, key(queued)));
        }
        if (queued.createWaitUntil() != null) {
            timers.add(new Timer(queued.createWaitUntil(), Kind.CREATE_WAIT_ENDS, key(queued)));
        }
        return timers;
    }

    private static String key(QueuedCommand queued) {
        return Keys.queued(queued.command().projectId(), queued.sequence());
    }
}
