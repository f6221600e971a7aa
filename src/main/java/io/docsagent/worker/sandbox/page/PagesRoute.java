package io.docsagent.worker.sandbox.page;

import io.docsagent.worker.sandbox.http.BoundedBody;
import io.docsagent.worker.sandbox.http.HttpAnswer;
import io.docsagent.worker.sandbox.http.Route;
import io.docsagent.worker.sandbox.quota.Ledgers;
import io.docsagent.worker.sandbox.work.JobRunner;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.cookie.Cookie;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** Serves the pages over HTTP; they read files, so they are rendered on threads that may block. */
public final class PagesRoute implements Route {

    private static final long MAX_FORM = 256 * 1024;
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST");

    private final Pages pages;
    private final Scheduler threads;

    public PagesRoute(JobRunner runner, Ledgers quotas, Scheduler threads) {
        this.pages = new Pages(runner, quotas);
        this.threads = threads;
    }

    @Override
    public boolean isFor(List<String> path) {
        return Pages.isPage(path);
    }

    @Override
    public Publisher<Void> answer(List<String> path, HttpServerRequest request, HttpServerResponse response) {
        if (!METHODS.contains(request.method().name())) {
            return BoundedBody.read(request, 0)
                    .flatMap(unread ->
                            HttpAnswer.error(403, "This method is not allowed").send(response));
        }
        return BoundedBody.read(request, MAX_FORM)
                .flatMap(body -> Mono.fromCallable(() -> pages.answer(page(path, request, body.bytes())))
                        .subscribeOn(threads))
                .flatMap(answer -> answer.send(response));
    }

    private static PageRequest page(List<String> path, HttpServerRequest request, byte @Nullable [] body) {
        return new PageRequest(
                request.method().name(),
                path,
                session(request),
                request.requestHeaders().get("Sec-Fetch-Site"),
                body == null ? Map.of() : form(new String(body, StandardCharsets.UTF_8)));
    }

    private static @Nullable String session(HttpServerRequest request) {
        return request.cookies().values().stream()
                .flatMap(Set::stream)
                .filter(cookie -> cookie.name().equals(Pages.SESSION))
                .map(Cookie::value)
                .findFirst()
                .orElse(null);
    }

    /** Empty where it is malformed. */
    private static Map<String, String> form(String text) {
        Map<String, String> fields = new HashMap<>();
        try {
            new QueryStringDecoder(text, StandardCharsets.UTF_8, false)
                    .parameters()
                    .forEach((name, values) -> fields.put(name, values.getFirst()));
        } catch (IllegalArgumentException malformed) {
            return Map.of();
        }
        return fields;
    }
}
