package io.docsagent.worker.ingress;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * When to commit: once none of the records that the consumer has handed over waits.
 *
 * <p>A lone record is committed at once; of a backlog, each commit takes in all that arrived during the one before, so
 * that slow commits become larger and not fewer records a second. (A rate would not do: where commits are slow it stays
 * low, whatever waits.)
 *
 * <p>Kafka Streams' own commit interval is longer, because it also commits where the consumer has passed nothing but the
 * end of another transaction. With an interval as short as {@link #LONGEST_WAIT}, and 10 ms for a round trip to the
 * broker, one transaction in seven was of that kind.
 */
public final class CommitPolicy {

    /** How long after a commit the first of many records waits for the last. */
    static final Duration LONGEST_WAIT = Duration.ofMillis(100);

    /** Of the thread, because all tasks of a stream thread share one consumer and one transaction. */
    private final ThreadLocal<Fetched> fetched = ThreadLocal.withInitial(Fetched::new);

    private final LongSupplier nanoTime;

    /** @param nanoTime monotonic */
    public CommitPolicy(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The consumer of this thread has handed over so many records. */
    public void fetched(int records) {
        fetched.get().add(records);
    }

    /**
     * A record has been processed.
     *
     * @param commit requests a commit from Kafka Streams
     */
    public void afterRecord(Runnable commit) {
        if (fetched.get().isDue(nanoTime.getAsLong())) {
            commit.run();
        }
    }

    /** The transaction of this thread has been committed. */
    public void committed() {
        fetched.get().committed();
    }

    private static final class Fetched {

        private int waiting;
        private boolean processing;

        /** Whether a record was processed since the last commit, and when the first was. */
        private boolean uncommitted;

        private long since;

        /**
         * Kafka Streams fetches again once it has processed everything, and also in a rebalance, before it processes
         * anything. What it drops with a partition is forgotten with the first fetch after a record was processed.
         */
        void add(int records) {
            waiting = processing ? records : waiting + records;
            processing = false;
        }

        /** After a record: whether it was the last one, or the first one has waited for long enough. */
        boolean isDue(long now) {
            processing = true;
            waiting--;
            if (!uncommitted) {
                uncommitted = true;
                since = now;
            }
            return waiting <= 0 || now - since >= LONGEST_WAIT.toNanos();
        }

        /**
         * The wait begins anew after the commit, not after the request: between the two Kafka Streams processes records
         * of its other tasks, and a commit that takes as long as the wait would be followed at once by another one.
         */
        void committed() {
            uncommitted = false;
        }
    }
}
