package io.docsagent.worker.ops.console;

import java.util.Set;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.PathContainer.PathSegment;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Answers GET and HEAD with pages, and nothing else: no request changes anything. */
record PagesHandler(ConsolePages pages, Scheduler threads) implements WebHandler {

    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    @Override
    public Mono<Void> handle(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        if (!METHODS.contains(request.getMethod())) {
            exchange.getResponse().setStatusCode(HttpStatus.METHOD_NOT_ALLOWED);
            exchange.getResponse().getHeaders().setAllow(METHODS);
            return exchange.getResponse().setComplete();
        }
        PageAnswer asset = Assets.get(request.getURI().getRawPath());
        if (asset != null) {
            return asset.send(exchange);
        }
        var path = request.getPath().elements().stream()
                .filter(PathSegment.class::isInstance)
                .map(segment -> ((PathSegment) segment).valueToMatch())
                .toList();
        return Mono.fromCallable(() -> pages.answer(path, request.getQueryParams()))
                .subscribeOn(threads)
                .flatMap(answer -> answer.send(exchange));
    }
}
