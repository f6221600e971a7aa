package io.docsagent.worker.ops.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import io.docsagent.worker.gateway.keys.Redaction;
import io.docsagent.worker.harness.Lines;
import io.docsagent.worker.rights.DeniedRights;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.internals.Sender;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.LogContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Of a producer's warnings, only those of a batch's first tries behind another transaction are swallowed. */
@Isolated("listens to a logger that other tests' producers write to")
class AppendRetriesTest {

    private static final String RETRY =
            "Got error produce response with correlation id {} on topic-partition {}, retrying ({} attempts left). Error: {}";

    private final Logger sender = new LogContext("[Producer clientId=p] ").logger(Sender.class);

    @Test
    void the_first_tries_are_swallowed_and_those_after_it_has_lasted_are_not() {
        List<String> logged = logged(() -> IntStream.rangeClosed(1, AppendRetries.ORDINARY + 2)
                .forEach(tries -> retry(Integer.MAX_VALUE - tries, "CONCURRENT_TRANSACTIONS")));

        assertThat(logged).hasSize(2).allMatch(line -> line.contains("CONCURRENT_TRANSACTIONS"));
    }

    @Test
    void other_reasons_and_other_messages_are_logged() {
        assertThat(logged(() -> {
                    retry(Integer.MAX_VALUE - 1, "NOT_ENOUGH_REPLICAS");
                    retry(4, "CONCURRENT_TRANSACTIONS");
                    sender.warn("Something else about CONCURRENT_TRANSACTIONS");
                }))
                .hasSize(3);
    }

    @Test
    void the_producer_still_says_it_in_these_words() throws IOException {
        try (var code = Objects.requireNonNull(Sender.class.getResourceAsStream("Sender.class"))) {
            assertThat(new String(code.readAllBytes(), StandardCharsets.ISO_8859_1))
                    .contains(RETRY);
        }
        assertThat(AppendRetries.LOGGER).isEqualTo(Sender.class.getName());
    }

    private void retry(int left, String error) {
        sender.warn(RETRY, 17L, new TopicPartition("docs-agent.inputs", 3), left, error);
    }

    private static List<String> logged(Runnable writing) {
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        LogOutput output = new LogOutput(context, new Redaction(), new DeniedRights(System::nanoTime));
        try (Lines lines = new Lines(AppendRetries.LOGGER, Level.WARN)) {
            writing.run();
            return lines.texts();
        } finally {
            output.close();
        }
    }
}
