package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.harness.KafkaCluster;
import io.docsagent.worker.harness.KafkaNode;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A broker whose data is put back to an earlier copy, and the steps of the runbook that follow. */
class RestoredBackupIT {

    /** Longer than a slow machine takes to restore. */
    private static final Duration PERIOD = Duration.ofMinutes(2);

    private static final Duration UNTIL_SENT = Duration.ofSeconds(20);
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void nothing_is_sent_again_and_the_quota_is_kept_as_the_service_counts_it(@TempDir Path home) throws Exception {
        Path data = home.resolve("broker-1").resolve("data");
        Path backup = home.resolve("backup");
        try (KafkaCluster kafka = KafkaCluster.start(home, 1);
                Sandbox sandbox = Sandbox.start(SandboxSettings.of(
                        "jobs.takes=100ms", "quota.capacity=6", "quota.period=" + PERIOD.toSeconds() + "s"));
                RunningWorker worker = RunningWorker.start(
                        kafka,
                        sandbox,
                        "spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                        "docs-agent.quota.capacity=6",
                        "docs-agent.quota.period=" + PERIOD.toSeconds() + "s",
                        "docs-agent.quota.margin=" + MARGIN.toSeconds() + "s")) {
            // Two of the five wait when the backup is taken, and are sent after it.
            publish(worker, null, "c1", "c2", "c3");
            publish(worker, Instant.now().plus(UNTIL_SENT), "c4", "c5");
            endsOf(worker, 3);
            await().until(() -> waiting(worker), waiting -> waiting.containsAll(Set.of("c4", "c5")));
            worker.stop();
            whileStopped(kafka, () -> FileSystemUtils.copyRecursively(data, backup));
            worker.startAgain();
            publish(worker, null, "c6");
            Set<String> ended = endsOf(worker, 6);
            assertThat(ended).containsExactlyInAnyOrder("c1", "c2", "c3", "c4", "c5", "c6");
            Instant lastCall = sandbox.journal().posts("docs").stream()
                    .map(JournalEntry::arrivedAt)
                    .max(Comparator.naturalOrder())
                    .orElseThrow();

            worker.stop();
            whileStopped(kafka, () -> {
                FileSystemUtils.deleteRecursively(data);
                FileSystemUtils.copyRecursively(backup, data);
            });
            Instant spentUntil = lastCall.plus(PERIOD).plus(MARGIN);
            worker.startAgain("docs-agent.dispatch.start-held=restored", "docs-agent.quota.spent-until=" + spentUntil);
            try (Subscriber events = new Subscriber(worker, "job-status")) {
                events.await(type("project.held"));

                Set<String> again = waiting(worker);
                again.retainAll(ended);
                assertThat(again).containsExactlyInAnyOrder("c4", "c5");
                assertThat(sandbox.journal().posts("docs")).hasSize(6);

                again.forEach(commandId -> operate(worker, "cancel", "cancel-" + commandId, commandId));
                again.forEach(
                        commandId -> events.await(type("command.cancelled").and(command(commandId))));
                publish(worker, null, "c7");
                operate(worker, "resume", "resume", null);
                events.await(type("job.completed").and(command("c7")));
            }

            List<JournalEntry> posts = sandbox.journal().posts("docs");
            assertThat(posts)
                    .extracting(JournalEntry::prompt)
                    .containsExactlyInAnyOrder(
                            "Write c1", "Write c2", "Write c3", "Write c4", "Write c5", "Write c6", "Write c7");
            assertThat(posts).extracting(JournalEntry::status).doesNotContain(429);
            assertThat(posts.getLast().arrivedAt()).isAfterOrEqualTo(spentUntil);
        }
    }

    private static void publish(RunningWorker worker, @Nullable Instant notBefore, String... commandIds) {
        String later = notBefore == null ? "" : ",\"notBefore\":\"" + notBefore + "\"";
        try (Publisher publisher = new Publisher(worker)) {
            for (String commandId : commandIds) {
                publisher.publish(
                        "{\"type\":\"create\",\"projectId\":\"docs\",\"commandId\":\"%s\",\"prompt\":\"Write %s\"%s}"
                                .formatted(commandId, commandId, later));
            }
        }
    }

    private static void operate(
            RunningWorker worker, String operation, String operationId, @Nullable String commandId) {
        String of = commandId == null ? "" : ",\"commandId\":\"" + commandId + "\"";
        try (Publisher operator = new Publisher(worker, "operations")) {
            operator.publish("{\"operation\":\"%s\",\"operationId\":\"%s\",\"by\":\"alice\",\"projectId\":\"docs\"%s}"
                    .formatted(operation, operationId, of));
        }
    }

    /** The commands that a subscriber has seen end as a job. */
    private static Set<String> endsOf(RunningWorker worker, int jobs) {
        try (Subscriber events = new Subscriber(worker, "job-status")) {
            return events.awaitCount(jobs, type("job.completed")).stream()
                    .map(event -> event.get("commandId").asString())
                    .collect(Collectors.toSet());
        }
    }

    /** The commands that would be sent once the project is resumed. */
    private Set<String> waiting(RunningWorker worker) {
        return await().atMost(Duration.ofMinutes(1))
                .ignoreExceptions()
                .until(
                        () -> get(worker, "/actuator/projects/docs").get("commands").values().stream()
                                .map(waiting -> waiting.get("commandId").asString())
                                .collect(Collectors.toSet()),
                        commands -> !commands.isEmpty());
    }

    private JsonNode get(RunningWorker worker, String path) throws IOException, InterruptedException {
        String port = worker.context().getEnvironment().getProperty("local.management.port");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        return JsonMapper.shared()
                .readTree(
                        http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    private static void whileStopped(KafkaCluster kafka, Change change) throws IOException {
        KafkaNode broker = kafka.nodes().getFirst();
        broker.process().close();
        change.make();
        broker.start();
        kafka.awaitAll();
    }

    private interface Change {
        void make() throws IOException;
    }
}
