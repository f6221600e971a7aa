package io.docsagent.worker.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A consumer group as its coordinator keeps it: members, rounds in which all join again, generations, and offsets. */
final class Group {

    private final World world;
    private final int partitions;
    private final Timeouts timeouts;
    private final List<Member> members = new ArrayList<>();

    /** Who has joined in the round that is under way, and which partitions each has kept. */
    private final Map<Member, Set<Integer>> joined = new LinkedHashMap<>();

    private final Map<LogPartition, Long> committed = new HashMap<>();

    /** The number of the append that was committed last. */
    private final Map<LogPartition, Long> latest = new HashMap<>();

    private boolean joining;
    private int generation;
    private long appended;

    Group(World world, int partitions, Timeouts timeouts) {
        this.world = world;
        this.partitions = partitions;
        this.timeouts = timeouts;
    }

    /**
     * How members are watched.
     *
     * @param heartbeat how often each sends a heartbeat, whose answer says that the group rebalances
     * @param session after which one is removed that does not
     * @param rebalance after which one is removed that does not join again
     */
    record Timeouts(Duration heartbeat, Duration session, Duration rebalance) {}

    /** A consumer of the group; it learns what happens from the answers to its heartbeats and to its join. */
    interface Member {

        /** Whether its heartbeats arrive. */
        boolean isReachable();

        /** Others have begun to join again, after this generation. */
        void mustRejoin(int generation);

        void assign(int generation, Set<Integer> partitions);

        void wasRemoved();
    }

    /** Why a commit is refused. */
    enum Refusal {
        UNKNOWN_MEMBER,
        OLD_GENERATION
    }

    /**
     * A member joins in the round that is under way, or begins one.
     *
     * @param again whether it has been a member, as far as it knows
     * @param kept partitions that it has not given up, so that nobody else may get them in this round
     */
    void join(Member member, boolean again, Set<Integer> kept) {
        if (again && !members.contains(member)) {
            member.wasRemoved();
            return;
        }
        if (!members.contains(member)) {
            members.add(member);
        }
        joined.put(member, kept);
        if (!member.isReachable()) {
            silent(member);
        }
        proceed();
    }

    void leave(Member member) {
        if (members.remove(member)) {
            joined.remove(member);
            proceed();
        }
    }

    private void proceed() {
        if (members.isEmpty()) {
            joining = false;
            return;
        }
        if (!joining) {
            joining = true;
            int before = generation;
            members.forEach(member -> member.mustRejoin(before));
            world.in(timeouts.rebalance(), () -> giveUpWaiting(before));
        }
        if (joined.keySet().containsAll(members)) {
            complete();
        }
    }

    private void giveUpWaiting(int before) {
        if (joining && generation == before) {
            List<Member> late = members.stream()
                    .filter(member -> !joined.containsKey(member))
                    .toList();
            late.forEach(this::remove);
        }
    }

    private void remove(Member member) {
        leave(member);
        member.wasRemoved();
    }

    /** Each partition goes to the member whose turn it is, unless somebody else has kept it so far. */
    private void complete() {
        joining = false;
        generation++;
        Map<Member, Set<Integer>> assigned = new LinkedHashMap<>();
        members.forEach(member -> assigned.put(member, new HashSet<>()));
        for (int number = 0; number < partitions; number++) {
            int partition = number;
            Member next = members.get(partition % members.size());
            boolean isKept = joined.entrySet().stream()
                    .anyMatch(other ->
                            !other.getKey().equals(next) && other.getValue().contains(partition));
            if (!isKept) {
                assigned.computeIfAbsent(next, none -> new HashSet<>()).add(partition);
            }
        }
        joined.clear();
        assigned.forEach((member, own) -> member.assign(generation, own));
    }

    /** The member sends no heartbeats; unless it does so again in time, it is removed. */
    void silent(Member member) {
        expire(member, Duration.ZERO);
    }

    private void expire(Member member, Duration silent) {
        Duration step = timeouts.session().dividedBy(10);
        world.in(step, () -> {
            if (!members.contains(member) || member.isReachable()) {
                return;
            }
            // One that waits for the others to join needs no heartbeats.
            Duration now = joined.containsKey(member) ? Duration.ZERO : silent.plus(step);
            if (now.compareTo(timeouts.session()) < 0) {
                expire(member, now);
            } else {
                remove(member);
            }
        });
    }

    Timeouts timeouts() {
        return timeouts;
    }

    boolean isMember(Member member) {
        return members.contains(member);
    }

    /** Whether a round is under way in which the member has not joined yet. */
    boolean awaits(Member member) {
        return joining && members.contains(member) && !joined.containsKey(member);
    }

    /** Whether a round is under way, in which members join again. */
    boolean isRebalancing() {
        return joining;
    }

    /** Why the coordinator would not take offsets from the member; null where it would, whatever the partition. */
    @Nullable
    Refusal refusal(Member member, int itsGeneration) {
        if (!members.contains(member)) {
            return Refusal.UNKNOWN_MEMBER;
        }
        return itsGeneration == generation ? null : Refusal.OLD_GENERATION;
    }

    @Nullable
    Refusal commit(Member member, int itsGeneration, Map<LogPartition, Long> offsets) {
        Refusal refusal = refusal(member, itsGeneration);
        if (refusal == null) {
            offsets.forEach((partition, offset) -> append(partition, offset).run());
        }
        return refusal;
    }

    /** Appends an offset that takes effect with its transaction, unless one that was appended later has already. */
    Runnable append(LogPartition partition, long offset) {
        long number = ++appended;
        return () -> {
            if (number > latest.getOrDefault(partition, 0L)) {
                latest.put(partition, number);
                committed.put(partition, offset);
            }
        };
    }

    @Nullable
    Long committed(LogPartition partition) {
        return committed.get(partition);
    }

    /** An operator, or the broker's retention, deletes the offsets. */
    void forgetOffsets() {
        committed.clear();
    }

    /** An operator sets offsets back to a time whose records are deleted. */
    void setBackOffsets() {
        committed.replaceAll((partition, offset) -> partition.begin() > 0 ? partition.begin() - 1 : offset);
    }

    @Override
    public String toString() {
        return "generation " + generation + (joining ? ", joined " + joined.keySet() + " of " : ", ") + members;
    }
}
