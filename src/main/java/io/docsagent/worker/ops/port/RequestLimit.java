package io.docsagent.worker.ops.port;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Passes on only so many requests of one kind at once, and refuses further ones with 503. */
public final class RequestLimit {

    private final int most;
    private final Map<String, Semaphore> permits = new ConcurrentHashMap<>();

    public RequestLimit(int most) {
        this.most = most;
    }

    /** @param kind one of few: each takes memory for good */
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain, String kind) {
        return Mono.defer(() -> {
            Semaphore free = permits.computeIfAbsent(kind, any -> new Semaphore(most));
            if (!free.tryAcquire()) {
                exchange.getResponse().getHeaders().set(HttpHeaders.RETRY_AFTER, "1");
                return PlainAnswer.send(
                        exchange,
                        HttpStatus.SERVICE_UNAVAILABLE,
                        most
                                + " requests to this endpoint are in progress"
                                + " (docs-agent.management.max-requests): try again.");
            }
            return chain.filter(exchange).doFinally(end -> free.release());
        });
    }
}
