package io.docsagent.worker.sandbox.service;

import static io.docsagent.worker.sandbox.Client.id;
import static io.docsagent.worker.sandbox.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.clock.SettableClock;
import io.docsagent.worker.sandbox.Client;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.api.ServiceOperation;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class OperationsTest {

    private final SettableClock clock = new SettableClock(SettableClock.NOON);
    private final Sandbox sandbox = Sandbox.start(SandboxSettings.of("http.max-body=2KB"), clock);
    private final Client client = new Client(sandbox);

    @AfterEach
    void stop() {
        sandbox.close();
        client.close();
    }

    @Test
    void a_create_answers_an_active_job_with_every_field() throws Exception {
        HttpResponse<String> answer = client.create("docs", "Describe the option");

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        JsonNode job = json(answer);
        assertThat(job.propertyNames())
                .containsExactly("id", "status", "source", "model", "prLink", "createdAt", "archivedAt");
        assertThat(job.path("source").propertyNames()).containsExactly("repository", "ref");
        assertThat(job.path("id").stringValue()).matches("[a-z0-9_]+");
        assertThat(job.path("status").stringValue()).isEqualTo("active");
        assertThat(job.path("prLink").isNull()).isTrue();
        assertThat(job.path("createdAt").stringValue()).isEqualTo("2026-03-02T12:00:00Z");
        assertThat(job.path("archivedAt").isNull()).isTrue();
    }

    @Test
    void a_get_shows_the_job_until_its_end() throws Exception {
        String id = id(client.create("docs", "Describe the option"));

        clock.advance(Duration.ofMillis(4_999));
        assertThat(json(client.get("docs", id)).path("status").stringValue()).isEqualTo("active");
        clock.advance(Duration.ofMillis(1));
        HttpResponse<String> answer = client.get("docs", id);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(json(answer).path("status").stringValue()).isEqualTo("completed");
        assertThat(json(answer).path("prLink").stringValue()).isEqualTo("https://git.example/docs/pull/1");
    }

    @Test
    void a_message_makes_a_job_active_again_and_keeps_its_link() throws Exception {
        String id = id(client.create("docs", "Describe the option"));
        clock.advance(Duration.ofSeconds(5));

        HttpResponse<String> answer = client.message("docs", id, "Shorter");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(id(answer)).isEqualTo(id);
        assertThat(json(answer).path("status").stringValue()).isEqualTo("active");
        assertThat(json(answer).path("prLink").stringValue()).isEqualTo("https://git.example/docs/pull/1");
        clock.advance(Duration.ofSeconds(5));
        JsonNode ended = json(client.get("docs", id));
        assertThat(ended.path("status").stringValue()).isEqualTo("completed");
        assertThat(ended.path("prLink").stringValue()).isEqualTo("https://git.example/docs/pull/1");
    }

    @Test
    void a_job_is_unknown_to_other_projects() throws Exception {
        String id = id(client.create("docs", "Describe the option"));

        assertThat(client.get("other", id).statusCode()).isEqualTo(404);
        assertThat(client.message("other", id, "Shorter").statusCode()).isEqualTo(404);
        assertThat(client.message("docs", "job_unknown", "Shorter").statusCode())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{}", "[]", "null", "{\"prompt\":\"\"}", "{\"prompt\":7}", "{\"prompt\":null}", "{\"prom"})
    void a_body_without_a_prompt_is_a_bad_request(String body) throws Exception {
        HttpResponse<String> answer = client.post("/v2/agent/docs/job", body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).path("error").stringValue()).contains("prompt");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/v2/agent/docs",
                "/v2/agent/docs/job/",
                "/v2/agent//job",
                "/v2/agent/docs/extra/job",
                "/v2/agent/docs/jobs",
                "/v2/agent/docs/job/j/message/",
                "/v2/agent/docs/job/j/messages",
                "/v2/agent/%2E%2E/job",
                "/v1/agent/docs/job"
            })
    void a_path_that_is_not_exactly_an_operation_is_not_found(String path) throws Exception {
        HttpResponse<String> answer = client.post(path, "{\"prompt\":\"p\"}");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(json(answer).has("error")).isTrue();
        assertThat(sandbox.journal().entries())
                .extracting(JournalEntry::operation)
                .containsExactly(ServiceOperation.OTHER);
    }

    @Test
    void a_project_id_is_decoded_once() throws Exception {
        client.create("a%20b%2Fc%252F+", "p");

        assertThat(sandbox.journal().entries())
                .extracting(JournalEntry::projectId)
                .containsExactly("a b/c%2F+");
    }

    @Test
    void another_method_is_not_found() throws Exception {
        String id = id(client.create("docs", "p"));

        for (String method : List.of("PUT", "DELETE", "PATCH", "POST")) {
            int status = client.send(
                            client.request("/v2/agent/docs/job/" + id).method(method, BodyPublishers.ofString("{}")))
                    .statusCode();
            assertThat(status).as(method).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer  ", "Basic a2V5", "key-1"})
    void a_request_without_a_bearer_key_is_unauthorized(String authorization) throws Exception {
        HttpResponse<String> answer = client.withAuthorization(authorization).create("docs", "p");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(json(answer).path("error").isString()).isTrue();
        assertThat(client.withAuthorization(authorization).get("docs", "j").statusCode())
                .isEqualTo(401);
    }

    @Test
    void keys_can_expire_and_be_rotated_while_it_runs() throws Exception {
        assertThat(client.create("docs", "any key is let in").statusCode()).isEqualTo(201);

        sandbox.acceptKeys(Set.of("key-2", "key-3"));
        assertThat(client.create("docs", "expired").statusCode()).isEqualTo(401);
        assertThat(client.withAuthorization("bearer key-2")
                        .create("docs", "rotated")
                        .statusCode())
                .isEqualTo(201);

        sandbox.acceptKeys(Set.of());
        assertThat(client.create("docs", "open again").statusCode()).isEqualTo(201);
    }
}
