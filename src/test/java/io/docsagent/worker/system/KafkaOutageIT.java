package io.docsagent.worker.system;

import static java.time.temporal.ChronoUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.harness.KafkaCluster;
import io.docsagent.worker.harness.KafkaNode;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.WorkerProcess;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator sees of an outage of Kafka, which Kafka's clients keep to themselves. */
class KafkaOutageIT {

    private static final Duration TO_NOTICE = Duration.ofMinutes(1);

    @Test
    void it_shows_in_readiness_and_in_two_lines_of_the_log(@TempDir Path home) throws IOException {
        try (KafkaCluster kafka = KafkaCluster.start(home, 1);
                Sandbox sandbox = Sandbox.start(SandboxSettings.of());
                WorkerProcess worker = worker(home, kafka, sandbox)) {
            worker.startAndAwait();
            int linesBefore = log(worker).size();
            Instant now = Instant.now();
            assertThat(at(worker, "docs_agent_last_poll_timestamp_seconds")).isCloseTo(now, within(10, SECONDS));
            assertThat(worker.readiness()).contains("\"engine\":{\"lastDid\":\"20");

            KafkaNode broker = kafka.nodes().getFirst();
            broker.process().kill();
            await().atMost(TO_NOTICE).until(() -> !worker.isReady());
            await().atMost(TO_NOTICE).until(() -> log(worker).stream().anyMatch(KafkaOutageIT::begins));
            assertThat(worker.readiness()).contains("\"kafka\":{\"details\":{\"lastPoll\":\"");

            broker.start();
            worker.awaitReady();
            await().atMost(TO_NOTICE).until(() -> log(worker).stream().anyMatch(KafkaOutageIT::ends));

            List<String> said = log(worker).subList(linesBefore, log(worker).size());
            assertThat(said).filteredOn(KafkaOutageIT::begins).hasSize(1);
            assertThat(said).filteredOn(KafkaOutageIT::ends).hasSize(1);
            assertThat(said).as("stack traces").noneMatch(line -> line.startsWith("\tat "));
            assertThat(said).as("lines in all").hasSizeLessThan(10);
        }
    }

    private static Instant at(WorkerProcess worker, String metric) {
        return Instant.ofEpochMilli(Math.round(worker.metric(metric) * 1000));
    }

    private static boolean begins(String line) {
        return line.contains("Kafka does not answer");
    }

    private static boolean ends(String line) {
        return line.contains("Kafka answers again");
    }

    private static WorkerProcess worker(Path home, KafkaCluster kafka, Sandbox sandbox) {
        List<String> settings = new ArrayList<>(RunningWorker.settingsOf("outage", sandbox));
        settings.removeIf(setting -> setting.contains("server.port"));
        settings.add("docs-agent.api.key=" + RunningWorker.KEY);
        // Longer than a poll of the consumer of calls, or its own silence may look like an outage.
        settings.add("docs-agent.health.kafka-silence=6s");
        settings.add("spring.kafka.bootstrap-servers=" + kafka.bootstrapServers());
        return new WorkerProcess(
                "worker", home, settings.stream().map(setting -> "--" + setting).toList());
    }

    private static List<String> log(WorkerProcess worker) {
        try {
            return Files.readAllLines(worker.log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
