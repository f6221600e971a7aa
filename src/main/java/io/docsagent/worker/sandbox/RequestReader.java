package io.docsagent.worker.sandbox;

import io.netty.handler.codec.http.HttpHeaderNames;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
            return Mono.just(new Request(
                    route, arrivedAt, from(http), authorization, headers, Prompt.Unusable.MISSING, List.of()));
        }
        InetAddress from = from(http);
        return BoundedBody.read(http, maxBody).map(RequestReader::prompt).map(prompt -> {
            List<ArmedFault> faults = promptFaults.in(prompt, route.projectId());
            return new Request(route, arrivedAt, from, authorization, headers, prompt, faults);
        });
    }

    private static @Nullable InetAddress from(HttpServerRequest http) {
        InetSocketAddress remote = http.remoteAddress();
        return remote == null ? null : remote.getAddress();
    }

    private static Prompt prompt(BoundedBody body) {
        byte[] bytes = body.bytes();
        return bytes == null ? Prompt.Unusable.TOO_LARGE : Prompt.read(bytes);
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
}
