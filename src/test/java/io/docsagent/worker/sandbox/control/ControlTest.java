package io.docsagent.worker.sandbox.control;

import static io.docsagent.worker.sandbox.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.sandbox.Client;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlTest {

    private final Sandbox sandbox = Sandbox.start(SandboxSettings.of("control.enabled=true"));
    private final Client client = new Client(sandbox);

    @AfterEach
    void stop() {
        client.close();
        sandbox.close();
    }

    @Test
    void faults_can_be_added_and_removed() throws Exception {
        HttpResponse<String> armed = control("POST", "faults", "{\"fault\":\"answer 503\",\"operations\":[\"get\"]}");
        assertThat(armed.statusCode()).isEqualTo(201);
        assertThat(json(armed).propertyNames()).containsExactly("id", "setting");
        assertThat(client.get("docs", "j").statusCode()).isEqualTo(503);
        assertThat(client.create("docs", "p").statusCode()).isEqualTo(201);
        assertThat(json(control("GET", "faults", ""))
                        .get(0)
                        .path("setting")
                        .path("fault")
                        .stringValue())
                .isEqualTo("answer 503");

        int id = json(armed).path("id").intValue();
        assertThat(control("DELETE", "faults/" + id, "").statusCode()).isEqualTo(204);
        assertThat(client.get("docs", "j").statusCode()).isEqualTo(404);
        assertThat(control("DELETE", "faults/" + id, "").statusCode()).isEqualTo(404);

        control("POST", "faults", "{\"fault\":\"answer 500\"}");
        assertThat(control("DELETE", "faults", "").statusCode()).isEqualTo(204);
        assertThat(client.create("docs", "p").statusCode()).isEqualTo(201);
    }

    @Test
    void one_of_several_equal_faults_is_removed_alone() throws Exception {
        int first = added("{\"fault\":\"answer 503\"}");
        int second = added("{\"fault\":\"answer 503\"}");

        control("DELETE", "faults/" + first, "");
        assertThat(client.create("docs", "p").statusCode()).isEqualTo(503);
        assertThat(json(control("GET", "faults", "")).size()).isEqualTo(1);
        control("DELETE", "faults/" + second, "");
        assertThat(client.create("docs", "p").statusCode()).isEqualTo(201);
    }

    @Test
    void a_fault_that_no_longer_applies_is_not_listed() throws Exception {
        int id = added("{\"fault\":\"answer 503 times 1\"}");
        assertThat(json(control("GET", "faults", "")).size()).isEqualTo(1);

        assertThat(client.create("docs", "p").statusCode()).isEqualTo(503);
        assertThat(json(control("GET", "faults", "")).size()).isZero();
        assertThat(control("DELETE", "faults/" + id, "").statusCode()).isEqualTo(404);
    }

    @Test
    void faults_of_the_settings_stay_when_the_added_ones_are_removed() throws Exception {
        try (Sandbox faulty = Sandbox.start(SandboxSettings.of("control.enabled=true", "faults[0].fault=answer 502"));
                Client other = new Client(faulty)) {
            assertThat(other.send(other.request("/_sandbox/faults").DELETE()).statusCode())
                    .isEqualTo(204);
            assertThat(other.create("docs", "p").statusCode()).isEqualTo(502);
        }
    }

    @Test
    void a_body_that_is_too_large_is_refused_as_such() throws Exception {
        String keys = "\"k\",".repeat(20_000);
        HttpResponse<String> refused = control("PUT", "access", "{\"keys\":[" + keys + "\"k\"]}");
        assertThat(refused.statusCode()).isEqualTo(413);
        assertThat(refused.body()).contains("65536 bytes");
    }

    private int added(String fault) throws Exception {
        return json(control("POST", "faults", fault)).path("id").intValue();
    }

    @Test
    void keys_can_be_limited_to_projects_a_period_and_addresses() throws Exception {
        control("PUT", "access", """
                {"keys": ["all"], "grants": [
                  {"key": "docs-only", "projects": ["docs"]},
                  {"key": "expired", "expiresAt": "2020-01-01T00:00:00Z"},
                  {"key": "valid", "expiresAt": "2999-01-01T00:00:00Z", "addresses": ["127.0.0.0/8"]},
                  {"key": "elsewhere", "addresses": ["10.0.0.0/8", "::2"]}]}""");

        assertThat(status("all", "docs")).isEqualTo(201);
        assertThat(status("docs-only", "docs")).isEqualTo(201);
        assertThat(status("docs-only", "other")).isEqualTo(401);
        assertThat(status("expired", "docs")).isEqualTo(401);
        assertThat(status("valid", "docs")).isEqualTo(201);
        assertThat(status("elsewhere", "docs")).isEqualTo(401);
        assertThat(status("unknown", "docs")).isEqualTo(401);

        control("PUT", "access", "{\"addresses\": [\"10.1.2.3\"]}");
        assertThat(status("all", "docs")).isEqualTo(403);
    }

    @Test
    void the_status_for_a_wrong_key_can_be_changed() throws Exception {
        control("PUT", "access", "{\"keys\": [\"right\"], \"wrongKeyStatus\": 403}");
        assertThat(status("right", "docs")).isEqualTo(201);
        assertThat(status("wrong", "docs")).isEqualTo(403);

        control("PUT", "access", "{\"keys\": [\"right\"]}");
        assertThat(status("wrong", "docs")).isEqualTo(401);
    }

    @Test
    void limits_can_be_changed() throws Exception {
        client.create("docs", "p");
        control(
                "PUT",
                "quota",
                "{\"capacity\": 1, \"period\": \"1h\", \"limiter\": \"token-bucket\", \"retryAfter\": \"absent\"}");

        assertThat(client.create("docs", "p").statusCode()).isEqualTo(201);
        HttpResponse<String> refused = client.create("docs", "p");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            POST   | faults      | {"fault":"explode"}        | 400
            POST   | faults      | [1]                        | 400
            POST   | faults      | {"fault"                   | 400
            PUT    | quota       | {"capacity":0}             | 400
            PUT    | quota       | {"capacty":5}              | 400
            PUT    | access      | {"addresses":["here"]}     | 400
            PUT    | access      | {"wrongKeyStatus":302}     | 400
            DELETE | faults/x    |                            | 400
            GET    | elsewhere   |                            | 404
            """)
    void an_unreadable_request_changes_nothing(String method, String path, String body, int status) throws Exception {
        assertThat(control(method, path, body == null ? "" : body).statusCode()).isEqualTo(status);
        assertThat(client.create("docs", "p").statusCode()).isEqualTo(201);
    }

    @Test
    void pages_of_other_sites_cannot_use_it() throws Exception {
        HttpRequest.Builder asForm = HttpRequest.newBuilder(URI.create(sandbox.baseUrl() + "/_sandbox/faults"))
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("{\"fault\":\"drop\"}"));
        assertThat(client.send(asForm).statusCode()).isEqualTo(415);
        HttpRequest.Builder fromPage = client.request("/_sandbox/faults")
                .header("Origin", "https://evil.example")
                .DELETE();
        assertThat(client.send(fromPage).statusCode()).isEqualTo(403);
        assertThat(rawGet("/_sandbox/faults", "evil.example")).startsWith("HTTP/1.1 403");
        assertThat(rawGet("/_sandbox/faults", "localhost:1")).startsWith("HTTP/1.1 200");
    }

    /** The JDK's client does not allow another Host header. */
    private String rawGet(String path, String host) throws Exception {
        URI base = URI.create(sandbox.baseUrl());
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write("GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                    .formatted(path, host)
                    .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private int status(String key, String project) throws Exception {
        return client.withAuthorization("Bearer " + key).create(project, "p").statusCode();
    }

    private HttpResponse<String> control(String method, String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(sandbox.baseUrl() + "/_sandbox/" + path));
        return client.send(
                body.isEmpty()
                        ? request.method(method, BodyPublishers.noBody())
                        : request.header("Content-Type", "application/json")
                                .method(method, BodyPublishers.ofString(body)));
    }
}
