package io.docsagent.worker.ingress;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Asks for a commit as soon as something was processed, but not more often than pays.
 *
 * <p>A lone record is then committed at once, while Kafka Streams may poll, and commit of its own accord, rarely enough
 * for an idle worker to cost nothing and a busy one to write large transactions.
 */
public final class PromptCommits {

    /** Commits every 5 ms were seen to begin transactions that the broker had not finished ending. */
    private static final Duration BETWEEN = Duration.ofMillis(10);

    private final AtomicLong last = new AtomicLong(System.nanoTime());

    /** @param commit asks Kafka Streams for it */
    public void afterRecord(Runnable commit) {
        long now = System.nanoTime();
        long before = last.get();
        if (now - before >= BETWEEN.toNanos() && last.compareAndSet(before, now)) {
            commit.run();
        }
    }
}
