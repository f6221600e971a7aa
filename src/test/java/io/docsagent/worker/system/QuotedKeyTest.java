package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.of;
import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.CapturesOutput;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;

/** A service that quotes keys, old and new, tells them to nobody but the worker. */
@CapturesOutput
@Isolated("its log level is the whole JVM's")
class QuotedKeyTest {

    private static final String OLD = "sk-live-old-0123456789";
    private static final String NEW = "sk-live-new-9876543210";

    /** Of either key, whether as it is or in Base64 behind "Bearer ". */
    private static final String[] TRACES = {"0123456789", "9876543210", "sk-live", "sk%2Dlive", "c2stbGl2ZS", "stbGl2"};

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void neither_kafka_nor_the_log_nor_the_management_port_nor_a_span_shows_a_key(
            CapturedOutput output, @TempDir Path folder) throws Exception {
        Path key = Files.writeString(folder.resolve("key"), OLD);
        try (OtlpReceiver collector = new OtlpReceiver();
                QuotingService service = new QuotingService(List.of(OLD, NEW));
                RunningWorker worker = RunningWorker.start(
                        new EmbeddedBroker(),
                        service.baseUrl(),
                        "docs-agent.api.key-file=" + key,
                        "docs-agent.api.key-refresh=100ms",
                        "docs-agent.tracing.endpoint=" + collector.endpoint(),
                        "logging.level.reactor.netty=debug",
                        "logging.level.io.docsagent=debug");
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            Files.writeString(key, NEW);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> output.getOut().contains("The API key was written to its file"));
            for (String project : List.of("refused", "broken", "held", "docs")) {
                publisher.create(project, "c1", "Write the quickstart");
            }
            publisher.publish("no command");

            assertThat(events.await(type("command.rejected").and(of("refused")))
                            .at("/reason/message")
                            .asString())
                    .startsWith("You sent authorization: Bearer [redacted], ");
            events.await(type("command.unknown").and(of("broken")));
            events.await(type("project.held").and(of("held")));
            var completed = events.await(type("job.completed").and(of("docs")));
            assertThat(completed.get("prLink").asString()).isEqualTo("https://git.example/?token=[redacted]");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> collector.received().contains("POST /v2/agent"));

            assertThat(everythingInKafka(worker)).contains("job.completed").doesNotContain(TRACES);
            for (String path : List.of("health", "info", "prometheus", "projects", "projects/held", "projects/docs")) {
                assertThat(get(worker, path)).as(path).doesNotContain(TRACES);
            }
            assertThat(collector.received()).doesNotContain(TRACES);
        }
        assertThat(output.getAll()).contains("project.held").doesNotContain(TRACES);
    }

    /** Of all topics, the internal ones and the changelogs among them, with what was aborted. */
    private static String everythingInKafka(RunningWorker worker) {
        StringBuilder all = new StringBuilder();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", worker.broker().bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.listTopics().entrySet().stream()
                    .filter(topic -> topic.getKey().startsWith(worker.prefix()))
                    .flatMap(topic -> topic.getValue().stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> append(all, record));
            }
        }
        return all.toString();
    }

    private static void append(StringBuilder all, ConsumerRecord<byte[], byte[]> record) {
        for (byte[] bytes : new byte[][] {record.key(), record.value()}) {
            all.append(bytes == null ? "" : new String(bytes, StandardCharsets.ISO_8859_1));
        }
        record.headers().forEach(header -> all.append(new String(header.value(), StandardCharsets.ISO_8859_1)));
        all.append('\n');
    }

    private String get(RunningWorker worker, String path) throws IOException, InterruptedException {
        String port = worker.context().getEnvironment().getProperty("local.management.port");
        URI address = URI.create("http://127.0.0.1:" + port + "/actuator/" + path);
        return http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
