package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Ports;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whoever asks about a project need not know which instance owns it. */
class ProjectOwnerIT {

    private static final int PROJECTS = 12;

    private static final String TOKEN = "0123456789abcdef";

    /** Of a project on the page of all: its address, its numbers, when its uses return, and the operator who holds it. */
    private static final Pattern SHOWN = Pattern.compile("href=\"/projects/[^\"]+|<dt>[^<]+</dt><dd>[^<]+"
            + "|<li><time datetime=\"[^\"]+|Held by an operator: <bdi>[^<]+");

    private final HttpClient http = HttpClient.newHttpClient();

    /** Its ports. */
    private record Instance(int management, int console) {

        static Instance create() {
            return new Instance(Ports.free(), Ports.free());
        }

        String address() {
            return "127.0.0.1:" + management;
        }

        String[] settings(Path token) {
            return new String[] {
                "management.server.port=" + management,
                "server.port=" + management,
                "docs-agent.console.port=" + console,
                "spring.kafka.streams.properties.application.server=" + address(),
                "docs-agent.management.token-file=" + token
            };
        }
    }

    /** They ask each other with the token that they require. */
    @Test
    void every_instance_answers_for_every_project(@TempDir Path folder) throws Exception {
        Path token = Files.writeString(folder.resolve("token"), TOKEN);
        Broker broker = new EmbeddedBroker();
        String prefix = RunningWorker.newPrefix();
        Instance one = Instance.create();
        Instance other = Instance.create();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1h"));
                RunningWorker first = RunningWorker.start(broker, sandbox, prefix, one.settings(token));
                RunningWorker second = RunningWorker.start(broker, sandbox, prefix, other.settings(token));
                Publisher publisher = new Publisher(first);
                Publisher operator = new Publisher(first, "operations");
                Subscriber events = new Subscriber(second, "job-status")) {
            for (int i = 0; i < PROJECTS; i++) {
                publisher.create("p" + i, "c" + i, "Write page " + i);
            }
            events.awaitCount(PROJECTS, type("job.active"));
            operator.publish("{\"operation\":\"hold\",\"operationId\":\"op-1\",\"by\":\"anna\","
                    + "\"projectId\":\"p0\",\"reason\":\"the repository is being moved\"}");
            events.await(type("operation.done"));

            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                int owned = get(one, "/actuator/projects").get("total").asInt();
                assertThat(owned).as("both own some").isBetween(1, PROJECTS - 1);
                for (int i = 0; i < PROJECTS; i++) {
                    for (Instance asked : List.of(one, other)) {
                        JsonNode project = get(asked, "/actuator/projects/p" + i);
                        assertThat(project.at("/project/projectId").asString(""))
                                .isEqualTo("p" + i);
                        JsonNode command = get(asked, "/actuator/projects/p" + i + "/commands/c" + i);
                        assertThat(command.path("state").asString("")).isEqualTo("accepted");
                        assertThat(page(asked, "/projects/p" + i))
                                .contains("<h1><bdi>p" + i + "</bdi></h1>", "Jobs (1)")
                                .contains("Owned by the instance at <bdi>"
                                        + project.at("/project/owner").asString("") + "</bdi>");
                    }
                }
                for (Instance asked : List.of(one, other)) {
                    JsonNode all = get(asked, "/actuator/projects?all=true");
                    assertThat(all.get("total").asInt()).isEqualTo(PROJECTS);
                    assertThat(all.get("unreachable")).isEmpty();
                    assertThat(all.get("projects")
                                    .valueStream()
                                    .map(project -> project.get("projectId").asString())
                                    .distinct())
                            .hasSize(PROJECTS);
                    assertThat(all.get("projects")
                                    .valueStream()
                                    .map(project -> project.get("owner").asString()))
                            .contains(one.address(), other.address());
                }
                List<String> shown = shown(page(one, "/"));
                assertThat(shown(page(other, "/"))).isEqualTo(shown);
                assertThat(shown)
                        .containsOnlyOnce("Held by an operator: <bdi>anna: the repository is being moved")
                        .filteredOn(text -> text.equals("<dt>uses left</dt><dd>99 of 100"))
                        .hasSize(PROJECTS);
            });
            assertThat(get(one, "/actuator/projects/nobody").get("note").asString())
                    .contains("does not own or know project nobody");
            assertThat(get(one, "/actuator/projects/p1/commands/nothing")
                            .get("note")
                            .asString())
                    .contains("no known command nothing");
        }
    }

    private static List<String> shown(String page) {
        return SHOWN.matcher(page).results().map(MatchResult::group).toList();
    }

    private JsonNode get(Instance asked, String path) throws IOException, InterruptedException {
        return JsonMapper.shared().readTree(get(asked.management, path));
    }

    private String page(Instance asked, String path) throws IOException, InterruptedException {
        return get(asked.console, path);
    }

    private String get(int port, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Bearer " + TOKEN)
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
}
