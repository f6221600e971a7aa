package io.docsagent.worker.ops.console;

import io.docsagent.worker.ops.port.PortToken;
import io.docsagent.worker.ops.port.RequestLimit;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Passes on only so many requests at once, and, where there is a token, only those of who has it: in the header that the
 * management port takes as well, or by a log-in, until a log-out. The form of the log-in is sent to the address of the page that
 * was asked for.
 */
final class ConsoleAccess implements WebFilter {

    private static final String COOKIE = "docs-agent-console-";

    private static final String FIELD = "token";

    private static final String LOG_OUT = "/log-out";

    /**
     * A browser says so, over TLS and on localhost, of what its user did in the address bar or on a page of ours; other
     * clients say nothing. Without it, the cookie protects: a form of another site is sent without it.
     */
    private static final Set<String> OUR_SITES = Set.of("same-origin", "none");

    private final @Nullable PortToken token;
    private final @Nullable Sessions sessions;
    private final RequestLimit limit;
    private final InstantSource clock;
    private final Templates templates = new Templates(false);

    ConsoleAccess(@Nullable PortToken token, int maxRequests, InstantSource clock) {
        this.token = token;
        this.sessions = token == null ? null : new Sessions(token);
        this.limit = new RequestLimit(maxRequests);
        this.clock = clock;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        PageAnswer.protect(exchange.getResponse());
        ServerHttpRequest request = exchange.getRequest();
        if (Assets.get(request.getURI().getRawPath()) != null) {
            return chain.filter(exchange);
        }
        if (token == null || sessions == null) {
            return limit.filter(exchange, chain, "page");
        }
        boolean mayRead = mayRead(request, token, sessions);
        // Also where it may read: the form may have been open while the browser logged in elsewhere.
        if (request.getMethod().equals(HttpMethod.POST)) {
            return post(exchange, token, sessions, mayRead);
        }
        return mayRead
                ? limit.filter(exchange, chain, "page")
                : form(HttpStatus.UNAUTHORIZED, null).send(exchange);
    }

    private boolean mayRead(ServerHttpRequest request, PortToken required, Sessions known) {
        HttpCookie cookie = request.getCookies().getFirst(cookieOf(request));
        return known.isOpen(cookie == null ? null : cookie.getValue(), clock.instant())
                || required.isIn(request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION));
    }

    private Mono<Void> post(ServerWebExchange exchange, PortToken required, Sessions known, boolean mayRead) {
        ServerHttpRequest request = exchange.getRequest();
        String site = request.getHeaders().getFirst("Sec-Fetch-Site");
        if (site != null && !OUR_SITES.contains(site)) {
            return form(HttpStatus.FORBIDDEN, "The form was sent by another site.")
                    .send(exchange);
        }
        boolean isLogOut = mayRead && request.getURI().getRawPath().equals(LOG_OUT);
        return isLogOut ? logOut(exchange) : logIn(exchange, required, known);
    }

    /** Only the browser has the session: it forgets it. */
    private static Mono<Void> logOut(ServerWebExchange exchange) {
        exchange.getResponse().addCookie(cookie(exchange.getRequest(), "", Duration.ZERO));
        return PageAnswer.redirect("/").send(exchange);
    }

    private Mono<Void> logIn(ServerWebExchange exchange, PortToken required, Sessions known) {
        return exchange.getFormData()
                .map(form -> {
                    String given = form.getFirst(FIELD);
                    return given != null && required.is(given.strip());
                })
                .onErrorReturn(DataBufferLimitException.class, false)
                // Of a percent sign without two hexadecimal digits.
                .onErrorReturn(IllegalArgumentException.class, false)
                .flatMap(isRight -> {
                    if (!isRight) {
                        return form(HttpStatus.UNAUTHORIZED, "The token is wrong.")
                                .send(exchange);
                    }
                    exchange.getResponse()
                            .addCookie(cookie(exchange.getRequest(), known.begin(clock.instant()), Sessions.LASTS));
                    return PageAnswer.redirect(samePage(exchange.getRequest())).send(exchange);
                });
    }

    /** A browser keeps the cookies of all ports of a host together, such as those of two port-forwards. */
    private static String cookieOf(ServerHttpRequest request) {
        return COOKIE + request.getURI().getPort();
    }

    /** Also sent with a link from elsewhere, which changes nothing: only GET is served. */
    private static ResponseCookie cookie(ServerHttpRequest request, String session, Duration lasts) {
        return ResponseCookie.from(cookieOf(request), session)
                .httpOnly(true)
                .sameSite("Lax")
                .path("/")
                .maxAge(lasts)
                .build();
    }

    /** Never an address of another site, which is how a browser reads a path that begins with two slashes. */
    private static String samePage(ServerHttpRequest request) {
        String path = request.getURI().getRawPath();
        String query = request.getURI().getRawQuery();
        return (path.matches("/[^/\\\\].*") && !path.equals(LOG_OUT) ? path : "/") + (query == null ? "" : "?" + query);
    }

    private PageAnswer form(HttpStatus status, @Nullable String problem) {
        return PageAnswer.html(status, templates.render("log-in", new LogInPage("Log in", problem)));
    }

    /** What the form shows; null where nothing was wrong. */
    private record LogInPage(String title, @Nullable String problem) {}
}
