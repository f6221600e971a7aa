package io.docsagent.worker.ops.port;

import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** A refusal, as one line of text. */
final class PlainAnswer {

    private PlainAnswer() {}

    static Mono<Void> send(ServerWebExchange exchange, HttpStatus status, String text) {
        ServerHttpResponse response = exchange.getResponse();
        response.setStatusCode(status);
        response.getHeaders().setContentType(MediaType.TEXT_PLAIN);
        return response.writeWith(
                Mono.just(response.bufferFactory().wrap((text + "\n").getBytes(StandardCharsets.UTF_8))));
    }
}
