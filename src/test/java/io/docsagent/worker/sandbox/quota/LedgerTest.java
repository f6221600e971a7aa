package io.docsagent.worker.sandbox.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.clock.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Capacity 3 per minute; times are seconds after noon, verdicts {@code +} granted, {@code -7} refused for 7 s. */
class LedgerTest {

    private static final int CAPACITY = 3;
    private static final Duration PERIOD = Duration.ofMinutes(1);

    static Stream<Arguments> tables() {
        return Stream.of(
                arguments("rolling: a burst, then nothing", rolling(false), "0 0 0 0 30 59", "+ + + -60 -30 -1"),
                arguments(
                        "rolling: each use returns a period later",
                        rolling(false),
                        "0 20 40 50 60 61 80",
                        "+ + + -10 + -19 +"),
                arguments(
                        "rolling: refused calls count",
                        rolling(true),
                        "0 0 0 30 60 60 60 119 120",
                        "+ + + -30 + + -60 -1 +"),
                arguments(
                        "rolling: who keeps asking is kept out",
                        rolling(true),
                        "0 0 0 40 50 59 60 99 100",
                        "+ + + -20 -10 -41 -50 -20 -20"),
                arguments(
                        "fixed window: a burst, then the next window",
                        window(false),
                        "0 0 0 1 59 60",
                        "+ + + -59 -1 +"),
                arguments(
                        "fixed window: twice the capacity around an edge",
                        window(false),
                        "58 58 59 60 60 61 62",
                        "+ + + + + + -58"),
                arguments(
                        "fixed window: windows begin at whole periods", window(true), "30 30 30 30 60", "+ + + -30 +"),
                arguments(
                        "bucket: a burst, then one use per third",
                        bucket(false),
                        "0 0 0 0 19 20 20 40",
                        "+ + + -20 -1 + -20 +"),
                arguments(
                        "bucket: refills while it is used",
                        bucket(false),
                        "0 10 20 30 40 50 59 60",
                        "+ + + + + -10 -1 +"),
                arguments("bucket: never holds more than its capacity", bucket(false), "600 600 600 600", "+ + + -20"),
                arguments(
                        "bucket: refused calls take what is there",
                        bucket(true),
                        "0 0 0 19 20 39 59",
                        "+ + + -20 -20 -20 +"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tables")
    void grants_and_refuses(String rule, Ledger ledger, String seconds, String verdicts) {
        StringBuilder seen = new StringBuilder();
        for (String second : seconds.split(" ", -1)) {
            Instant now = SettableClock.NOON.plusSeconds(Long.parseLong(second));
            seen.append(shown(ledger.spend(now))).append(' ');
        }

        assertThat(seen.toString().strip()).as(rule).isEqualTo(verdicts);
    }

    @Test
    void a_rolling_use_counts_until_just_before_its_period_is_over() {
        Ledger ledger = new RollingLedger(quota(1, false));
        ledger.spend(SettableClock.NOON);

        assertThat(ledger.spend(SettableClock.NOON.plus(PERIOD).minusNanos(1))).isInstanceOf(Ledger.Refused.class);
        assertThat(ledger.spend(SettableClock.NOON.plus(PERIOD))).isInstanceOf(Ledger.Granted.class);
    }

    @Test
    void a_refusal_says_whether_it_counts() {
        for (boolean counts : new boolean[] {true, false}) {
            Ledger ledger = new RollingLedger(quota(1, counts));
            ledger.spend(SettableClock.NOON);

            assertThat(ledger.spend(SettableClock.NOON)).isEqualTo(new Ledger.Refused(PERIOD, counts));
        }
    }

    @Test
    void remaining_uses_and_their_return_are_reported() {
        Instant second = SettableClock.NOON.plusSeconds(1);
        for (Ledger ledger : List.of(rolling(false), window(false), bucket(false))) {
            assertThat(ledger.spend(SettableClock.NOON)).isInstanceOf(Ledger.Granted.class);
            QuotaState left = ledger.left(second);
            Instant nextAt = Objects.requireNonNull(left.nextAt());
            assertThat(left.left()).isEqualTo(CAPACITY - 1);
            assertThat(nextAt).isAfter(second).isBeforeOrEqualTo(SettableClock.NOON.plus(PERIOD));
            assertThat(ledger.left(nextAt)).isEqualTo(QuotaState.unspent(CAPACITY));
            assertThat(left.allAt()).isEqualTo(nextAt);
        }
    }

    @Test
    void a_bucket_whose_period_is_no_multiple_never_has_less_than_nothing_left() {
        Ledger ledger = new TokenBucketLedger(quota(7, true));
        for (int i = 0; i < 8; i++) {
            var unused = ledger.spend(SettableClock.NOON);
        }

        assertThat(ledger.left(SettableClock.NOON).left()).isZero();
    }

    private static String shown(Ledger.Verdict verdict) {
        return switch (verdict) {
            case Ledger.Granted granted -> "+";
            case Ledger.Refused refused -> "-" + refused.freeIn().toSeconds();
        };
    }

    private static Ledger rolling(boolean countRefused) {
        return new RollingLedger(quota(CAPACITY, countRefused));
    }

    private static Ledger window(boolean countRefused) {
        return new FixedWindowLedger(quota(CAPACITY, countRefused));
    }

    private static Ledger bucket(boolean countRefused) {
        return new TokenBucketLedger(quota(CAPACITY, countRefused));
    }

    private static QuotaSettings quota(int capacity, boolean countRefused) {
        return new QuotaSettings(Limiter.ROLLING, capacity, PERIOD, countRefused, RetryAfterFormat.SECONDS);
    }
}
