package io.docsagent.worker.sandbox;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An HTTP client of the service that is independent of the worker's. */
public final class Client implements AutoCloseable {

    /** Long enough for a slow machine; only requests that hang on purpose use less. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final HttpClient http;
    private final Sandbox sandbox;
    private final String authorization;
    private final Duration timeout;

    public Client(Sandbox sandbox) {
        this(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), sandbox, "Bearer key-1", TIMEOUT);
    }

    private Client(HttpClient http, Sandbox sandbox, String authorization, Duration timeout) {
        this.http = http;
        this.sandbox = sandbox;
        this.authorization = authorization;
        this.timeout = timeout;
    }

    /** The same client with another Authorization header, or with none if that is empty. */
    public Client withAuthorization(String otherAuthorization) {
        return new Client(http, sandbox, otherAuthorization, timeout);
    }

    public Client withTimeout(Duration atMost) {
        return new Client(http, sandbox, authorization, atMost);
    }

    public HttpResponse<String> create(String projectId, String prompt) throws IOException, InterruptedException {
        return post("/v2/agent/" + projectId + "/job", body(prompt));
    }

    public HttpResponse<String> message(String projectId, String jobId, String prompt)
            throws IOException, InterruptedException {
        return post("/v2/agent/" + projectId + "/job/" + jobId + "/message", body(prompt));
    }

    public HttpResponse<String> get(String projectId, String jobId) throws IOException, InterruptedException {
        return send(request("/v2/agent/" + projectId + "/job/" + jobId).GET());
    }

    public HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    }

    /** Where no answer comes in time, the failure tells what the sandbox's threads were doing. */
    public HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        try {
            return http.send(request.timeout(timeout).build(), BodyHandlers.ofString());
        } catch (HttpTimeoutException e) {
            Thread.getAllStackTraces().forEach((thread, stack) -> {
                if (thread.getName().startsWith("sandbox")) {
                    Throwable doing = new IllegalStateException(thread.getName() + " was " + thread.getState());
                    doing.setStackTrace(stack);
                    e.addSuppressed(doing);
                }
            });
            throw e;
        }
    }

    public HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(sandbox.baseUrl() + path));
        return authorization.isEmpty() ? request : request.header("Authorization", authorization);
    }

    public static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    public static String id(HttpResponse<String> response) {
        return json(response).path("id").stringValue();
    }

    private static String body(String prompt) {
        return JsonMapper.shared().writeValueAsString(Map.of("prompt", prompt));
    }

    @Override
    public void close() {
        http.close();
    }
}
