package io.docsagent.worker.domain.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.state.Hold;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

    @ParameterizedTest
    @CsvSource({
        "UNAUTHORIZED, 1, 5",
        "UNAUTHORIZED, 2, 10",
        "UNAUTHORIZED, 7, 320",
        "UNAUTHORIZED, 8, 600",
        "MISCONFIGURED, 1, 5",
        "INTERNAL_ERROR, 1, 5",
        "THROTTLED, 1, 30",
        "THROTTLED, 4, 240",
        "THROTTLED, 5, 300",
        "UNREACHABLE, 0, 1",
        "UNREACHABLE, 1, 1",
        "UNREACHABLE, 6, 32",
        "UNREACHABLE, 7, 60",
        "UNREACHABLE, 2147483647, 60"
    })
    void waits_double_up_to_the_longest_and_are_a_fifth_longer_at_most(Hold.Reason reason, int streak, int seconds) {
        Backoff backoff = Backoff.of(reason);

        assertThat(IntStream.range(0, 100).mapToObj(seed -> backoff.after(streak, "p" + seed)))
                .allSatisfy(wait -> assertThat(wait)
                        .isBetween(Duration.ofSeconds(seconds), Duration.ofMillis(seconds * 1_200L - 1)));
    }

    @Test
    void projects_are_spread_out_and_so_are_the_waits_of_one() {
        assertThat(IntStream.range(0, 100).mapToObj(seed -> Backoff.UNREACHABLE.after(9, "p" + seed)))
                .doesNotHaveDuplicates()
                .hasSize(100);
        assertThat(Backoff.UNREACHABLE.after(9, "p")).isNotEqualTo(Backoff.UNREACHABLE.after(10, "p"));
    }

    @Test
    void deciding_again_gives_the_same_wait() {
        assertThat(Backoff.THROTTLED.after(3, new String("p"))).isEqualTo(Backoff.THROTTLED.after(3, "p"));
    }

    @Test
    void waits_are_whole_milliseconds() {
        assertThat(IntStream.range(0, 100).mapToObj(seed -> Backoff.UNREACHABLE.after(1, "p" + seed)))
                .allSatisfy(wait -> assertThat(wait.toNanosPart() % 1_000_000).isZero());
    }
}
