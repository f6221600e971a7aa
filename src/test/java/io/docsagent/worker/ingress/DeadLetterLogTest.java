package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.docsagent.worker.harness.Lines;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Each dead letter has a line, as far as there is room for lines. */
@Isolated("listens to a logger that other tests write to")
class DeadLetterLogTest {

    private final DeadLetters letters = new DeadLetters(1 << 20);

    @Test
    void the_line_says_where_the_record_is_and_what_is_wrong_and_not_what_it_holds() {
        try (Lines lines = new Lines(DeadLetterLog.class.getName(), Level.INFO)) {
            letters.of(record(7, "my-prompt"), "/prompt: is missing", 0);
            letters.of(record(8, "my-prompt"), "docs", new IllegalStateException("boom"), 0);

            assertThat(lines.texts())
                    .containsExactly(
                            "WARN A record became a dead letter topic=docs-agent.requests partition=2 offset=7"
                                    + " reason=/prompt: is missing",
                            "ERROR Could not process a record; it became a dead letter, and its project is held"
                                    + " topic=docs-agent.requests partition=2 offset=8 projectId=docs");
            assertThat(lines.events().getLast().getThrowableProxy().getMessage())
                    .isEqualTo("boom");
        }
    }

    @Test
    void beyond_so_many_a_minute_lines_are_left_out_and_counted() {
        try (Lines lines = new Lines(DeadLetterLog.class.getName(), Level.INFO)) {
            for (int i = 0; i < DeadLetterLog.LINES_PER_MINUTE + 5; i++) {
                letters.of(record(i, "x"), "not JSON", 0);
            }
            assertThat(lines.texts()).hasSize(DeadLetterLog.LINES_PER_MINUTE);

            letters.minuteEnds();
            letters.minuteEnds();
            letters.of(record(99, "x"), "not JSON", 0);

            assertThat(lines.texts()
                            .subList(
                                    DeadLetterLog.LINES_PER_MINUTE,
                                    lines.texts().size()))
                    .containsExactly(
                            "WARN More records became dead letters in the last minute; they are only counted leftOut=5",
                            "WARN A record became a dead letter topic=docs-agent.requests partition=2 offset=99"
                                    + " reason=not JSON");
        }
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return new ConsumerRecord<>("docs-agent.requests", 2, offset, bytes, bytes);
    }
}
