package io.docsagent.worker.domain.state;

/** What a partition holds in all, for the limits that bound the heap; {@code minus} and {@code plus} keep it. */
public record Load(long queuedBytes, long seen, long jobs) {

    public static final Load NONE = new Load(0, 0, 0);

    public Load plus(Load other) {
        return new Load(queuedBytes + other.queuedBytes, seen + other.seen, jobs + other.jobs);
    }

    public Load minus(Load other) {
        return new Load(queuedBytes - other.queuedBytes, seen - other.seen, jobs - other.jobs);
    }
}
