package io.docsagent.worker.sandbox;

import io.netty.handler.codec.http.HttpHeaderNames;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Whether a browser's request names us as its host: a foreign site whose name was made to lead to the loopback address
 * must not read the pages, nor send their forms.
 */
final class Neighbours {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern PORT = Pattern.compile(":\\d+$");

    private final @Nullable String publicHost;

    Neighbours(@Nullable URI publicUrl) {
        this.publicHost = publicUrl == null || publicUrl.getHost() == null
                ? null
                : publicUrl.getHost().toLowerCase(Locale.ROOT);
    }

    boolean knows(HttpServerRequest request) {
        InetSocketAddress here = request.hostAddress();
        if (here == null || !here.getAddress().isLoopbackAddress()) {
            return true;
        }
        String header = request.requestHeaders().get(HttpHeaderNames.HOST);
        String host =
                header == null ? "" : PORT.matcher(header).replaceFirst("").toLowerCase(Locale.ROOT);
        return LOOPBACK.contains(host)
                || host.equals(publicHost)
                || host.equals(here.getAddress().getHostAddress());
    }
}
