package io.docsagent.worker.sandbox.quota;

import java.time.Duration;
import java.time.Instant;

/** Counts the uses of one project against its limit. */
public interface Ledger {

    Verdict spend(Instant now);

    Left left(Instant now);

    /** Uses that are left, when the next one comes back, and when all have; those times are past where none is spent. */
    record Left(int left, Instant nextAt, Instant allAt) {}

    sealed interface Verdict {}

    record Granted() implements Verdict {}

    /** No use is left; one comes back after {@code freeIn} unless others take it. */
    record Refused(Duration freeIn, boolean counted) implements Verdict {}
}
