package io.docsagent.worker.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockSkewTest {

    private static final Instant T = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration MOST = Duration.ofSeconds(5);

    private final SettableClock wall = new SettableClock(T);

    /** Its instants mean nothing: it is there to go on evenly. */
    private final SettableClock monotonic = new SettableClock(Instant.EPOCH);

    private final LogClock log = LogClocks.unread(monotonic);
    private final ClockSkew skew = new ClockSkew(MOST, wall, log);

    @Test
    void before_anything_was_measured_nothing_is_tolerable() {
        assertThat(skew.worst()).isNull();
        assertThat(skew.isTolerable()).isFalse();
    }

    @Test
    void within_what_an_append_took_there_is_no_skew() {
        long sent = log.uptime();
        passes(Duration.ofSeconds(20));
        skew.measured(log.acknowledged(0, sent, T.plusSeconds(3)));

        assertThat(skew.worst()).isZero();
    }

    @Test
    void it_is_the_distance_to_what_an_append_took_in_both_directions() {
        leaderIs(0, Duration.ofSeconds(5));
        assertThat(skew.worst()).isBetween(Duration.ofMillis(4_990), MOST);
        assertThat(skew.isTolerable()).isTrue();

        leaderIs(1, Duration.ofMillis(-5_100));
        assertThat(skew.worst()).isBetween(Duration.ofMillis(5_090), Duration.ofMillis(5_100));
        assertThat(skew.isTolerable()).isFalse();
    }

    @Test
    void a_good_leader_does_not_hide_a_bad_one() {
        leaderIs(0, Duration.ofHours(1));
        leaderIs(1, Duration.ZERO);
        leaderIs(2, Duration.ZERO);

        assertThat(skew.isTolerable()).isFalse();
    }

    @Test
    void a_bad_reading_counts_until_the_window_has_passed() {
        passes(Duration.ofHours(1));
        leaderIs(0, Duration.ofSeconds(6));
        Duration passed = Duration.ZERO;
        while (!skew.isTolerable()) {
            passes(Duration.ofSeconds(1));
            passed = passed.plusSeconds(1);
            leaderIs(0, Duration.ZERO);
        }

        assertThat(passed)
                .isBetween(ClockSkew.WINDOW, ClockSkew.WINDOW.multipliedBy(2).plusSeconds(2));
    }

    @Test
    void the_last_reading_of_a_leader_that_is_silent_counts_on() {
        leaderIs(0, Duration.ofSeconds(6));
        passes(Duration.ofHours(1));
        leaderIs(1, Duration.ZERO);

        assertThat(skew.isTolerable()).isFalse();
    }

    @Test
    void a_wall_clock_that_jumps_is_noticed_before_the_next_append() {
        leaderIs(0, Duration.ZERO);
        wall.advance(Duration.ofHours(-1));

        assertThat(skew.isTolerable()).isFalse();
        assertThat(skew.worst()).isGreaterThan(Duration.ofMinutes(59));
    }

    /** Monotonic time stands still meanwhile, so the log's time is behind until the next append. */
    @Test
    void a_suspended_machine_sends_nothing_until_it_has_measured_again() {
        leaderIs(0, Duration.ZERO);
        leaderIs(1, Duration.ZERO);
        wall.advance(Duration.ofMinutes(30));
        assertThat(skew.isTolerable()).isFalse();

        leaderIs(0, Duration.ZERO);
        assertThat(skew.isTolerable()).as("with partition 1 not measured yet").isFalse();
        leaderIs(1, Duration.ZERO);
        assertThat(skew.isTolerable()).isTrue();
    }

    @Test
    void a_wall_clock_that_is_set_right_is_trusted_once_all_are_measured_again() {
        wall.advance(Duration.ofDays(2));
        leaderIs(0, Duration.ofDays(-2));
        assertThat(skew.isTolerable()).isFalse();

        wall.advance(Duration.ofDays(-2));
        assertThat(skew.isTolerable()).isFalse();
        leaderIs(0, Duration.ZERO);
        assertThat(skew.isTolerable()).isTrue();
        assertThat(skew.worst()).isZero();
    }

    /** Appends in 2 ms to a leader that is so far ahead of the wall clock. */
    private void leaderIs(int partition, Duration ahead) {
        long sent = log.uptime();
        passes(Duration.ofMillis(1));
        Instant appended = wall.instant().plus(ahead);
        passes(Duration.ofMillis(1));
        skew.measured(log.acknowledged(partition, sent, appended));
    }

    private void passes(Duration time) {
        wall.advance(time);
        monotonic.advance(time);
    }
}
