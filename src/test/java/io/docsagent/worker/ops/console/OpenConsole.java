package io.docsagent.worker.ops.console;

import io.docsagent.worker.ops.port.PortToken;
import io.docsagent.worker.ops.projects.Estimates;
import io.docsagent.worker.ops.projects.FakeProjects;
import io.docsagent.worker.ops.projects.OtherInstances;
import io.docsagent.worker.ops.projects.ProjectsEndpoint;
import io.docsagent.worker.settings.ManagementSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A console over real connections, before projects as a test says them. */
final class OpenConsole implements AutoCloseable {

    static final int MAX_REQUESTS = 4;

    private final HttpClient http = HttpClient.newHttpClient();
    final MeterRegistry meters = new SimpleMeterRegistry();

    final ProjectsEndpoint endpoint;

    private final ConsoleServer server;

    /** What the console takes for now. */
    Instant now = FakeProjects.NOW;

    OpenConsole(FakeProjects projects, @Nullable PortToken token) {
        endpoint = new ProjectsEndpoint(
                projects,
                id -> FakeProjects.POLICY,
                new OtherInstances(null, () -> null, null),
                new Estimates(() -> false),
                () -> FakeProjects.NOW);
        server = new ConsoleServer(
                ConsoleServer.address("127.0.0.1", 0),
                new ManagementSettings(null, false, Duration.ofSeconds(20), 256, MAX_REQUESTS),
                new ConsoleAccess(token, MAX_REQUESTS, () -> now),
                new ConsolePages(endpoint, meters, token != null));
        server.start();
    }

    int port() {
        return server.port();
    }

    /** @param headers names and values */
    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send(request(path, headers).GET().build());
    }

    HttpResponse<String> post(String path, String form, String... headers) throws IOException, InterruptedException {
        return send(request(path, headers)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build());
    }

    private HttpRequest.Builder request(String path, String... headers) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path));
        return headers.length == 0 ? request : request.headers(headers);
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        http.close();
        server.close();
    }
}
