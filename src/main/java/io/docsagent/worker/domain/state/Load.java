package io.docsagent.worker.domain.state;

/**
 * What a partition holds in all, in bytes of heap by {@link HeapBytes}, for the limits that bound it; {@code minus} and
 * {@code plus} keep it.
 *
 * @param queuedBytes of the waiting commands, those in flight, and what is kept of those of unknown outcome
 * @param stateBytes of jobs, remembered commands, and uses of the quota
 */
public record Load(long queuedBytes, long stateBytes) {

    public static final Load NONE = new Load(0, 0);

    public Load plus(Load other) {
        return new Load(queuedBytes + other.queuedBytes, stateBytes + other.stateBytes);
    }

    public Load minus(Load other) {
        return new Load(queuedBytes - other.queuedBytes, stateBytes - other.stateBytes);
    }
}
