package io.docsagent.worker.sandbox.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.HttpServerRequest;

/**
 * The host names that requests may use. A page of another site whose name resolves to this server (DNS rebinding) sends
 * that name, and must neither read nor change anything. Loopback names and the address of the connection are always
 * allowed, since such a site cannot have them; other names come from the settings.
 */
public final class AllowedHosts {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern PORT = Pattern.compile(":\\d*$");
    private static final HttpAnswer REFUSAL = HttpAnswer.error(
            403, "The request's Host is not allowed; to allow it, add it to docs-agent.sandbox.http.hosts");

    private final Set<String> names = new HashSet<>(LOOPBACK);

    public AllowedHosts(Set<String> names, @Nullable URI publicUrl) {
        names.forEach(name -> this.names.add(name.toLowerCase(Locale.ROOT)));
        if (publicUrl != null && publicUrl.getHost() != null) {
            this.names.add(publicUrl.getHost().toLowerCase(Locale.ROOT));
        }
    }

    /** The refusal, or null if the request is allowed. */
    @Nullable
    HttpAnswer refusal(HttpServerRequest request) {
        List<String> headers = request.requestHeaders().getAll(HttpHeaderNames.HOST);
        if (headers.size() != 1) {
            return REFUSAL;
        }
        String host = PORT.matcher(headers.getFirst()).replaceFirst("").toLowerCase(Locale.ROOT);
        return names.contains(host) || isAddress(host, request.hostAddress()) ? null : REFUSAL;
    }

    private static boolean isAddress(String host, @Nullable InetSocketAddress here) {
        byte[] address = NetUtil.createByteArrayFromIpAddressString(host);
        return address != null
                && here != null
                && Arrays.equals(address, here.getAddress().getAddress());
    }
}
