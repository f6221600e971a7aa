package io.docsagent.worker.sandbox.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.web.util.UriUtils;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** Routes a request for an allowed host to the pages, to the control API or, by default, to the service. */
public final class RequestRouter implements BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> {

    private static final String SERVICE = "/v2/agent/";

    private final AllowedHosts hosts;
    private final List<Route> routes;
    private final BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> service;

    public RequestRouter(
            AllowedHosts hosts,
            List<Route> routes,
            BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> service) {
        this.hosts = hosts;
        this.routes = List.copyOf(routes);
        this.service = service;
    }

    @Override
    public Publisher<Void> apply(HttpServerRequest request, HttpServerResponse response) {
        HttpAnswer refusal = hosts.refusal(request);
        if (refusal != null) {
            return BoundedBody.read(request, 0).flatMap(unread -> refusal.send(response));
        }
        List<String> path = request.uri().startsWith(SERVICE) ? null : path(request.uri());
        if (path != null) {
            for (Route route : routes) {
                if (route.isFor(path)) {
                    return route.answer(path, request, response);
                }
            }
        }
        return service.apply(request, response);
    }

    /** The decoded segments, or null if there is no valid path. */
    private static @Nullable List<String> path(String uri) {
        int query = uri.indexOf('?');
        String path = query < 0 ? uri : uri.substring(0, query);
        if (!path.startsWith("/")) {
            return null;
        }
        try {
            return path.length() == 1
                    ? List.of()
                    : Arrays.stream(path.substring(1).split("/", -1))
                            .map(segment -> UriUtils.decode(segment, StandardCharsets.UTF_8))
                            .toList();
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }
}
