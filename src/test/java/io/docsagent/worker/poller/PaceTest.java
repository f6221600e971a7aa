package io.docsagent.worker.poller;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.state.WatchedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaceTest {

    private static final long NOW = Polls.START.toEpochMilli();

    private final Pace pace = new Pace(Polls.settings(1, 1), new SplittableRandom(7));

    @ParameterizedTest
    @CsvSource({
        "PT0S, PT2S", // the first GET comes a min-interval after the beginning
        "PT0.5S, PT1.5S",
        "PT-10S, PT2S", // a beginning ahead of our clock is taken for now
    })
    void a_new_job_is_looked_at_a_min_interval_after_its_beginning(Duration age, Duration wait) {
        assertThat(pace.first(aged(age), NOW)).isEqualTo(NOW + wait.toMillis());
    }

    @ParameterizedTest
    @CsvSource({"PT3S, PT2S", "PT100S, PT10S", "PT10H, PT30S"})
    void a_job_long_begun_is_looked_at_somewhere_within_its_interval(Duration age, Duration interval) {
        long earliest = Long.MAX_VALUE;
        long latest = 0;
        for (int i = 0; i < 1_000; i++) {
            long wait = pace.first(aged(age), NOW) - NOW;
            earliest = Math.min(earliest, wait);
            latest = Math.max(latest, wait);
        }
        assertThat(earliest).isBetween(0L, interval.toMillis() / 20);
        assertThat(latest).isBetween(interval.toMillis() * 19 / 20, interval.toMillis());
    }

    @ParameterizedTest
    @CsvSource({"PT2S, PT2S", "PT20S, PT2S", "PT30S, PT3S", "PT100S, PT10S", "PT300S, PT30S", "PT23H, PT30S"})
    void intervals_grow_with_age_and_by_chance_up_to_a_tenth(Duration age, Duration interval) {
        for (int i = 0; i < 100; i++) {
            assertBetween(pace.next(aged(age), NOW), interval);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PT2S, 1, , PT2S",
        "PT2S, 2, , PT4S",
        "PT2S, 5, , PT32S",
        "PT2S, 8, , PT256S",
        "PT2S, 9, , PT5M",
        "PT2S, 1000000, , PT5M",
        "PT5M, 1, , PT30S", // never sooner than when all is well
        "PT2S, 1, PT1S, PT2S",
        "PT2S, 1, PT90S, PT90S",
        "PT2S, 1, PT4.5S, PT4.5S",
        "PT2S, 9, PT90S, PT5M",
        "PT2S, 1, P3D, PT1H",
        "PT2S, 1, PT-5S, PT2S",
        "PT2S, 1, PT2562047788015H, PT1H",
    })
    void failures_back_off_and_honour_retry_after(
            Duration age, int failures, @Nullable Duration retryAfter, Duration wait) {
        assertBetween(pace.afterFailures(aged(age), NOW, failures, retryAfter), wait);
    }

    @Test
    void a_link_is_looked_for_at_min_interval_and_once_more_at_the_end() {
        Instant now = Polls.START;
        WatchedJob job = new WatchedJob("p", 1, Polls.job("j", "completed"), now.minusSeconds(900), now.plusSeconds(3));
        assertBetween(pace.next(job, NOW), Duration.ofSeconds(2));
        assertThat(pace.next(job, NOW + 2_000)).isEqualTo(NOW + 3_000);
    }

    @Test
    void a_max_interval_below_the_min_interval_counts_as_the_min_interval() {
        var settings = Polls.settings(1, 1);
        var odd = new io.docsagent.worker.settings.WorkerProperties.PollSettings(
                Duration.ofSeconds(60),
                settings.maxInterval(),
                1,
                1,
                10,
                settings.giveUpAfter(),
                settings.prLinkGrace());
        Pace oddPace = new Pace(odd, new SplittableRandom(7));
        assertBetween(oddPace.next(aged(Duration.ofHours(1)), NOW), Duration.ofSeconds(60));
        assertBetween(oddPace.slow(NOW), Duration.ofSeconds(60));
    }

    private static WatchedJob aged(Duration age) {
        return Polls.watched("p", "j", 1, Polls.START.minus(age));
    }

    private static void assertBetween(long at, Duration interval) {
        assertThat(at - NOW).isBetween(interval.toMillis(), interval.toMillis() * 11 / 10);
    }
}
