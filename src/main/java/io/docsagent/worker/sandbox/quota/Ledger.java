package io.docsagent.worker.sandbox.quota;

import java.time.Duration;
import java.time.Instant;

/** Counts the uses of one project against its limit. */
public interface Ledger {

    Verdict spend(Instant now);

    Remaining left(Instant now);

    /** The uses left, when the next one returns, and when all have returned; both times are now if none is spent. */
    record Remaining(int left, Instant nextAt, Instant allAt) {}

    sealed interface Verdict {}

    record Granted() implements Verdict {}

    /** No use is left; the next one returns after {@code freeIn}, unless another request takes it. */
    record Refused(Duration freeIn, boolean counted) implements Verdict {}
}
