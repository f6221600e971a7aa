package io.docsagent.worker.sandbox;

import java.time.Duration;
import java.time.Instant;

/** Counts the uses of one project against its limit. */
interface Ledger {

    Verdict spend(Instant now);

    sealed interface Verdict {}

    record Granted() implements Verdict {}

    /** No use is left; one comes back after {@code freeIn} unless others take it. */
    record Refused(Duration freeIn, boolean counted) implements Verdict {}
}
