package io.docsagent.worker.domain.index;

import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Timed;
import io.docsagent.worker.domain.state.Timer;
import io.docsagent.worker.domain.state.Timer.Kind;
import io.docsagent.worker.wire.Identity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which of a project's waiting commands is sent next, and which timers are due when: derived from the stored state, so
 * it can be discarded and rebuilt at any time. A decision changes it on the way: after one that threw, it is discarded.
 */
public final class ProjectIndex {

    private final Lanes lanes = new Lanes();
    private final Backlog backlog = new Backlog();
    private final Timers timers = new Timers();

    /** The sequences of commands by their identities, but of creates that are found by their lanes. */
    private final Map<String, Long> sequences = new HashMap<>();

    private final CoalescingKeys keys = new CoalescingKeys();

    /** What is due by then may be sent. */
    public void advance(Instant now) {
        lanes.advance(now);
        backlog.advance(now);
    }

    /** Adds a command, waiting or in flight. */
    public void add(QueuedCommand command) {
        if (!isFoundByLane(command)) {
            sequences.put(command.identity().key(), command.sequence());
        }
        if (command.call() != null) {
            callStarted(command);
        } else {
            addWaiting(command);
        }
    }

    /** Adds what is stored beside the queue. */
    public void restore(String key, Timed stored) {
        timers.set(stored.timer(key));
    }

    /** The command has left the queue for good. */
    public void remove(QueuedCommand command) {
        if (!isFoundByLane(command)) {
            sequences.remove(command.identity().key());
        }
        if (command.isCreate()) {
            lanes.forgetCreate(command);
        }
    }

    /** The sequence of the command with this identity; null where none is in the queue. */
    @Nullable
    public Long sequenceOf(Identity identity) {
        Long sequence = sequences.get(identity.key());
        return sequence != null ? sequence : lanes.createIn(LaneId.ofCreate(identity));
    }

    /** A create that took another one's place is in that one's lane. */
    private static boolean isFoundByLane(QueuedCommand command) {
        return command.isCreate() && command.lane().equals(LaneId.ofCreate(command.identity()));
    }

    /** The sequences of the waiting commands with the same key for coalescing as this one, itself included, in order. */
    public List<Long> sameKey(QueuedCommand command) {
        return keys.sequencesOf(command);
    }

    public void addWaiting(QueuedCommand command) {
        if (lanes.isWaiting(command)) {
            return;
        }
        lanes.add(command);
        backlog.add(command);
        keys.add(command);
        timersOf(command).forEach(timers::set);
    }

    public void removeWaiting(QueuedCommand command) {
        if (!lanes.isWaiting(command)) {
            return;
        }
        lanes.remove(command);
        backlog.remove(command);
        keys.remove(command);
        timersOf(command).forEach(timers::cancel);
    }

    public void callStarted(QueuedCommand command) {
        removeWaiting(command);
        lanes.start(command);
    }

    public void callEnded(QueuedCommand command) {
        lanes.end(command);
    }

    public void putBack(QueuedCommand command) {
        callEnded(command);
        addWaiting(command);
    }

    public Lanes lanes() {
        return lanes;
    }

    public Backlog backlog() {
        return backlog;
    }

    public Timers timers() {
        return timers;
    }

    /** Everything, in an order that does not depend on the order of the changes. */
    @Override
    public String toString() {
        return "lanes " + lanes + ", sequences " + new TreeMap<>(sequences) + ", keys " + keys + ", waiting " + backlog
                + ", " + timers;
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
