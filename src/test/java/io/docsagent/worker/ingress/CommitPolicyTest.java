package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CommitPolicyTest {

    /** Monotonic time has no origin and may overflow. */
    private long now = Long.MAX_VALUE - 1;

    private final CommitPolicy commits = new CommitPolicy(() -> now);
    private int requested;

    @Test
    void a_lone_record_is_committed_at_once() {
        for (int i = 0; i < 3; i++) {
            commits.fetched(1);
            process(1);
        }

        assertThat(requested).isEqualTo(3);
    }

    @Test
    void many_records_are_committed_together_after_the_last() {
        commits.fetched(1_000);
        process(999);
        assertThat(requested).isZero();

        process(1);
        assertThat(requested).isOne();
    }

    @Test
    void the_first_of_many_records_waits_for_100_ms_at_most() {
        commits.fetched(1_000);
        process(1);
        pass(99);
        process(1);
        assertThat(requested).isZero();

        pass(1);
        process(1);
        assertThat(requested).isOne();
    }

    @Test
    void the_wait_begins_anew_after_each_commit() {
        commits.fetched(1_000);
        process(1);
        pass(100);
        process(1);
        assertThat(requested).isOne();

        // Kafka Streams processes records of its other tasks before it commits.
        process(10);
        pass(1_000);
        commits.committed();
        requested = 0;
        process(1);
        pass(99);
        process(1);
        assertThat(requested).isZero();

        pass(1);
        process(1);
        assertThat(requested).isOne();
    }

    /** In a rebalance the thread goes on fetching, and processes nothing. */
    @Test
    void what_was_fetched_in_several_parts_is_committed_together() {
        commits.fetched(500);
        commits.fetched(500);
        commits.fetched(0);
        process(999);
        assertThat(requested).isZero();

        process(1);
        assertThat(requested).isOne();
    }

    @Test
    void records_that_were_dropped_with_their_partition_are_not_waited_for() {
        commits.fetched(500);
        process(100);
        commits.fetched(1);
        process(1);

        assertThat(requested).isOne();
    }

    /** Each stream thread has a consumer and a transaction of its own. */
    @Test
    void another_threads_records_are_not_waited_for() {
        CompletableFuture.runAsync(() -> commits.fetched(1_000), command -> {
                    Thread thread = new Thread(command);
                    thread.start();
                })
                .join();
        commits.fetched(1);
        process(1);

        assertThat(requested).isOne();
    }

    private void pass(long millis) {
        now += Duration.ofMillis(millis).toNanos();
    }

    private void process(int records) {
        for (int i = 0; i < records; i++) {
            commits.afterRecord(() -> requested++);
        }
    }
}
