package io.docsagent.worker.sandbox.http;

import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/** How a request ends for its client. */
public sealed interface ResponseEnd {

    Mono<Void> send(HttpServerResponse response);

    record Answered(HttpAnswer answer) implements ResponseEnd {
        @Override
        public Mono<Void> send(HttpServerResponse response) {
            return answer.send(response);
        }
    }

    /** A 200 with a JSON object that has this many characters before its id; they are made as they are sent. */
    record Padded(int padding) implements ResponseEnd {

        private static final byte[] CHUNK = "x".repeat(16 * 1024).getBytes(StandardCharsets.US_ASCII);
        private static final byte[] START = "{\"padding\":\"".getBytes(StandardCharsets.US_ASCII);
        private static final byte[] END = "\",\"id\":\"job_huge\"}".getBytes(StandardCharsets.US_ASCII);

        @Override
        public Mono<Void> send(HttpServerResponse response) {
            response.status(HttpResponseStatus.OK);
            response.header(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON);
            response.header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(START.length + padding + END.length));
            Flux<byte[]> chunks = Flux.range(0, padding / CHUNK.length).map(number -> CHUNK);
            byte[] rest = Arrays.copyOf(CHUNK, padding % CHUNK.length);
            return response.sendByteArray(Flux.concat(Flux.just(START), chunks, Flux.just(rest, END)))
                    .then();
        }
    }

    /** No answer ever comes, and the connection stays open. */
    record Hung() implements ResponseEnd {
        @Override
        public Mono<Void> send(HttpServerResponse response) {
            return Mono.never();
        }
    }

    /** The connection closes without an answer. */
    record Dropped() implements ResponseEnd {
        @Override
        public Mono<Void> send(HttpServerResponse response) {
            response.withConnection(connection -> {
                ChannelFuture unused = connection.channel().close();
            });
            return Mono.never();
        }
    }
}
