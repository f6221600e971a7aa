package io.docsagent.worker.simulation;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.jspecify.annotations.Nullable;

/** A consumer's side of its group (the classic protocol): heartbeats report what its next poll then acts upon. */
final class GroupClient implements Group.Member {

    private final World world;
    private final Host host;
    private final Link link;
    private final Group group;
    private final Protocol protocol;
    private final Owner owner;
    private final Set<Integer> partitions = new TreeSet<>();
    private State state = State.UNJOINED;
    private int generation;
    private @Nullable Assignment received;
    private boolean mustRejoin;
    private boolean removed;

    /** Under an id that the coordinator gave it; after a reset it joins as somebody else. */
    private boolean isKnown;

    private int incarnation;
    private boolean gone;

    GroupClient(World world, Host host, Link link, Group group, Protocol protocol, Owner owner) {
        this.world = world;
        this.host = host;
        this.link = link;
        this.group = group;
        this.protocol = protocol;
        this.owner = owner;
    }

    /** What becomes of a member's partitions in a rebalance. */
    enum Protocol {
        /** All are given up first; what a consumer does that also supports an assignor without the other one. */
        EAGER,
        /** Only those are given up that another member gets; Kafka Streams. */
        COOPERATIVE
    }

    /** Who consumes; called within a poll. */
    interface Owner {

        /** @param then when they have been given up */
        void revoked(Set<Integer> partitions, Runnable then);

        void assigned(Set<Integer> partitions);

        /** They belong to others already. */
        void lost(Set<Integer> partitions);

        /** There is something to poll for. */
        void wake();
    }

    private enum State {
        UNJOINED,
        JOINING,
        STABLE
    }

    private record Assignment(int generation, Set<Integer> partitions) {}

    /** Whether its heartbeats reach the broker. */
    @Override
    public boolean isReachable() {
        return !gone && host.isUp() && link.isUp();
    }

    @Override
    public void mustRejoin(int before) {
        report(() -> mustRejoin |= state == State.STABLE && generation == before);
    }

    @Override
    public void wasRemoved() {
        report(() -> removed |= isKnown && !group.isMember(this));
    }

    private void report(Runnable byHeartbeat) {
        link.fromBroker(Duration.ZERO, () -> {
            var unused = host.in(world.upTo(group.timeouts().heartbeat()), () -> {
                byHeartbeat.run();
                owner.wake();
            });
        });
    }

    @Override
    public void assign(int newGeneration, Set<Integer> assigned) {
        link.fromBroker(link.delay(), () -> {
            received = new Assignment(newGeneration, assigned);
            owner.wake();
        });
    }

    /** Joins, or does what the group wants. */
    void poll() {
        if (gone) {
            return;
        }
        if (removed) {
            reset();
        }
        if (state == State.JOINING && received != null) {
            complete(received);
        } else if (state == State.UNJOINED || mustRejoin) {
            join();
        }
    }

    private void join() {
        state = State.JOINING;
        mustRejoin = false;
        received = null;
        if (protocol == Protocol.EAGER && !partitions.isEmpty()) {
            owner.revoked(Set.copyOf(partitions), () -> {});
            partitions.clear();
        }
        Set<Integer> kept = Set.copyOf(partitions);
        boolean again = isKnown;
        int own = incarnation;
        link.toBroker(link.delay(), () -> {
            if (own == incarnation) {
                group.join(this, again, kept);
            }
        });
    }

    private void complete(Assignment assignment) {
        state = State.STABLE;
        isKnown = true;
        generation = assignment.generation();
        received = null;
        Set<Integer> given = new TreeSet<>(assignment.partitions());
        given.removeAll(partitions);
        Set<Integer> taken = new TreeSet<>(partitions);
        taken.removeAll(assignment.partitions());
        if (!taken.isEmpty()) {
            owner.revoked(taken, () -> {
                partitions.removeAll(taken);
                mustRejoin = true;
                owner.wake();
            });
        }
        partitions.addAll(given);
        owner.assigned(given);
        // Where others began to join again before this answer came, heartbeats report it still.
        report(() -> mustRejoin |= state == State.STABLE && group.awaits(this));
    }

    /** It is no member any more: it owns nothing, and joins with its next poll. */
    void reset() {
        incarnation++;
        isKnown = false;
        removed = false;
        mustRejoin = false;
        state = State.UNJOINED;
        Set<Integer> lost = Set.copyOf(partitions);
        partitions.clear();
        owner.lost(lost);
        owner.wake();
    }

    void leave() {
        gone = true;
        link.toBroker(link.delay(), () -> group.leave(this));
        // In case that does not arrive.
        fallSilent();
    }

    void fallSilent() {
        group.silent(this);
    }

    Set<Integer> partitions() {
        return partitions;
    }

    /** It waits for the others, and for what it is assigned. */
    boolean isJoining() {
        return state == State.JOINING;
    }

    /** Offsets that belong to a transaction may be sent; with them goes {@link #generation()}. */
    boolean isStable() {
        return state == State.STABLE;
    }

    int generation() {
        return generation;
    }

    /** As {@code commitSync}. */
    void commit(Map<LogPartition, Long> offsets) {
        if (state == State.JOINING) {
            throw new RebalanceInProgressException("simulated");
        }
        if (state == State.UNJOINED || group.commit(this, generation, offsets) != null) {
            removed |= isKnown;
            throw new CommitFailedException();
        }
    }

    @Override
    public String toString() {
        return host.toString();
    }
}
