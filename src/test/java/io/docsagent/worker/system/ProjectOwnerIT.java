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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whoever asks about a project need not know which instance owns it. */
class ProjectOwnerIT {

    private static final int PROJECTS = 12;

    private static final String TOKEN = "0123456789abcdef";

    private final HttpClient http = HttpClient.newHttpClient();

    /** They ask each other with the token that they require. */
    @Test
    void every_instance_answers_for_every_project(@TempDir Path folder) throws Exception {
        Path token = Files.writeString(folder.resolve("token"), TOKEN);
        Broker broker = new EmbeddedBroker();
        String prefix = RunningWorker.newPrefix();
        int one = Ports.free();
        int other = Ports.free();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1h"));
                RunningWorker first = RunningWorker.start(broker, sandbox, prefix, at(one, token));
                RunningWorker second = RunningWorker.start(broker, sandbox, prefix, at(other, token));
                Publisher publisher = new Publisher(first);
                Subscriber events = new Subscriber(second, "job-status")) {
            for (int i = 0; i < PROJECTS; i++) {
                publisher.create("p" + i, "c" + i, "Write page " + i);
            }
            events.awaitCount(PROJECTS, type("job.active"));

            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                int owned = get(one, "/actuator/projects").get("total").asInt();
                assertThat(owned).as("both own some").isBetween(1, PROJECTS - 1);
                for (int i = 0; i < PROJECTS; i++) {
                    for (int port : new int[] {one, other}) {
                        JsonNode project = get(port, "/actuator/projects/p" + i);
                        assertThat(project.at("/project/projectId").asString(""))
                                .isEqualTo("p" + i);
                        JsonNode command = get(port, "/actuator/projects/p" + i + "/commands/c" + i);
                        assertThat(command.path("state").asString("")).isEqualTo("accepted");
                    }
                }
                for (int port : new int[] {one, other}) {
                    JsonNode all = get(port, "/actuator/projects?all=true");
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
                            .contains("127.0.0.1:" + one, "127.0.0.1:" + other);
                }
            });
            assertThat(get(one, "/actuator/projects/nobody").get("note").asString())
                    .contains("does not own project nobody");
            assertThat(get(one, "/actuator/projects/p1/commands/nothing")
                            .get("note")
                            .asString())
                    .contains("no command nothing");
        }
    }

    private static String[] at(int port, Path token) {
        return new String[] {
            "management.server.port=" + port,
            "server.port=" + port,
            "spring.kafka.streams.properties.application.server=127.0.0.1:" + port,
            "docs-agent.management.token-file=" + token
        };
    }

    private JsonNode get(int port, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Bearer " + TOKEN)
                .build();
        return JsonMapper.shared()
                .readTree(
                        http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
}
