package io.docsagent.worker.bench.peers;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** Reactor Netty without anything around it. */
final class BareService {

    /** Thousands of jobs may be looked at in the same position: whoever finds no connection waits for one. */
    private final HttpClient http = HttpClient.create(ConnectionProvider.builder("bare")
                    .maxConnections(PeerSettings.MAX_IN_FLIGHT)
                    .pendingAcquireMaxCount(-1)
                    .build())
            .headers(headers -> headers.set("Authorization", "Bearer bench").set("Content-Type", "application/json"));

    private final String baseUrl;

    BareService(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    Mono<String> create(Command command) {
        byte[] body = command.body().getBytes(StandardCharsets.UTF_8);
        return http.post()
                .uri(baseUrl + "/v2/agent/" + command.projectId() + "/job")
                .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(body)))
                .responseSingle((response, content) -> content.asString(StandardCharsets.UTF_8));
    }

    Mono<String> job(String projectId, String jobId) {
        return http.get()
                .uri(baseUrl + "/v2/agent/" + projectId + "/job/" + jobId)
                .responseSingle((response, content) -> content.asString(StandardCharsets.UTF_8));
    }
}
