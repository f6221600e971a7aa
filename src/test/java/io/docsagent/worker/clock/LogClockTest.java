package io.docsagent.worker.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LogClockTest {

    private static final Instant T = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration MILLI = Duration.ofMillis(1);

    private long nanos = -1_000;
    private final LogClock clock = new LogClock(() -> nanos);

    @Test
    void before_the_first_append_there_is_no_time() {
        assertThatThrownBy(clock::instant).isInstanceOf(IllegalStateException.class);
        assertThat(clock.uptime()).isZero();
    }

    @Test
    void it_goes_on_from_the_append_time_with_monotonic_time() {
        append(0, T, MILLI);
        passes(Duration.ofHours(3));

        assertThat(clock.instant()).isEqualTo(T.plus(Duration.ofHours(3)));
        assertThat(clock.instant(0)).isEqualTo(T.plus(Duration.ofHours(3)));
    }

    @Test
    void a_slow_acknowledgement_moves_nothing() {
        append(0, T, MILLI);

        long sent = clock.uptime();
        passes(Duration.ofSeconds(20));
        clock.acknowledged(0, sent, T.plusSeconds(3));

        assertThat(clock.instant(0)).isEqualTo(T.plusSeconds(20));
    }

    @Test
    void a_faster_acknowledgement_makes_it_more_exact() {
        append(0, T, Duration.ofSeconds(2));
        append(0, T.plusSeconds(4), MILLI);

        assertThat(clock.instant(0)).isEqualTo(T.plusSeconds(4));
    }

    @Test
    void it_follows_a_new_leader_in_both_directions() {
        append(0, T, MILLI);
        append(0, T.plusSeconds(4), MILLI);
        assertThat(clock.instant(0)).isEqualTo(T.plusSeconds(4));

        append(0, T.minusSeconds(4), MILLI);
        assertThat(clock.instant(0))
                .isBetween(T.minusSeconds(4), T.minusSeconds(4).plusMillis(2));
    }

    @Test
    void what_has_been_read_has_passed() {
        append(0, T, MILLI);
        clock.read(0, T.minusSeconds(9));
        assertThat(clock.instant(0)).isEqualTo(T);

        clock.read(0, T.plusSeconds(9));
        assertThat(clock.instant(0)).isEqualTo(T.plusSeconds(9));
    }

    @Test
    void it_is_the_median_of_the_leaders_for_what_is_of_no_partition() {
        append(0, T, MILLI);
        append(1, T.plus(Duration.ofDays(2)), MILLI);
        append(2, T.plusSeconds(1), MILLI);

        assertThat(clock.instant()).isBetween(T.plusSeconds(1), T.plusSeconds(1).plusMillis(2));
        assertThat(clock.instant(1)).isAfter(T.plus(Duration.ofDays(1)));
        assertThat(clock.instant(7)).isEqualTo(clock.instant());
    }

    private void append(int partition, Instant at, Duration acknowledgedAfter) {
        long sent = clock.uptime();
        passes(acknowledgedAfter);
        clock.acknowledged(partition, sent, at);
    }

    private void passes(Duration time) {
        nanos += time.toNanos();
    }
}
