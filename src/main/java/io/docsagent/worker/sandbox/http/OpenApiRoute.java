package io.docsagent.worker.sandbox.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.core.io.ClassPathResource;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** Serves the OpenAPI document of {@code schemas/}. */
public final class OpenApiRoute implements Route {

    private static final String FILE = "/schemas/agent-job-service.openapi.yaml";

    private final HttpAnswer document = new HttpAnswer(200, Map.of("Content-Type", "application/yaml"), read());

    @Override
    public boolean isFor(List<String> path) {
        return path.equals(List.of("openapi.yaml"));
    }

    @Override
    public Publisher<Void> answer(List<String> path, HttpServerRequest request, HttpServerResponse response) {
        return BoundedBody.read(request, 0).flatMap(unread -> document.send(response));
    }

    private static String read() {
        try {
            return new ClassPathResource(FILE, OpenApiRoute.class).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
