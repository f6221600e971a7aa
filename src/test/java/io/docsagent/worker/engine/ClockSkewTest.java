package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.clock.LogClocks;
import io.docsagent.worker.clock.SettableClock;
import io.docsagent.worker.message.LogClock;
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
    void beforeAnythingWasMeasuredNothingIsTolerable() {
        assertThat(skew.worst()).isNull();
        assertThat(skew.isTolerable()).isFalse();
    }

    @Test
    void withinWhatAnAppendTookThereIsNoSkew() {
        long sent = log.uptime();
        passes(Duration.ofSeconds(20));
        skew.measured(log.acknowledged(0, sent, T.plusSeconds(3)));

        assertThat(skew.worst()).isZero();
    }

    @Test
    void itIsTheDistanceToWhatAnAppendTookInBothDirections() {
        leaderIs(0, Duration.ofSeconds(5));
        assertThat(skew.worst()).isBetween(Duration.ofMillis(4_990), MOST);
        assertThat(skew.isTolerable()).isTrue();

        leaderIs(1, Duration.ofMillis(-5_100));
        assertThat(skew.worst()).isBetween(Duration.ofMillis(5_090), Duration.ofMillis(5_100));
        assertThat(skew.isTolerable()).isFalse();
    }

    @Test
    void aGoodLeaderDoesNotHideABadOne() {
        leaderIs(0, Duration.ofHours(1));
        leaderIs(1, Duration.ZERO);
        leaderIs(2, Duration.ZERO);

        assertThat(skew.isTolerable()).isFalse();
    }

    @Test
    void aBadReadingCountsUntilTheWindowHasPassed() {
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
    void theLastReadingOfALeaderThatIsSilentCountsOn() {
        leaderIs(0, Duration.ofSeconds(6));
        passes(Duration.ofHours(1));
        leaderIs(1, Duration.ZERO);

        assertThat(skew.isTolerable()).isFalse();
    }

    @Test
    void aWallClockThatJumpsIsNoticedBeforeTheNextAppend() {
        leaderIs(0, Duration.ZERO);
        wall.advance(Duration.ofHours(-1));

        assertThat(skew.isTolerable()).isFalse();
        assertThat(skew.worst()).isGreaterThan(Duration.ofMinutes(59));
    }

    /** Monotonic time stands still meanwhile, so the log's time is behind until the next append. */
    @Test
    void aSuspendedMachineSendsNothingUntilItHasMeasuredAgain() {
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
    void aWallClockThatIsSetRightIsTrustedOnceAllAreMeasuredAgain() {
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
