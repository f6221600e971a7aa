package io.docsagent.worker.ops.port;

import io.docsagent.worker.settings.ManagementSettings;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Answers health at any time; the rest only to who has the token, where there is one, and only so many at once: an endpoint
 * may wait for other instances, on one of the few threads that health needs as well.
 */
final class PortAccess implements WebFilter {

    /** Written out in full: whatever is spelled otherwise, encoded or with dots, is not exempt. */
    private static final Pattern HEALTH = Pattern.compile("/actuator/health(/[A-Za-z0-9]+){0,3}");

    private static final String PROMETHEUS = "/actuator/prometheus";

    /** Those that application.yaml exposes; whatever else is asked for shares the permits of what is not there. */
    private static final Pattern ENDPOINT = Pattern.compile("/actuator/(info|prometheus|projects|sbom)(/.*)?");

    private final ManagementSettings settings;
    private final @Nullable PortToken token;
    private final RequestLimit limit;

    PortAccess(ManagementSettings settings, @Nullable PortToken token) {
        this.settings = settings;
        this.token = token;
        this.limit = new RequestLimit(settings.maxRequests());
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        String path = request.getURI().getRawPath();
        if (HEALTH.matcher(path).matches()) {
            return chain.filter(exchange);
        }
        if (token != null && !isOpenToAll(path) && !token.isIn(authorization(request))) {
            exchange.getResponse().getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
            return PlainAnswer.send(
                    exchange,
                    HttpStatus.UNAUTHORIZED,
                    "Send the token of docs-agent.management.token-file in the header Authorization: Bearer.");
        }
        return limit.filter(exchange, chain, kindOf(path, request));
    }

    private boolean isOpenToAll(String path) {
        return settings.prometheusWithoutToken() && path.equals(PROMETHEUS);
    }

    private static @Nullable String authorization(ServerHttpRequest request) {
        return request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
    }

    /** Requests of other instances do not compete with those that make them: two instances could wait for each other. */
    private static String kindOf(String path, ServerHttpRequest request) {
        var endpoint = ENDPOINT.matcher(path);
        boolean isOfAnInstance = request.getQueryParams().containsKey("local");
        return (endpoint.matches() ? endpoint.group(1) : "none") + (isOfAnInstance ? "/local" : "");
    }
}
