package io.docsagent.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every operation, error and limit of the service, through a client that is built from its OpenAPI document. */
class ServiceContractTest {

    private static final String PROMPT = "{\"prompt\":\"Add a page about rate limits\"}";
    private static final Map<String, String> DOCS = Map.of("projectId", "docs");

    @ParameterizedTest
    @ValueSource(strings = {"noop", "writer"})
    void a_job_is_created_followed_up_and_shown(String agent) throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("agent.kind=" + agent, "jobs.takes=0s"));
                OpenApiClient client = new OpenApiClient(sandbox.baseUrl())) {
            OpenApiClient.Reply created = client.call("createJob", DOCS, "key", PROMPT);
            assertThat(created.status()).isEqualTo(201);
            Map<String, String> job =
                    Map.of("projectId", "docs", "id", created.body().path("id").stringValue());

            JsonNode ended = ended(client, job);
            assertThat(ended.path("status").stringValue()).isEqualTo("completed");
            assertThat(ended.path("prLink").isString()).isTrue();
            assertThat(client.call("sendMessage", job, "key", "{\"prompt\":\"Add an example\"}")
                            .status())
                    .isEqualTo(200);
            assertThat(ended(client, job).path("prLink")).isEqualTo(ended.path("prLink"));
        }
    }

    private static JsonNode ended(OpenApiClient client, Map<String, String> job) {
        return Awaitility.await()
                .until(
                        () -> client.call("getJob", job, "key", null).body(),
                        shown -> !shown.path("status").stringValue().equals("active"));
    }

    /** Every documented status; the settings decide between 401 and 403. */
    @Test
    void every_error_is_as_documented() throws Exception {
        try (Sandbox sandbox =
                        Sandbox.start(SandboxSettings.of("access.keys=key", "http.max-body=1KB", "quota.capacity=7"));
                OpenApiClient client = new OpenApiClient(sandbox.baseUrl())) {
            String id = client.call("createJob", DOCS, "key", PROMPT)
                    .body()
                    .path("id")
                    .stringValue();
            Map<String, String> job = Map.of("projectId", "docs", "id", id);
            Map<String, String> none = Map.of("projectId", "docs", "id", "none");
            String large = "{\"prompt\":\"" + "x".repeat(2000) + "\"}";

            for (String post : new String[] {"createJob", "sendMessage"}) {
                TreeSet<String> seen = new TreeSet<>();
                seen.add(status(client.call(post, job, null, PROMPT)));
                seen.add(status(client.call(post, job, "key", "{}")));
                seen.add(status(client.call(post, job, "key", large)));
                if (post.equals("sendMessage")) {
                    seen.add(status(client.call(post, none, "key", PROMPT)));
                    seen.add(status(client.call(post, job, "key", PROMPT)));
                    OpenApiClient.Reply refused = client.call(post, job, "key", PROMPT);
                    seen.add(status(refused));
                    assertThat(refused.http().headers().firstValue("Retry-After"))
                            .isPresent();
                    assertThat(seen).containsExactly("200", "400", "401", "404", "413", "429");
                } else {
                    assertThat(seen).containsExactly("400", "401", "413");
                }
            }
            assertThat(client.call("createJob", DOCS, "key", PROMPT).status()).isEqualTo(429);
            assertThat(client.call("getJob", job, "key", null).status()).isEqualTo(200);
            assertThat(client.call("getJob", none, "key", null).status()).isEqualTo(404);
            assertThat(client.call("getJob", job, "other", null).status()).isEqualTo(401);
        }
    }

    @Test
    void a_forbidden_key_and_too_many_projects_are_as_documented() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of(
                        "agent.kind=writer",
                        "repositories.max-projects=1",
                        "access.keys=key",
                        "access.wrong-key-status=403"));
                OpenApiClient client = new OpenApiClient(sandbox.baseUrl())) {
            Map<String, String> job = Map.of("projectId", "docs", "id", "none");
            for (String operation : new String[] {"createJob", "sendMessage", "getJob"}) {
                String body = operation.equals("getJob") ? null : PROMPT;
                assertThat(client.call(operation, job, "other", body).status()).isEqualTo(403);
                assertThat(client.documentedStatuses(operation)).contains("401", "403", "404");
            }
            assertThat(client.call("createJob", DOCS, "key", PROMPT).status()).isEqualTo(201);
            assertThat(client.call("createJob", Map.of("projectId", "one-more"), "key", PROMPT)
                            .status())
                    .isEqualTo(404);
        }
    }

    @Test
    void the_document_is_served_as_it_is_published() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of());
                OpenApiClient client = new OpenApiClient(sandbox.baseUrl())) {
            Object published = new Yaml().load(Files.readString(Path.of("schemas/agent-job-service.openapi.yaml")));
            assertThat(client.document()).isEqualTo(JsonMapper.shared().valueToTree(published));
            assertThat(client.document().path("openapi").stringValue()).isEqualTo("3.1.0");
        }
    }

    private static String status(OpenApiClient.Reply reply) {
        return Integer.toString(reply.status());
    }
}
