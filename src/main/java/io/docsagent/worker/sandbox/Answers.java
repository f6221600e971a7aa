package io.docsagent.worker.sandbox;

import io.netty.handler.codec.http.HttpHeaderNames;
import java.nio.charset.StandardCharsets;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/** Answers on their way to the client. */
final class Answers {

    private Answers() {}

    static Mono<Void> send(HttpAnswer answer, HttpServerResponse response) {
        response.status(answer.status());
        answer.headers().forEach(response::header);
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        response.header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length));
        return response.sendByteArray(Mono.just(body)).then();
    }
}
