package io.docsagent.worker.domain.state;

/**
 * What a partition holds in all, for the limits that bound the heap; {@code minus} and {@code plus} keep it.
 *
 * @param queuedBytes of the waiting commands, those in flight, and what is kept of those of unknown outcome
 * @param stateBytes of heap that jobs and remembered commands take, by {@link #ofState}
 */
public record Load(long queuedBytes, long stateBytes) {

    public static final Load NONE = new Load(0, 0);

    /** Heap of a job, and as much again of a remembered command; measured by the benchmark's part {@code capacity}. */
    public static final long ENTRY_BYTES = 750;

    /** What polling a job takes more, measured likewise. */
    public static final long FOLLOWED_BYTES = 1_750;

    /** A command that waits is in the queue's bytes. */
    static long ofState(Project.Counts counts) {
        long entries = (long) counts.jobs() + counts.seen() - counts.waiting();
        return entries * ENTRY_BYTES + counts.followed() * FOLLOWED_BYTES;
    }

    public Load plus(Load other) {
        return new Load(queuedBytes + other.queuedBytes, stateBytes + other.stateBytes);
    }

    public Load minus(Load other) {
        return new Load(queuedBytes - other.queuedBytes, stateBytes - other.stateBytes);
    }
}
