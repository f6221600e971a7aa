package io.docsagent.worker.simulation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A transaction of one producer: what it wrote is read after its commit or never. */
final class Transaction {

    private enum State {
        OPEN,
        COMMITTED,
        ABORTED
    }

    private final Group.@Nullable Member owner;
    private final Set<LogPartition> partitions = new LinkedHashSet<>();
    private final Set<Integer> tasks = new LinkedHashSet<>();
    private final List<Runnable> onCommit = new ArrayList<>();
    private State state = State.OPEN;
    private boolean hasOffsets;

    /** @param owner the member of a group that began it; null where nobody ends it in its place */
    Transaction(Group.@Nullable Member owner) {
        this.owner = owner;
    }

    Group.@Nullable Member owner() {
        return owner;
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    boolean isAborted() {
        return state == State.ABORTED;
    }

    void touches(LogPartition partition) {
        partitions.add(partition);
    }

    /** Offsets, and records of compacted topics, take effect with the commit. */
    void onCommit(Runnable effect) {
        onCommit.add(effect);
    }

    void commit() {
        if (!isOpen()) {
            throw new IllegalStateException("the transaction has ended");
        }
        state = State.COMMITTED;
        onCommit.forEach(Runnable::run);
        partitions.forEach(LogPartition::mark);
    }

    /** By its producer, by its timeout, or because a newer producer took its place. */
    void abort() {
        if (isOpen()) {
            state = State.ABORTED;
            partitions.forEach(LogPartition::mark);
        }
    }

    /** Until the end nobody reads the offsets of the tasks that it includes. */
    void addOffset(Runnable effect) {
        hasOffsets = true;
        onCommit(effect);
    }

    /** The state of this partition is written, and its offsets are committed, with it. */
    void include(int task) {
        tasks.add(task);
    }

    boolean hasOffsetsOf(int task) {
        return hasOffsets && tasks.contains(task);
    }
}
