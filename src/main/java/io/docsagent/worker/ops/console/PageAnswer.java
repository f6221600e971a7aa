package io.docsagent.worker.ops.console;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** What a browser gets. */
record PageAnswer(HttpStatus status, Map<String, String> headers, String body) {

    /** Allows only our own script and style sheet, nothing from other sites, and no frames. */
    private static final Map<String, String> PROTECTION = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; "
                    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin");

    PageAnswer {
        headers = Map.copyOf(headers);
    }

    static PageAnswer html(HttpStatus status, String page) {
        return new PageAnswer(
                status,
                Map.of(HttpHeaders.CONTENT_TYPE, "text/html; charset=utf-8", HttpHeaders.CACHE_CONTROL, "no-store"),
                page);
    }

    /** @param path of this console */
    static PageAnswer redirect(String path) {
        return new PageAnswer(
                HttpStatus.SEE_OTHER, Map.of(HttpHeaders.LOCATION, path, HttpHeaders.CACHE_CONTROL, "no-store"), "");
    }

    /** For every answer, refusals included. */
    static void protect(ServerHttpResponse response) {
        PROTECTION.forEach(response.getHeaders()::set);
    }

    Mono<Void> send(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        response.setStatusCode(status);
        headers.forEach(response.getHeaders()::set);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        response.getHeaders().setContentLength(bytes.length);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(bytes)));
    }
}
