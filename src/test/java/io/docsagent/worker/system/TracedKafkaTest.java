package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A publisher's trace, through the whole worker. */
class TracedKafkaTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";
    private static final String TRACEPARENT = "00-" + TRACE + "-" + SPAN + "-01";
    private static final String PROMPT = "The prompt that no trace may show";
    private static final String KEY = "the-key-that-no-trace-may-show";

    @Test
    void reaches_the_service_the_events_and_the_collector_and_shows_neither_prompt_nor_key() {
        try (OtlpReceiver collector = new OtlpReceiver();
                Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = RunningWorker.start(
                        new EmbeddedBroker(),
                        sandbox,
                        "docs-agent.api.key=" + KEY,
                        "docs-agent.tracing.endpoint=" + collector.endpoint());
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status");
                Subscriber deadLetters = new Subscriber(worker, "requests-dlt")) {
            var headers = new RecordHeaders().add("traceparent", TRACEPARENT.getBytes(StandardCharsets.US_ASCII));
            publisher.publishWith(
                    headers,
                    "{\"type\":\"create\",\"projectId\":\"docs\",\"commandId\":\"c1\",\"prompt\":\"%s\"}"
                            .formatted(PROMPT));
            publisher.publishWith(headers, "{\"type\":\"create\",\"prompt\":\"" + PROMPT + "\"}");

            events.awaitCount(2, command("c1"));
            assertThat(events.records())
                    .allSatisfy(event -> assertThat(new String(
                                    event.headers().lastHeader("traceparent").value(), StandardCharsets.US_ASCII))
                            .isEqualTo(TRACEPARENT));
            String sent = sandbox.journal().entries().stream()
                    .filter(JournalEntry::isPost)
                    .map(entry -> entry.headers().get("traceparent"))
                    .findFirst()
                    .orElseThrow();
            assertThat(sent).startsWith("00-" + TRACE + "-").doesNotContain(SPAN);
            String callSpan = sent.split("-", -1)[2];
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(collector.received())
                            .contains("POST /v2/agent/{projectId}/job")
                            .contains(OtlpReceiver.bytesOf(TRACE))
                            .contains(OtlpReceiver.bytesOf(SPAN))
                            .contains(OtlpReceiver.bytesOf(callSpan)));
            assertThat(collector.received()).doesNotContain(PROMPT).doesNotContain(KEY);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> !deadLetters.records().isEmpty());
            deadLetters
                    .records()
                    .getFirst()
                    .headers()
                    .forEach(header -> assertThat(new String(header.value(), StandardCharsets.ISO_8859_1))
                            .doesNotContain(PROMPT)
                            .doesNotContain(KEY));
        }
    }
}
