package io.docsagent.worker.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Ports;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The image, as .ci/image has built it, run with everything taken away that it does not need. */
@EnabledIfEnvironmentVariable(named = "IMAGE", matches = ".+", disabledReason = "skipped: no IMAGE; see .ci/image")
class ImageTest {

    private static final String IMAGE = System.getenv().getOrDefault("IMAGE", "");

    private static final String SANDBOX = "docs-agent-sandbox:local";

    private final List<String> containers = new ArrayList<>();
    private final EmbeddedBroker broker = new EmbeddedBroker();

    @AfterEach
    void remove() throws Exception {
        for (String container : containers) {
            Docker.run("rm", "-f", container);
        }
    }

    @Test
    void it_turns_commands_into_pull_requests_without_root_capabilities_or_a_writable_disk() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1s"))) {
            String container = run(Map.of(
                    "SPRING_KAFKA_BOOTSTRAP_SERVERS",
                    broker.bootstrapServers(),
                    "SPRING_KAFKA_STREAMS_APPLICATION_ID",
                    "image-" + UUID.randomUUID(),
                    "DOCS_AGENT_API_BASE_URL",
                    sandbox.baseUrl().toString(),
                    "DOCS_AGENT_API_KEY",
                    "any",
                    "DOCS_AGENT_TOPICS_PARTITIONS",
                    "3",
                    "MANAGEMENT_SERVER_PORT",
                    Integer.toString(Ports.free()),
                    // A JVM that cannot use the image's cache does not start. The build tries the image's own
                    // collector.
                    "JDK_JAVA_OPTIONS",
                    "-XX:+UseG1GC -XX:AOTMode=on"));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> Docker.run("logs", container), log -> log.contains("Consuming calls from partitions"));
            publish("{\"type\":\"create\",\"projectId\":\"docs\",\"prompt\":\"Write the quickstart\"}");

            assertThat(completed()).contains("\"prLink\":\"http");
            assertThat(Docker.run("exec", container, "id", "-u").strip()).isEqualTo("10001");
            assertThat(Docker.run("exec", container, "sh", "-c", "touch /app/x 2>&1 || true"))
                    .contains("Read-only");
            assertThat(Docker.run("exec", container, "grep", "CapEff", "/proc/1/status"))
                    .contains("0000000000000000");
            assertThat(Docker.run("logs", container)).doesNotContain("WARNING:", "ERROR");
        }
    }

    @Test
    void the_sandboxes_volume_is_mounted_on_a_folder_of_its_user() throws Exception {
        assertThat(Docker.run("run", "--rm", "--entrypoint", "stat", SANDBOX, "-c", "%u:%g %a", "/data")
                        .strip())
                .isEqualTo("10001:10001 700");
    }

    private String run(Map<String, String> environment) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "run",
                "-d",
                "--network",
                "host",
                "--read-only",
                "--tmpfs",
                "/tmp:exec",
                "--cap-drop",
                "ALL",
                "--security-opt",
                "no-new-privileges",
                "--memory",
                "1g"));
        environment.forEach((name, value) -> command.addAll(List.of("-e", name + "=" + value)));
        command.add(IMAGE);
        String container = Docker.run(command.toArray(String[]::new)).strip();
        containers.add(container);
        return container;
    }

    private void publish(String command) {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            var unused = producer.send(new ProducerRecord<>("docs-agent.requests", "docs", command));
        }
    }

    private String completed() {
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of(
                        "bootstrap.servers", broker.bootstrapServers(),
                        "group.id", "image-test",
                        "auto.offset.reset", "earliest",
                        "isolation.level", "read_committed"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.subscribe(List.of("docs-agent.job-status"));
            List<String> events = new ArrayList<>();
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(event -> events.add(event.value()));
                return events.stream().anyMatch(event -> event.contains("job.completed"));
            });
            return events.getLast();
        }
    }
}
