package io.docsagent.worker.sandbox.quota;

import java.time.Duration;
import java.time.Instant;

/** Counts the uses of one project against its limit. */
public interface Ledger {

    Verdict spend(Instant now);

    QuotaState left(Instant now);

    sealed interface Verdict {}

    record Granted() implements Verdict {}

    /** No use is left; the next one returns after {@code freeIn}, unless another request takes it. */
    record Refused(Duration freeIn, boolean counted) implements Verdict {}
}
