package io.docsagent.worker.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The timer's clock is monotonic time; no wall clock is anywhere near. */
class LogAlarmsTest {

    private static final int PARTITION = 3;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final SettableClock monotonic = new SettableClock(Instant.EPOCH);
    private final ManualScheduler timer = new ManualScheduler(monotonic);
    private final LogClock log = LogClocks.unread(monotonic);
    private final List<Duration> rung = new ArrayList<>();
    private final LogAlarms alarms = new LogAlarms(this::append, log, timer);

    /** How far the leader of the partition is ahead of monotonic time. */
    private Duration leader = Duration.between(Instant.EPOCH, Instant.parse("2026-11-21T12:00:00Z"));

    private int failures;

    @Test
    void an_alarm_rings_by_the_leaders_time() {
        append();
        alarms.set(PARTITION, "p", now().plus(SECOND), Duration.ZERO);

        timer.advance(Duration.ofMillis(999));
        assertThat(rung).isEmpty();
        timer.advance(Duration.ofMillis(1));
        assertThat(rung).hasSize(1);
    }

    @Test
    void a_decision_is_overdue_from_its_moment_on_until_the_next_alarm_is_set() {
        append();
        alarms.set(PARTITION, "p", now().plus(SECOND), Duration.ZERO);
        assertThat(alarms.overdue("p")).isNull();

        timer.advance(Duration.ofSeconds(61));
        assertThat(alarms.overdue("p")).isEqualTo(Duration.ofMinutes(1));
        assertThat(alarms.overdue("another")).isNull();

        alarms.set(PARTITION, "p", now().plus(SECOND), Duration.ZERO);
        assertThat(alarms.overdue("p")).isNull();

        alarms.set(PARTITION, "p", Instant.EPOCH, Duration.ZERO);
        timer.advance(SECOND);
        assertThat(alarms.overdue("p")).as("by a new owner").isEqualTo(SECOND);
    }

    @Test
    void an_alarm_of_an_hour_rings_on_time_although_the_leader_changed_meanwhile() {
        append();
        Instant at = now().plus(Duration.ofHours(1));
        alarms.set(PARTITION, "p", at, Duration.ZERO);
        timer.advance(Duration.ofMinutes(10));
        leader = leader.plusSeconds(8);
        append();

        timer.advance(Duration.ofMinutes(50));
        assertThat(rung).containsExactly(Duration.ofHours(1).minusSeconds(8));
    }

    /** Monotonic time stood still, the brokers' did not; the next append tells. */
    @Test
    void an_alarm_of_a_suspended_machine_rings_within_half_a_minute_of_the_first_append() {
        append();
        alarms.set(PARTITION, "p", now().plus(Duration.ofHours(1)), Duration.ZERO);
        timer.advance(Duration.ofMinutes(1));
        leader = leader.plus(Duration.ofHours(2));
        append();

        timer.advance(Duration.ofSeconds(30));
        assertThat(rung).hasSize(1);
    }

    @Test
    void alarms_that_come_early_do_not_follow_each_other_at_once() {
        append();
        Instant at = now().plusSeconds(10);
        leader = leader.minusSeconds(8);
        alarms.set(PARTITION, "p", at, Duration.ZERO);
        timer.advance(Duration.ofSeconds(10));
        assertThat(rung).as("8 s early by the new leader").hasSize(1);

        // What the engine does with a wake-up that came early.
        alarms.set(PARTITION, "p", at, SECOND);
        timer.advance(Duration.ofMillis(7_900));
        assertThat(rung).hasSize(1);
        timer.advance(Duration.ofMillis(100));
        assertThat(rung).hasSize(2);
    }

    @Test
    void an_alarm_that_is_due_waits_at_least_as_long_as_asked() {
        append();
        alarms.set(PARTITION, "p", now().minusSeconds(5), SECOND);

        timer.advance(Duration.ofMillis(999));
        assertThat(rung).isEmpty();
        timer.advance(Duration.ofMillis(1));
        assertThat(rung).hasSize(1);
    }

    @Test
    void a_wake_up_that_could_not_be_written_is_tried_again_unless_another_alarm_was_set() {
        append();
        failures = 2;
        alarms.set(PARTITION, "p", now(), Duration.ZERO);
        alarms.set(PARTITION, "q", now(), Duration.ZERO);
        timer.runDue();
        alarms.set(PARTITION, "q", null, Duration.ZERO);

        timer.advance(SECOND);
        assertThat(rung).hasSize(1);
        timer.advance(Duration.ofMinutes(9));
        assertThat(rung).hasSize(1);
    }

    /** Retention or an operator may delete it before it is read. */
    @Test
    void a_wake_up_that_is_not_read_is_repeated_until_another_alarm_is_set() {
        append();
        alarms.set(PARTITION, "p", now(), Duration.ZERO);
        timer.runDue();

        timer.advance(Duration.ofMinutes(10).minusMillis(1));
        assertThat(rung).hasSize(1);
        timer.advance(Duration.ofMillis(1));
        assertThat(rung).hasSize(2);
        timer.advance(Duration.ofMinutes(10));
        assertThat(rung).hasSize(3);

        alarms.set(PARTITION, "p", null, Duration.ZERO);
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void a_silenced_alarm_rings_no_more_and_stays_overdue() {
        append();
        alarms.set(PARTITION, "p", now(), Duration.ZERO);
        timer.runDue();
        alarms.silence(PARTITION, "p");
        alarms.silence(PARTITION, "unknown");
        alarms.silence(4, "p");

        timer.advance(Duration.ofMinutes(11));
        assertThat(rung).hasSize(1);
        assertThat(timer.waiting()).isZero();
        assertThat(alarms.overdue("p")).isEqualTo(Duration.ofMinutes(11));

        alarms.set(PARTITION, "p", now(), Duration.ZERO);
        timer.runDue();
        assertThat(rung).hasSize(2);
    }

    @Test
    void a_key_that_may_have_changed_is_written_at_once() {
        alarms.keyMayHaveChanged("p");

        assertThat(rung).hasSize(1);
        assertThat(timer.waiting()).isZero();
    }

    @Test
    void a_lost_partition_rings_no_more() {
        append();
        alarms.set(PARTITION, "p", now().plus(SECOND), Duration.ZERO);
        alarms.set(4, "q", now().plus(SECOND), Duration.ZERO);
        alarms.cancelAll(PARTITION);

        timer.advance(SECOND);
        assertThat(rung).hasSize(1);
    }

    private Instant now() {
        return monotonic.instant().plus(leader);
    }

    private void append() {
        log.acknowledged(PARTITION, log.uptime(), now());
    }

    private CompletableFuture<Instant> append(Input input) {
        if (failures-- > 0) {
            return CompletableFuture.failedFuture(new IllegalStateException("no broker"));
        }
        rung.add(Duration.between(Instant.EPOCH, monotonic.instant()));
        append();
        return CompletableFuture.completedFuture(now());
    }
}
