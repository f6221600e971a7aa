package io.docsagent.worker.ingress;

/**
 * Requests a commit after a record, unless the load is so high that larger transactions pay.
 *
 * <p>A single record is then committed at once, while Kafka Streams may otherwise commit rarely enough for a busy
 * worker to write large transactions: each costs the broker a marker on every partition that it touched.
 */
public final class PromptCommits {

    /** Up to this recent load, a thread commits after each record: 150 commits a second at most. */
    private static final double FEW = 15;

    /** How long a record counts as recent load: its weight falls to 1/e in this time. */
    private static final double MEMORY_NANOS = 100e6;

    /** Of the thread, because all tasks of a stream thread share one transaction. */
    private static final ThreadLocal<PromptCommits> OF_THREAD = ThreadLocal.withInitial(PromptCommits::new);

    private double records;
    private long at = System.nanoTime();

    private PromptCommits() {}

    /** @param commit requests a commit from Kafka Streams */
    public static void afterRecord(Runnable commit) {
        if (OF_THREAD.get().add(System.nanoTime()) <= FEW) {
            commit.run();
        }
    }

    private double add(long now) {
        records = records * Math.exp((at - now) / MEMORY_NANOS) + 1;
        at = now;
        return records;
    }
}
