package io.docsagent.worker.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Only a thread that should have committed is said to be late. */
class LastCommitsTest {

    private static final TopicPartition INPUTS = new TopicPartition("inputs", 0);
    private static final TopicPartition MORE_INPUTS = new TopicPartition("inputs", 1);
    private static final TopicPartition REQUESTS = new TopicPartition("requests", 0);

    private final AtomicLong time = new AtomicLong();
    private final LastCommits commits = new LastCommits("inputs", 12, time::get);

    @Test
    void before_any_thread_runs_nothing_is_known() {
        assertThat(commits.longestAgo()).isNull();
    }

    @Test
    void a_thread_that_reads_inputs_and_commits_nothing_is_late_from_its_first_poll_on() {
        commits.polled(Set.of(INPUTS, REQUESTS), Set.of());
        pass(40);
        commits.polled(Set.of(INPUTS, REQUESTS), Set.of());
        pass(40);
        assertThat(commits.longestAgo()).isEqualTo(Duration.ofSeconds(80));

        commits.committed();
        pass(1);
        assertThat(commits.longestAgo()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void a_thread_that_reads_only_publishers_topics_or_nothing_need_not_commit() {
        commits.polled(Set.of(REQUESTS), Set.of());
        pass(40);
        commits.polled(Set.of(REQUESTS), Set.of());
        assertThat(commits.longestAgo()).isZero();

        pass(40);
        commits.polled(Set.of(), Set.of());
        assertThat(commits.longestAgo()).isZero();
    }

    @Test
    void a_thread_whose_inputs_are_all_paused_for_a_restore_need_not_commit() {
        commits.polled(Set.of(INPUTS, MORE_INPUTS), Set.of(INPUTS, MORE_INPUTS));
        pass(40);
        commits.polled(Set.of(INPUTS, MORE_INPUTS), Set.of(INPUTS, MORE_INPUTS));
        assertThat(commits.longestAgo()).isZero();

        pass(40);
        commits.polled(Set.of(INPUTS, MORE_INPUTS), Set.of(INPUTS));
        assertThat(commits.longestAgo()).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void the_latest_thread_counts_until_it_ends() throws InterruptedException {
        var polled = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        Thread late = Thread.ofPlatform().start(() -> {
            commits.polled(Set.of(MORE_INPUTS), Set.of());
            polled.countDown();
            awaitQuietly(end);
        });
        polled.await();
        pass(40);
        commits.committed();
        assertThat(commits.longestAgo()).isEqualTo(Duration.ofSeconds(40));

        end.countDown();
        late.join();
        assertThat(commits.longestAgo()).isZero();
        assertThat(commits.longestAgoOrDead()).isZero();
    }

    @Test
    void where_all_threads_have_ended_the_time_goes_on() throws InterruptedException {
        Thread.ofPlatform().start(commits::committed).join();
        pass(40);

        assertThat(commits.longestAgo()).as("of those that run").isNull();
        assertThat(commits.longestAgoOrDead()).isEqualTo(Duration.ofSeconds(40));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(int seconds) {
        time.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }
}
