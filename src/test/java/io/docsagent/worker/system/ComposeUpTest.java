package io.docsagent.worker.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.client.DocsAgentClient;
import io.docsagent.worker.client.Ended;
import io.docsagent.worker.client.NewCommand;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import tools.jackson.databind.json.JsonMapper;

/** docker-compose.yml as a newcomer starts it, all of it but Grafana. */
@EnabledIfEnvironmentVariable(named = "COMPOSE", matches = ".+", disabledReason = "skipped: no COMPOSE; see .ci/image")
class ComposeUpTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    /** Not the file's own name: its volumes are deleted, and a developer may have a stack with data. */
    private static final String PROJECT = "docs-agent-ci";

    @BeforeEach
    void up() throws Exception {
        compose(
                "--profile",
                "observability",
                "up",
                "--no-build",
                "--detach",
                "--wait",
                "--scale",
                "worker=2",
                "prometheus",
                "worker");
    }

    @AfterEach
    void down() throws Exception {
        compose("--profile", "observability", "down", "--volumes");
    }

    @Test
    void commands_from_the_host_end_as_pull_requests_killed_workers_come_back_and_prometheus_sees_them()
            throws Exception {
        try (DocsAgentClient client = DocsAgentClient.of(ClientSettings.of("localhost:9092"))) {
            assertThat(ask(client, "before").prLink()).startsWith("http://127.0.0.1:8080/");

            List<String> workers = compose("ps", "--quiet", "worker").lines().toList();
            assertThat(workers).hasSize(2);
            for (String worker : workers) {
                kill(worker);
            }
            assertThat(ask(client, "after").prLink()).startsWith("http://127.0.0.1:8080/");
            assertThat(workers)
                    .allSatisfy(worker ->
                            assertThat(inspect(worker, "{{.RestartCount}}")).isEqualTo("1"));
        }
        Awaitility.await("both workers are scraped")
                .atMost(Duration.ofMinutes(1))
                .until(() -> upInPrometheus().equals("2"));
    }

    private static Ended ask(DocsAgentClient client, String commandId) {
        return client.ask(
                        NewCommand.create("docs", commandId, "Write the quickstart"),
                        Duration.ofMinutes(2),
                        change -> {})
                .join();
    }

    /** As the kernel kills what is out of memory; what Docker kills, it does not start again. */
    private static void kill(String container) throws IOException, InterruptedException {
        long pid = Long.parseLong(inspect(container, "{{.State.Pid}}"));
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
    }

    private static String inspect(String container, String format) throws IOException, InterruptedException {
        return Docker.run("inspect", "--format", format, container).strip();
    }

    private static String upInPrometheus() throws IOException, InterruptedException {
        URI query = URI.create("http://127.0.0.1:9090/api/v1/query?query=sum(up)");
        try (HttpClient http = HttpClient.newHttpClient()) {
            String answer = http.send(HttpRequest.newBuilder(query).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
            return JSON.readTree(answer).at("/data/result/0/value/1").asString("none");
        }
    }

    private static String compose(String... arguments) throws IOException, InterruptedException {
        return Docker.run(Stream.concat(Stream.of("compose", "--project-name", PROJECT), Stream.of(arguments))
                .toArray(String[]::new));
    }
}
