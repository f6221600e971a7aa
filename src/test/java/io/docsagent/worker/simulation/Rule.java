package io.docsagent.worker.simulation;

/** A rule of the design that the simulation can switch off, to show that it notices. */
enum Rule {

    /** A call is sent only after the commit of its offset was confirmed. */
    COMMIT_BEFORE_SENDING(4),

    /** A call is not sent after its {@code notAfter}. */
    NOT_AFTER(314),

    /** Calls without a committed offset are skipped, because some may have been sent. */
    LOST_OFFSETS_SKIP_CALLS(1),

    /** A use comes back only a margin after its period, because leaders' clocks differ. */
    MARGIN(31),

    /** A call whose outcome is unknown keeps its use for as long as the service may still read it. */
    STRAGGLER(319),

    /** A silent owner's transaction is over before its partitions have another owner. */
    FENCING(3),

    /** What was sent and not answered is unknown, and not "not sent". */
    UNKNOWN_IS_NOT_NOT_SENT(2);

    private final long seed;

    Rule(long seed) {
        this.seed = seed;
    }

    /** Of the first run, from 1 on, that noticed it when this was written; other code may need a later one. */
    long seed() {
        return seed;
    }
}
