package io.docsagent.worker.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.settings.WorkerCannotStartException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClockProbeTest {

    private static final Instant T = Instant.parse("2026-11-21T12:00:00Z");

    private final SettableClock wall = new SettableClock(T);
    private final SettableClock monotonic = new SettableClock(T);
    private final LogClock log = LogClocks.unread(monotonic);
    private final ClockSkew skew = new ClockSkew(Duration.ofSeconds(5), wall, log);
    private final CrankedTimer timer = new CrankedTimer();
    private final Map<Integer, Integer> probed = new ConcurrentHashMap<>();
    private Set<Integer> silent = Set.of();

    @AfterEach
    void close() {
        timer.shutdownNow();
    }

    @Test
    void when_it_has_started_every_partition_has_been_measured() {
        probe(Duration.ofSeconds(30)).start();

        assertThat(probed).containsOnlyKeys(0, 1, 2);
        assertThat(skew.isTolerable()).isTrue();
        assertThat(log.instant()).isEqualTo(T);
    }

    @Test
    void a_kafka_that_does_not_answer_is_named_with_what_to_do() {
        silent = Set.of(0, 1, 2);

        assertThatThrownBy(() -> probe(Duration.ofMillis(50)).start())
                .isInstanceOf(WorkerCannotStartException.class)
                .hasMessageContaining("Kafka did not answer")
                .hasMessageContaining("SPRING_KAFKA_BOOTSTRAP_SERVERS");
    }

    @Test
    void a_partition_without_a_leader_does_not_keep_the_others_from_starting_and_is_not_probed_again() {
        silent = Set.of(1);
        ClockProbe probe = probe(Duration.ofSeconds(3));

        probe.start();

        assertThat(probe.isRunning()).isTrue();
        assertThat(skew.isTolerable()).isTrue();
        for (int i = 0; i < 6; i++) {
            timer.runNext();
        }
        assertThat(probed).isEqualTo(Map.of(0, 2, 1, 1, 2, 2));
    }

    @Test
    void a_refused_append_is_named() {
        var refusing = new ClockProbe(
                3,
                partition -> CompletableFuture.failedFuture(new IllegalStateException("not authorized")),
                skew,
                timer,
                Duration.ofSeconds(30));

        assertThatThrownBy(refusing::start)
                .isInstanceOf(WorkerCannotStartException.class)
                .hasMessageContaining("not authorized");
    }

    @Test
    void they_are_measured_again_every_half_minute() {
        probe(Duration.ofSeconds(30)).start();

        for (int i = 0; i < 12; i++) {
            timer.runNext();
        }

        assertThat(probed).isEqualTo(Map.of(0, 3, 1, 3, 2, 3));
    }

    @Test
    void while_the_clock_is_wrong_they_are_measured_with_every_look() {
        probe(Duration.ofSeconds(30)).start();
        wall.advance(Duration.ofHours(1));

        timer.runNext();
        assertThat(probed).isEqualTo(Map.of(0, 2, 1, 2, 2, 2));
        timer.runNext();
        assertThat(probed).isEqualTo(Map.of(0, 3, 1, 3, 2, 3));
    }

    @Test
    void after_the_stop_there_are_no_more() {
        ClockProbe probe = probe(Duration.ofSeconds(30));
        probe.start();
        probe.stop();

        timer.runNext();

        assertThat(timer.next).isNull();
    }

    private ClockProbe probe(Duration timeout) {
        return new ClockProbe(3, this::append, skew, timer, timeout);
    }

    private CompletableFuture<Instant> append(int partition) {
        probed.merge(partition, 1, Integer::sum);
        if (silent.contains(partition)) {
            return new CompletableFuture<>();
        }
        skew.measured(log.acknowledged(partition, log.uptime(), monotonic.instant()));
        return CompletableFuture.completedFuture(monotonic.instant());
    }

    /** What is to run later runs when the test says so. */
    private static final class CrankedTimer extends ScheduledThreadPoolExecutor {
        private volatile @Nullable Runnable next;

        CrankedTimer() {
            super(1);
        }

        void runNext() {
            Runnable due = Objects.requireNonNull(next);
            next = null;
            due.run();
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            if (delay == 0) {
                return super.schedule(command, delay, unit);
            }
            assertThat(unit.toSeconds(delay)).isEqualTo(5);
            next = command;
            return super.schedule(() -> {}, 0, unit);
        }
    }
}
