package io.docsagent.worker.sandbox.http;

import io.netty.channel.ChannelFuture;
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
