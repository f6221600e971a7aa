package io.docsagent.worker.domain.index;

import io.docsagent.worker.domain.state.QueuedCommand;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A project's lanes: which of the waiting commands may be sent now, and what must be sent before each. */
public final class Lanes {

    /** In the place of a lane that there is not; never changed. */
    private static final Lane NONE = new Lane("");

    private final Map<String, Lane> byId = new HashMap<>();
    private final LaneSchedule schedule = new LaneSchedule();
    private final Promotions promotions = new Promotions();

    /** The lanes of active jobs. */
    private final Set<String> active = new HashSet<>();

    void advance(Instant now) {
        schedule.advance(now);
    }

    boolean isWaiting(QueuedCommand command) {
        return lane(command.lane()).contains(command);
    }

    void add(QueuedCommand command) {
        change(command.lane(), lane -> {
            lane.add(command);
            promotions.add(command);
        });
    }

    void remove(QueuedCommand command) {
        change(command.lane(), lane -> {
            lane.remove(command);
            promotions.remove(command);
        });
    }

    /** The command, which does not wait any more, is in flight. */
    void start(QueuedCommand command) {
        change(command.lane(), lane -> lane.start(command));
    }

    void end(QueuedCommand command) {
        change(command.lane(), Lane::end);
    }

    void forgetCreate(QueuedCommand create) {
        if (isInUse(create.lane())) {
            change(create.lane(), Lane::forgetCreate);
        }
    }

    /** Whether the job of a lane is active from now on. */
    void jobIsActive(String id, boolean isActive) {
        change(id, lane -> {
            if (isActive) {
                active.add(id);
            } else {
                active.remove(id);
            }
        });
    }

    private Lane lane(String id) {
        return byId.getOrDefault(id, NONE);
    }

    private void change(String id, Consumer<Lane> change) {
        Lane lane = byId.computeIfAbsent(id, Lane::new);
        schedule.withdraw(next(lane, id));
        change.accept(lane);
        schedule.offer(next(lane, id));
        if (lane.isUnused()) {
            byId.remove(id);
        }
    }

    private @Nullable Candidate next(Lane lane, String id) {
        return lane.next(promotions.firstOf(id), active.contains(id));
    }

    /** What may be sent next, of the candidates that have room. */
    public Optional<Candidate> next(PublisherShares shares, Predicate<Candidate> hasRoom) {
        return schedule.next(shares, hasRoom);
    }

    /**
     * What may be sent next of those that arrived after the command with this sequence, in the order of arrival and round
     * again.
     */
    public Optional<Candidate> nextAfter(long sequence, PublisherShares shares, Predicate<Candidate> hasRoom) {
        return schedule.due(shares)
                .filter(hasRoom)
                .min(Comparator.comparing((Candidate candidate) -> candidate.sequence() <= sequence)
                        .thenComparingLong(Candidate::sequence));
    }

    /** From when on something can be sent that is a use of these, if there is a token for it. */
    public Map<Payers, Instant> dueFrom(Predicate<Candidate> hasRoom) {
        return schedule.dueFrom(hasRoom);
    }

    /** What the call of a command would start or has started, where nothing of its lane goes before it. */
    public Start startOf(QueuedCommand command) {
        if (command.isCreate()) {
            return Start.NEW_JOB;
        }
        return active.contains(command.lane()) ? Start.NOTHING : Start.JOB_AGAIN;
    }

    /** Waiting commands that were promoted before the command, and go before it though their priority is lower. */
    public int promotedBefore(QueuedCommand command) {
        return promotions.before(command);
    }

    /** Whether the command waits behind another waiting one of its job, or for a create. */
    public boolean isBehindWaiting(QueuedCommand command) {
        return lane(command.lane()).isBehindWaiting(command);
    }

    /**
     * The sequences of the first commands that must be sent before this one, in order. None where one of the lane was
     * promoted, since that one's publisher may pay for those before it.
     */
    public List<Long> before(QueuedCommand command, int most) {
        return hasPromoted(command.lane()) ? List.of() : lane(command.lane()).before(command, most);
    }

    /** The sequence of the last command of each publisher that must be sent before this one, by publisher; none as above. */
    public Map<String, Long> lastOfEachBefore(QueuedCommand command) {
        return hasPromoted(command.lane()) ? Map.of() : lane(command.lane()).lastOfEachBefore(command);
    }

    private boolean hasPromoted(String id) {
        return promotions.firstOf(id) != null;
    }

    /** The sequences of the first messages that wait in the lane of a create, in order. */
    public List<Long> followersIn(String id, int most) {
        return lane(id).followers(most);
    }

    /** How many messages wait in the lane of a create. */
    public int countFollowersIn(String id) {
        return lane(id).countFollowers();
    }

    /** The sequence of the create in a lane, waiting or in flight; null where there is none. */
    @Nullable
    public Long createIn(String id) {
        return lane(id).create();
    }

    /** Visits the sequences of all commands that wait in lanes, in no order. */
    void eachWaiting(Consumer<Long> visitor) {
        byId.values().forEach(lane -> lane.eachWaiting(visitor::accept));
    }

    /** What they take of the limits on queued bytes: most commands have one of their own, and some share one. */
    public long bytes() {
        return byId.size() * Lane.BYTES;
    }

    /** What one more command adds to them. */
    public long bytesFor(QueuedCommand command) {
        return isInUse(command.lane()) ? 0 : Lane.BYTES;
    }

    /** Whether a command of the lane waits or is in flight. */
    public boolean isInUse(String id) {
        return byId.containsKey(id);
    }

    @Override
    public String toString() {
        return new TreeMap<>(byId) + ", active " + new TreeSet<>(active) + ", " + schedule + ", " + promotions;
    }
}
