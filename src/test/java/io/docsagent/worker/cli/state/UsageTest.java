package io.docsagent.worker.cli.state;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class UsageTest {

    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

    private final Usage usage = new Usage();

    @Test
    void uses_and_what_they_led_to_are_summed_up_by_publisher_and_project() {
        usage.add(create("docs", 2, "completed", "https://pr/1", null));
        usage.add(create("docs", 1, "completed", null, null));
        usage.add(create("docs", 1, "failed", null, null));
        usage.add(create("docs", 1, "completed", "https://pr/1", true));
        usage.add(record("docs", Command.Type.MESSAGE, CommandState.ACCEPTED, 1, "completed", "https://pr/1", null));
        usage.add(record("site", Command.Type.CREATE, CommandState.UNKNOWN, 9, null, null, null));

        assertThat(usage.lines())
                .containsExactly(
                        new Usage.Line("default", "site", 9, 0, 0, 0, null),
                        new Usage.Line("default", "docs", 6, 3, 1, 1, 60L));
    }

    @Test
    void what_was_never_sent_spent_nothing() {
        assertThat(Usage.isOf(create("docs", 0, null, null, null))).isFalse();
        assertThat(Usage.isOf(create("docs", 1, null, null, null))).isTrue();
    }

    @Test
    void the_median_is_near_enough_however_long_it_is() {
        for (long seconds : new long[] {1, 59, 3_600, 100_000, 2_592_000}) {
            var spread = new Spread();
            IntStream.rangeClosed(0, 200).forEach(i -> spread.add(Duration.ofSeconds(seconds * i / 100)));

            Duration median = requireNonNull(spread.median());
            assertThat(median.toSeconds() / (double) seconds).isBetween(0.97, 1.03);
        }
        assertThat(new Spread().median()).isNull();
    }

    private static CommandRecord create(
            String project, int attempts, @Nullable String status, @Nullable String link, @Nullable Boolean continued) {
        return record(project, Command.Type.CREATE, CommandState.ACCEPTED, attempts, status, link, continued);
    }

    private static CommandRecord record(
            String project,
            Command.Type type,
            CommandState state,
            int attempts,
            @Nullable String status,
            @Nullable String link,
            @Nullable Boolean continued) {
        return new CommandRecord(
                project,
                "c",
                state,
                type,
                null,
                null,
                START,
                null,
                null,
                null,
                attempts,
                "job",
                status,
                link,
                null,
                null,
                null,
                null,
                null,
                continued,
                START.plusSeconds(60),
                null);
    }
}
