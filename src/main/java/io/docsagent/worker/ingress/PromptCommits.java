package io.docsagent.worker.ingress;

/**
 * Requests a commit once none of the records that the consumer has handed over waits.
 *
 * <p>A lone record is committed at once; of a backlog, each commit takes in all that arrived during the one before, so
 * that slow commits become larger and not fewer records a second. Kafka Streams' commit interval bounds how long the
 * first of many waits for the last. (A rate would not do: where commits are slow it stays low, whatever waits.)
 */
public final class PromptCommits {

    /** Of the thread, because all tasks of a stream thread share one consumer and one transaction. */
    private final ThreadLocal<Fetched> fetched = ThreadLocal.withInitial(Fetched::new);

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
        if (fetched.get().isLast()) {
            commit.run();
        }
    }

    private static final class Fetched {

        private int waiting;
        private boolean processing;

        /**
         * Kafka Streams fetches again once it has processed everything, and also in a rebalance, before it processes
         * anything. What it drops with a partition is forgotten with the first fetch after a record was processed.
         */
        void add(int records) {
            waiting = processing ? records : waiting + records;
            processing = false;
        }

        boolean isLast() {
            processing = true;
            waiting--;
            return waiting <= 0;
        }
    }
}
