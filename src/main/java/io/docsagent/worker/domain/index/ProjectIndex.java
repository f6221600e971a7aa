package io.docsagent.worker.domain.index;

import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
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

    private final Map<String, Lane> lanes = new HashMap<>();
    private final LaneSchedule schedule = new LaneSchedule();
    private final Backlog backlog = new Backlog();
    private final Timers timers = new Timers();

    /** The sequences of commands by their identities, but of creates that are found by their lanes. */
    private final Map<String, Long> sequences = new HashMap<>();

    private final CoalescingKeys keys = new CoalescingKeys();
    private final Promotions promotions = new Promotions();

    /** What is due by then may be sent. */
    public void advance(Instant now) {
        schedule.advance(now);
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

    /** Adds a stored job. */
    public void restore(String key, Job job) {
        timers.set(job.timer(key));
    }

    /** Adds what is stored of something that has ended. */
    public void restore(String key, Remembered ended) {
        timers.set(ended.timer(key));
    }

    /** The command has left the queue for good. */
    public void remove(QueuedCommand command) {
        if (!isFoundByLane(command)) {
            sequences.remove(command.identity().key());
        }
        if (command.isCreate() && lanes.containsKey(command.lane())) {
            change(command.lane(), Lane::forgetCreate);
        }
    }

    /** The sequence of the command with this identity; null where none is in the queue. */
    @Nullable
    public Long sequenceOf(Identity identity) {
        Long sequence = sequences.get(identity.key());
        Lane lane = sequence == null ? lanes.get(LaneId.ofCreate(identity)) : null;
        return lane == null ? sequence : lane.create();
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
        if (isWaiting(command)) {
            return;
        }
        change(command.lane(), lane -> lane.add(command));
        backlog.add(command);
        keys.add(command);
        promotions.add(command);
        timersOf(command).forEach(timers::set);
    }

    public void removeWaiting(QueuedCommand command) {
        if (!isWaiting(command)) {
            return;
        }
        change(command.lane(), lane -> lane.remove(command));
        backlog.remove(command);
        keys.remove(command);
        promotions.remove(command);
        timersOf(command).forEach(timers::cancel);
    }

    private boolean isWaiting(QueuedCommand command) {
        Lane lane = lanes.get(command.lane());
        return lane != null && lane.contains(command);
    }

    public void callStarted(QueuedCommand command) {
        removeWaiting(command);
        change(command.lane(), lane -> lane.start(command));
    }

    public void callEnded(QueuedCommand command) {
        change(command.lane(), Lane::end);
    }

    public void putBack(QueuedCommand command) {
        callEnded(command);
        addWaiting(command);
    }

    /** What may be sent next; null where nothing may. */
    public Lane.@Nullable Candidate next(PublisherShares shares) {
        return schedule.next(shares);
    }

    /**
     * What may be sent next of those that arrived after the command with this sequence, in the order of arrival and round
     * again; null where nothing may.
     */
    public Lane.@Nullable Candidate nextAfter(long sequence, PublisherShares shares) {
        return schedule.due(shares)
                .min(Comparator.comparing((Lane.Candidate candidate) -> candidate.sequence() <= sequence)
                        .thenComparingLong(Lane.Candidate::sequence))
                .orElse(null);
    }

    /** From when on something can be sent that is a use of these, if there is a token for it. */
    public Map<Payers, Instant> dueFrom() {
        return schedule.dueFrom();
    }

    /** Waiting commands that were promoted before the command, and go before it though their priority is lower. */
    public int promotedBefore(QueuedCommand command) {
        return promotions.before(command);
    }

    public Backlog backlog() {
        return backlog;
    }

    /** Whether the command waits behind another waiting one of its job, or for a create. */
    public boolean isBehindWaiting(QueuedCommand command) {
        Lane lane = lanes.get(command.lane());
        return lane != null
                && (lane.first() != command.sequence()
                        || (!command.isCreate() && !LaneId.isOfJob(command.lane()) && !lane.isBusy()));
    }

    /**
     * The sequences of the first commands that must be sent before this one, in order. None where one of the lane was
     * promoted, since that one's publisher may pay for those before it.
     */
    public List<Long> before(QueuedCommand command, int most) {
        Lane lane = lanes.get(command.lane());
        return lane == null || lane.isPromoted() ? List.of() : lane.before(command, most);
    }

    /** The sequence of the last command of each publisher that must be sent before this one, by publisher; none as above. */
    public Map<String, Long> lastOfEachBefore(QueuedCommand command) {
        Lane lane = lanes.get(command.lane());
        return lane == null || lane.isPromoted() ? Map.of() : lane.lastOfEachBefore(command);
    }

    /** The sequence of the first message that waits in the lane of a create; null where none does. */
    @Nullable
    public Long firstFollowerIn(String laneId) {
        Lane lane = lanes.get(laneId);
        return lane == null ? null : lane.firstFollower();
    }

    /** The sequences of the first messages that wait in the lane of a create, in order. */
    public List<Long> followersIn(String laneId, int most) {
        Lane lane = lanes.get(laneId);
        return lane == null ? List.of() : lane.firstFollowers(most);
    }

    /** How many messages wait in the lane of a create. */
    public int followersIn(String laneId) {
        Lane lane = lanes.get(laneId);
        return lane == null ? 0 : lane.followers();
    }

    /** The sequence of the create in a lane, waiting or in flight; null where there is none. */
    @Nullable
    public Long createIn(String laneId) {
        Lane lane = lanes.get(laneId);
        return lane == null ? null : lane.create();
    }

    /** The sequences of the first waiting commands from this one on, in order. */
    public List<Long> waitingFrom(long sequence, int most) {
        // Holds no more than are wanted, the last of them on top.
        PriorityQueue<Long> first = new PriorityQueue<>(Comparator.reverseOrder());
        for (Lane lane : lanes.values()) {
            lane.eachWaiting(waiting -> {
                if (waiting >= sequence && (first.size() < most || waiting < first.element())) {
                    first.add(waiting);
                    if (first.size() > most) {
                        first.remove();
                    }
                }
            });
        }
        return first.stream().sorted().toList();
    }

    /** What the lanes take of the limits on queued bytes: most commands have one of their own, and some share one. */
    public long laneBytes() {
        return lanes.size() * Lane.BYTES;
    }

    /** What one more command adds to them. */
    public long laneBytesFor(QueuedCommand command) {
        return isInUse(command.lane()) ? 0 : Lane.BYTES;
    }

    /** Whether a command of the lane waits or is in flight. */
    public boolean isInUse(String laneId) {
        return lanes.containsKey(laneId);
    }

    public Timers timers() {
        return timers;
    }

    /** Everything, in an order that does not depend on the order of the changes. */
    @Override
    public String toString() {
        return "lanes " + new TreeMap<>(lanes) + ", " + schedule + ", sequences " + new TreeMap<>(sequences) + ", keys "
                + keys + ", waiting " + backlog + ", " + promotions + ", " + timers;
    }

    private void change(String id, Consumer<Lane> change) {
        Lane lane = lanes.computeIfAbsent(id, absent -> new Lane());
        schedule.withdraw(lane.next(id));
        change.accept(lane);
        schedule.offer(lane.next(id));
        if (lane.isEmpty() && !lane.isBusy()) {
            lanes.remove(id);
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
