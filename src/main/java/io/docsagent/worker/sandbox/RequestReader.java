package io.docsagent.worker.sandbox;

import io.netty.handler.codec.http.HttpHeaderNames;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

/** Reads what comes over the wire, and no more of it than the settings allow. */
final class RequestReader {

    private final long maxBody;
    private final List<String> headersToKeep;
    private final PromptFaults promptFaults = new PromptFaults();

    RequestReader(SandboxSettings settings) {
        this.maxBody = settings.http().maxBody().toBytes();
        this.headersToKeep = settings.journal().headers().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .filter(name -> !name.equals("authorization"))
                .toList();
    }

    Mono<Request> read(HttpServerRequest http, Instant arrivedAt) {
        Route route = Route.of(http.method().name(), http.uri());
        String authorization = http.requestHeaders().get(HttpHeaderNames.AUTHORIZATION);
        Map<String, String> headers = headers(http);
        if (!route.operation().isPost()) {
            return Mono.just(new Request(route, arrivedAt, authorization, headers, Prompt.Unusable.MISSING, List.of()));
        }
        return http.receive()
                .asByteArray()
                .reduceWith(Body::new, Body::add)
                .map(Body::prompt)
                .map(prompt -> new Request(
                        route, arrivedAt, authorization, headers, prompt, promptFaults.in(prompt, route.projectId())));
    }

    private Map<String, String> headers(HttpServerRequest http) {
        Map<String, String> kept = new HashMap<>();
        for (String name : headersToKeep) {
            String value = http.requestHeaders().get(name);
            if (value != null) {
                kept.put(name, value);
            }
        }
        return Map.copyOf(kept);
    }

    /** Collects a body; one that is too large is read to its end and dropped, so that the client sees the answer. */
    private final class Body {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean tooLarge;

        Body add(byte[] part) {
            tooLarge |= bytes.size() + part.length > maxBody;
            if (tooLarge) {
                bytes.reset();
            } else {
                bytes.writeBytes(part);
            }
            return this;
        }

        Prompt prompt() {
            return tooLarge ? Prompt.Unusable.TOO_LARGE : Prompt.read(bytes.toByteArray());
        }
    }
}
