package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.harness.CapturesOutput;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Ports;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the management port and the log show of a worker at work, and what they never show. */
@CapturesOutput
@Order(2)
class OperatorsViewTest {

    private static final String PROMPT = "canary-prompt";
    private static final String KEY = "canary-key";
    private static final Path METRICS = Path.of("k8s/components/monitoring/README.md");

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void queue_quota_and_reasons_can_be_read_and_neither_prompt_nor_key(CapturedOutput output) throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=10s"));
                RunningWorker worker = RunningWorker.start(
                        new EmbeddedBroker(), sandbox, "docs-agent.api.key=" + KEY, "docs-agent.quota.capacity=1");
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            for (int i = 0; i < 3; i++) {
                publisher.create("docs", "c" + i, PROMPT);
            }
            publisher.publish("{\"prompt\":\"" + PROMPT + "\"}");
            events.awaitCount(2, type("command.queued"));
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> isReady(worker));

            JsonNode projects = json(worker, "/actuator/projects");
            JsonNode docs = json(worker, "/actuator/projects/docs");
            String metrics = Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(
                            () -> get(worker, "/actuator/prometheus").body(),
                            text -> text.contains("docs_agent_queued_commands{project=\"docs\"} 2.0")
                                    && text.contains("docs_agent_quota_left_tokens{project=\"docs\"} 0.0"));

            assertThat(projects.at("/projects/0/projectId").asString()).isEqualTo("docs");
            assertThat(projects.at("/projects/0/queue/length").asInt()).isEqualTo(2);
            assertThat(projects.at("/projects/0/quota/left").asInt()).isZero();
            assertThat(docs.get("commands")).hasSize(2);
            JsonNode sent = json(worker, "/actuator/projects/docs/commands/c0");
            assertThat(sent.get("state").asString()).isIn("sent", "accepted");
            JsonNode queued = json(worker, "/actuator/projects/docs/commands/c2");
            assertThat(queued.get("state").asString()).isEqualTo("queued");
            assertThat(queued.at("/queue/reason").asString()).isEqualTo("quota");
            assertThat(get(worker, "/actuator/projects/docs/commands/c9"))
                    .matches(answer ->
                            answer.statusCode() == 404 && answer.body().contains("no known command c9"));
            assertThat(get(worker, "/actuator/projects/other/commands/c0"))
                    .matches(answer ->
                            answer.statusCode() == 404 && answer.body().contains("ask the other instances"));
            assertThat(docs.toString()).contains("quota");
            assertThat(metrics).contains("docs_agent_commands_total");
            assertThat(get(worker, "/actuator/health").body() + metrics + projects + docs + sent + queued + output)
                    .doesNotContain(PROMPT)
                    .doesNotContain(KEY);
        }
    }

    @Test
    void the_table_of_metrics_lists_those_that_there_are() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("access.keys=other"));
                RunningWorker worker = RunningWorker.start(
                        new EmbeddedBroker(), sandbox, "docs-agent.publishers.default.max-uses=50");
                Publisher publisher = new Publisher(worker)) {
            // A held project, and a publisher with a budget, show the metrics that exist only then.
            publisher.create("docs", "c1", "Write the quickstart");
            Set<String> listed = names(Files.readString(METRICS), "`(docs_agent_\\w+)`", "$^");

            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(names(
                                    get(worker, "/actuator/prometheus").body(),
                                    "(?m)^# TYPE (docs_agent_\\w+) ",
                                    "(_max)$"))
                            .isEqualTo(listed));
        }
    }

    /** Prometheus lists the maximum of a timer as a metric of its own. */
    private static Set<String> names(String text, String pattern, String leftOut) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .filter(name -> !Pattern.compile(leftOut).matcher(name).find())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void nothing_but_the_listed_endpoints_is_exposed() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of());
                RunningWorker worker = RunningWorker.start(new EmbeddedBroker(), sandbox)) {
            assertThat(json(worker, "/actuator").get("_links").propertyNames())
                    .containsExactlyInAnyOrder(
                            "self",
                            "health",
                            "health-path",
                            "info",
                            "prometheus",
                            "projects",
                            "projects-projectId",
                            "projects-projectId-section-commandId",
                            "sbom",
                            "sbom-id");
            for (String absent : new String[] {"env", "configprops", "heapdump", "loggers", "beans", "shutdown"}) {
                assertThat(get(worker, "/actuator/" + absent).statusCode())
                        .as(absent)
                        .isEqualTo(404);
            }
        }
    }

    @Test
    void the_port_is_open_on_its_address_alone_and_requires_the_token(@TempDir Path folder) throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "canary-management-token");
        int port = Ports.free();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of());
                RunningWorker worker =
                        RunningWorker.start(new EmbeddedBroker(), sandbox, RunningWorker.newPrefix(), new String[] {
                            "management.server.port=" + port,
                            "server.port=" + port,
                            "management.server.address=127.0.0.1",
                            "docs-agent.management.token-file=" + token,
                            "docs-agent.management.timeout=1s"
                        });
                var half = new Socket(InetAddress.getLoopbackAddress(), port)) {
            assertThat(worker.context().isActive()).isTrue();
            assertThat(statusAt(port, "/actuator/health/liveness")).isEqualTo(200);
            assertThat(statusAt(port, "/actuator/projects")).isEqualTo(401);
            assertThat(statusAt(port, "/actuator/prometheus")).isEqualTo(401);
            half.setSoTimeout(60_000);
            assertThat(half.getInputStream().read()).as("closed").isEqualTo(-1);
            assertThatThrownBy(() -> new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 2}), port))
                    .isInstanceOf(ConnectException.class);
        }
    }

    private int statusAt(int port, String path) throws IOException, InterruptedException {
        return http.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private boolean isReady(RunningWorker worker) throws IOException, InterruptedException {
        return get(worker, "/actuator/health/readiness").statusCode() == 200
                && get(worker, "/actuator/health/liveness").statusCode() == 200;
    }

    private JsonNode json(RunningWorker worker, String path) throws IOException, InterruptedException {
        return JsonMapper.shared().readTree(get(worker, path).body());
    }

    private HttpResponse<String> get(RunningWorker worker, String path) throws IOException, InterruptedException {
        String port = worker.context().getEnvironment().getProperty("local.management.port");
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
