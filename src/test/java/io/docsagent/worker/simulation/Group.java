package io.docsagent.worker.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A consumer group: who owns which partition, and the offsets that owners have committed. */
final class Group {

    private final World world;
    private final int partitions;
    private final List<Member> members = new ArrayList<>();
    private final Map<Integer, Member> owners = new TreeMap<>();
    private final Map<LogPartition, Long> committed = new HashMap<>();

    /** The number of the append that was committed last. */
    private final Map<LogPartition, Long> latest = new HashMap<>();

    private long appended;

    Group(World world, int partitions) {
        this.world = world;
        this.partitions = partitions;
    }

    /** A consumer of the group; each method takes effect with its next poll. */
    interface Member {

        /** Gives up these partitions, and reports that by {@link Group#released}. */
        void revoke(Set<Integer> partitions);

        void assign(Set<Integer> partitions);

        /** It sent no heartbeats for too long, and owns nothing any more. */
        void lose();

        /** Whether it can be reached, so that its heartbeats arrive. */
        boolean isReachable();
    }

    void join(Member member) {
        if (!members.contains(member)) {
            members.add(member);
            rebalance();
        }
    }

    void leave(Member member) {
        if (members.remove(member)) {
            owners.values().removeIf(owner -> owner.equals(member));
            rebalance();
        }
    }

    /** The member sends no heartbeats; unless it does so again in time, it loses its partitions. */
    void silent(Member member) {
        world.in(Broker.SESSION_TIMEOUT, () -> {
            if (!member.isReachable()) {
                leave(member);
            }
        });
    }

    boolean isMember(Member member) {
        return members.contains(member);
    }

    boolean isOwner(Member member, int partition) {
        return member.equals(owners.get(partition));
    }

    /** Each partition goes to the member whose turn it is, as soon as its owner has given it up. */
    private void rebalance() {
        if (members.isEmpty()) {
            return;
        }
        Map<Member, Set<Integer>> given = new HashMap<>();
        Map<Member, Set<Integer>> taken = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            Member target = members.get(partition % members.size());
            Member owner = owners.get(partition);
            if (owner == null) {
                owners.put(partition, target);
                given.computeIfAbsent(target, none -> new LinkedHashSet<>()).add(partition);
            } else if (!owner.equals(target)) {
                taken.computeIfAbsent(owner, none -> new LinkedHashSet<>()).add(partition);
            }
        }
        for (Member member : List.copyOf(members)) {
            if (taken.containsKey(member)) {
                member.revoke(taken.get(member));
            }
            if (given.containsKey(member)) {
                member.assign(given.get(member));
            }
        }
    }

    /** The owner has given up a partition. */
    void released(Member member, Set<Integer> released) {
        for (int partition : released) {
            if (isOwner(member, partition)) {
                owners.remove(partition);
            }
        }
        rebalance();
    }

    /** False where the member is not the owner of all: it was fenced. */
    boolean commit(Member member, Map<LogPartition, Long> offsets) {
        boolean own = offsets.keySet().stream().allMatch(partition -> isOwner(member, partition.number()));
        if (own) {
            offsets.forEach((partition, offset) -> append(partition, offset).run());
        }
        return own;
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

    @Override
    public String toString() {
        return "members " + members + ", owners " + owners;
    }
}
