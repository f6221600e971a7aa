package io.docsagent.worker.sandbox.service;

import io.docsagent.worker.sandbox.api.Prompt;
import io.docsagent.worker.sandbox.api.RequestTarget;
import io.docsagent.worker.sandbox.http.BoundedBody;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

/** Reads requests, up to the size that the settings allow. */
public final class RequestReader {

    private final long maxBody;
    private final List<String> headersToKeep;
    private final @Nullable String idempotencyHeader;

    public RequestReader(long maxBody, Set<String> headersToKeep, IdempotencySettings idempotency) {
        this.maxBody = maxBody;
        this.headersToKeep = headersToKeep.stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .filter(name -> !name.equals("authorization"))
                .toList();
        this.idempotencyHeader = idempotency.header();
    }

    Mono<ServiceRequest> read(HttpServerRequest http, Instant arrivedAt) {
        RequestTarget target = RequestTarget.of(http.method().name(), http.uri());
        String authorization = http.requestHeaders().get(HttpHeaderNames.AUTHORIZATION);
        String idempotencyKey =
                idempotencyHeader == null ? null : http.requestHeaders().get(idempotencyHeader);
        InetAddress from = from(http);
        Map<String, String> headers = headers(http);
        Mono<Prompt> prompt = target.operation().isPost()
                ? BoundedBody.read(http, maxBody).map(RequestReader::prompt)
                : Mono.just(Prompt.Unusable.MISSING);
        return prompt.map(
                given -> new ServiceRequest(target, arrivedAt, from, authorization, idempotencyKey, headers, given));
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
