package io.docsagent.worker.domain.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsesTest {

    private static final Uses USES =
            Uses.of(List.of(use(30, "b"), use(10, "a"), use(20, "b"), use(20, "a"), use(20, "b"), use(40, "a")));

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }

    private static Use use(long millis, String by) {
        return new Use(at(millis), by);
    }

    @Test
    void they_are_in_the_order_of_time_whoever_they_are_of() {
        assertThat(USES.size()).isEqualTo(6);
        assertThat(USES.all()).hasToString("[10, 20, 20, 20, 30, 40]");
        assertThat(USES.byPublisher()).hasToString("{a=[10, 20, 40], b=[20, 20, 30]}");
        assertThat(USES.of("c").size()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    6 | 99 | [10, 20, 20, 20, 30, 40] | {a=[10, 20, 40], b=[20, 20, 30]}
                    9 | 99 | [10, 20, 20, 20, 30, 40] | {a=[10, 20, 40], b=[20, 20, 30]}
                    5 | 9  | [10, 20, 20, 20, 30, 40] | {a=[10, 20, 40], b=[20, 20, 30]}
                    5 | 10 | [20, 20, 20, 30, 40]     | {a=[20, 40], b=[20, 20, 30]}
                    4 | 20 | [20, 20, 30, 40]         | {a=[40], b=[20, 20, 30]}
                    3 | 20 | [20, 30, 40]             | {a=[40], b=[20, 30]}
                    2 | 20 | [30, 40]                 | {a=[40], b=[30]}
                    0 | 20 | [30, 40]                 | {a=[40], b=[30]}
                    1 | 99 | [40]                     | {a=[40]}
                    0 | 99 | []                       | {}
                    """)
    void the_oldest_go_where_more_are_left_and_they_were_over(int most, long overBy, String all, String byPublisher) {
        Uses latest = USES.latest(most, at(overBy));

        assertThat(latest.all()).hasToString(all);
        assertThat(latest.byPublisher()).hasToString(byPublisher);
    }

    @Test
    void where_none_go_nothing_is_copied() {
        assertThat(USES.latest(6, at(99))).isSameAs(USES);
        assertThat(USES.with(0, use(50, "a"))).isSameAs(USES);
    }

    @Test
    void several_may_be_over_at_once() {
        assertThat(Uses.NONE.with(2, use(50, "a")).byPublisher()).hasToString("{a=[50, 50]}");
    }

    @Test
    void those_of_the_same_times_are_the_same() {
        assertThat(Times.of(2, 1)).isEqualTo(Times.of(1, 2)).hasSameHashCodeAs(Times.of(1, 2));
        assertThat(Times.of(1, 2)).isNotEqualTo(Times.of(1)).isNotEqualTo("[1, 2]");
        assertThat(Times.of(1, 2).hashCode()).isNotEqualTo(Times.of(1, 3).hashCode());
    }
}
