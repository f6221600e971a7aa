package io.docsagent.worker.domain.index;

import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Timed;
import io.docsagent.worker.domain.state.Timer;
import io.docsagent.worker.domain.state.Timer.Kind;
import io.docsagent.worker.wire.Identity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Consumer;
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
    private final ContinueKeys continueKeys = new ContinueKeys();
    private final PullRequests pullRequests = new PullRequests();

    /** By the publisher of the latest command of each. */
    private final Map<String, Integer> activeJobs = new HashMap<>();

    /** What is due by then may be sent. */
    public void advance(Instant now) {
        lanes.advance(now);
        backlog.advance(now);
        continueKeys.advance(now);
    }

    /** Adds a command, waiting or in flight. */
    public void add(QueuedCommand command) {
        noteSequence(command);
        if (command.call() != null) {
            callStarted(command);
        } else {
            addWaiting(command);
        }
    }

    /** Adds what is stored beside the queue. */
    public void restore(String key, Timed stored) {
        changed(key, null, stored);
    }

    /** What is stored beside the queue has changed; null where it was, or is, not stored. */
    public void changed(String key, @Nullable Timed before, @Nullable Timed after) {
        timers.cancel(before == null ? null : before.timer(key));
        timers.set(after == null ? null : after.timer(key));
        continueKeys.changed(key, before, after);
        pullRequests.changed(before, after);
        Job wasActive = activeJob(before);
        Job isActive = activeJob(after);
        if (isActive != null && wasActive == null) {
            lanes.jobIsActive(LaneId.ofJob(isActive.id()), true);
        } else if (isActive == null && wasActive != null) {
            lanes.jobIsActive(LaneId.ofJob(wasActive.id()), false);
        }
        countActive(wasActive, -1);
        countActive(isActive, 1);
    }

    private static @Nullable Job activeJob(@Nullable Timed stored) {
        return stored instanceof Job job && job.isActive() ? job : null;
    }

    private void countActive(@Nullable Job job, int more) {
        if (job != null) {
            activeJobs.merge(job.origin().publisher(), more, (one, other) -> one + other == 0 ? null : one + other);
        }
    }

    private void noteSequence(QueuedCommand command) {
        if (isFoundByLane(command)) {
            sequences.remove(command.identity().key());
        } else {
            sequences.put(command.identity().key(), command.sequence());
        }
    }

    /** A waiting command is another one from now on. */
    public void change(QueuedCommand waiting, QueuedCommand changed) {
        removeWaiting(waiting);
        if (waiting.isCreate()) {
            // It may go to a job, while its messages wait in its lane.
            lanes.forgetCreate(waiting);
        }
        noteSequence(changed);
        addWaiting(changed);
    }

    /** A command in flight has no key any more. */
    public void keyReleased(QueuedCommand called, QueuedCommand changed) {
        continueKeys.end(called);
        noteSequence(changed);
    }

    /** The command has left the queue for good. */
    public void remove(QueuedCommand command) {
        sequences.remove(command.identity().key());
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
        if (!command.waitsForKey()) {
            lanes.add(command);
        }
        continueKeys.add(command);
        backlog.add(command);
        keys.add(command);
        timersOf(command).forEach(timers::set);
    }

    public void removeWaiting(QueuedCommand command) {
        if (!isWaiting(command)) {
            return;
        }
        if (!command.waitsForKey()) {
            lanes.remove(command);
        }
        continueKeys.remove(command);
        backlog.remove(command);
        keys.remove(command);
        timersOf(command).forEach(timers::cancel);
    }

    private boolean isWaiting(QueuedCommand command) {
        return command.waitsForKey() ? continueKeys.isWaiting(command) : lanes.isWaiting(command);
    }

    public void callStarted(QueuedCommand command) {
        removeWaiting(command);
        lanes.start(command);
        continueKeys.start(command);
    }

    public void callEnded(QueuedCommand command) {
        lanes.end(command);
        continueKeys.end(command);
    }

    public void putBack(QueuedCommand command) {
        callEnded(command);
        addWaiting(command);
    }

    /** The sequences of the first waiting commands from this one on, in the order of arrival. */
    public List<Long> waitingFrom(long sequence, int most) {
        // Holds no more than are wanted, the last of them on top.
        PriorityQueue<Long> first = new PriorityQueue<>(Comparator.reverseOrder());
        Consumer<Long> visitor = waiting -> {
            if (waiting >= sequence && (first.size() < most || waiting < first.element())) {
                first.add(waiting);
                if (first.size() > most) {
                    first.remove();
                }
            }
        };
        lanes.eachWaiting(visitor);
        continueKeys.eachWaiting(visitor);
        return first.stream().sorted().toList();
    }

    public Lanes lanes() {
        return lanes;
    }

    public ContinueKeys continueKeys() {
        return continueKeys;
    }

    public PullRequests pullRequests() {
        return pullRequests;
    }

    /** How many are active, by the publisher of the latest command of each. */
    public Map<String, Integer> activeJobs() {
        return activeJobs;
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
        return "lanes " + lanes + ", sequences " + new TreeMap<>(sequences) + ", keys " + keys + ", continue "
                + continueKeys + ", pull requests " + pullRequests + ", active " + new TreeMap<>(activeJobs)
                + ", waiting " + backlog + ", " + timers;
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
