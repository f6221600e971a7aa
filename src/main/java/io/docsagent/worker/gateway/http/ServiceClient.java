package io.docsagent.worker.gateway.http;

import io.docsagent.worker.gateway.keys.ApiKey;
import io.docsagent.worker.gateway.keys.Redaction;
import io.docsagent.worker.settings.ApiSettings;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Mono;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;
import reactor.netty.transport.ProxyProvider;

/** HTTP/1.1 to the service over one pool of connections: no retry, no redirect, no more of a body than allowed. */
final class ServiceClient implements ServiceHttp {

    /**
     * A server that closes a connection under a request makes its outcome unknown; servers keep idle connections for 5
     * s or more.
     */
    private static final Duration REUSE_WITHIN = Duration.ofSeconds(2);

    /**
     * Callers limit the calls in flight to the size of the pool, so this is waited for only while a connection closes.
     */
    private static final Duration PENDING_ACQUIRE = Duration.ofSeconds(1);

    /** Each renewed certificate begins another pool, and nobody uses the one before once its calls have ended. */
    private static final Duration POOL_UNUSED_FOR = Duration.ofMinutes(10);

    private static final Duration CHECK_POOLS_EVERY = Duration.ofMinutes(1);

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

    /** Event loops that accept connections, of which a client needs none, but the library asks for a number. */
    private static final int ACCEPTING_LOOPS = 1;

    /**
     * Whether a connection stays with the event loop that opens it. Most are opened when an answer frees a place: those
     * would all be of that answer's event loop.
     */
    private static final boolean COLOCATED = false;

    private final ConnectionProvider pool;

    /** Not the event loops that Spring shares: those may be stopped while calls are in flight. */
    private final LoopResources loops;

    private volatile HttpClient client;
    private final long maxResponseBytes;
    private final Redaction redaction;

    ServiceClient(String name, int maxConnections, ApiSettings settings, ServiceTls tls, Redaction redaction) {
        this.pool = ConnectionProvider.builder(name)
                .maxConnections(maxConnections)
                .pendingAcquireMaxCount(maxConnections)
                .pendingAcquireTimeout(PENDING_ACQUIRE)
                .maxIdleTime(REUSE_WITHIN)
                .evictInBackground(REUSE_WITHIN)
                .disposeInactivePoolsInBackground(CHECK_POOLS_EVERY, POOL_UNUSED_FOR)
                .lifo()
                .build();
        this.loops =
                LoopResources.create(name, ACCEPTING_LOOPS, LoopResources.DEFAULT_IO_WORKER_COUNT, true, COLOCATED);
        this.client = client(pool, settings, tls).runOn(loops);
        tls.onChange(() -> this.client = client(pool, settings, tls).runOn(loops));
        this.maxResponseBytes = settings.maxResponseSize().toBytes();
        this.redaction = redaction;
    }

    private static HttpClient client(ConnectionProvider pool, ApiSettings settings, ServiceTls tls) {
        Duration connectTimeout = settings.connectTimeout();
        HttpClient client = HttpClient.create(pool)
                .protocol(HttpProtocol.HTTP11)
                .disableRetry(true)
                .followRedirect(false)
                .compress(false)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(connectTimeout.toMillis()))
                .httpResponseDecoder(decoder -> decoder.maxHeaderSize(bytes(settings.maxResponseHeaderSize())))
                .doOnChannelInit((observer, channel, address) -> {
                    InterimAnswers.dropFrom(channel);
                    CompressedBodies.decompressOn(channel, bytes(settings.maxResponseSize()));
                })
                .headers(headers -> headers.set(HttpHeaderNames.USER_AGENT, "docs-agent-worker")
                        .set(HttpHeaderNames.ACCEPT, "application/json")
                        .set(HttpHeaderNames.ACCEPT_ENCODING, HttpHeaderValues.IDENTITY));
        HttpClient routed = routed(client, settings.proxy(), connectTimeout);
        return settings.isHttps()
                ? routed.secure(spec -> spec.sslContext(tls.context()).handshakeTimeout(connectTimeout))
                : routed;
    }

    /** With a proxy, the proxy resolves the service's name; often nobody else can. */
    private static HttpClient routed(HttpClient client, ApiSettings.Proxy proxy, Duration connectTimeout) {
        String host = proxy.host();
        if (host == null) {
            return client.resolver(dns -> dns.queryTimeout(connectTimeout));
        }
        return client.proxy(spec -> {
            ProxyProvider.Builder http = spec.type(ProxyProvider.Proxy.HTTP)
                    .host(host)
                    .port(proxy.port())
                    .connectTimeoutMillis(connectTimeout.toMillis());
            if (proxy.username() != null) {
                http.username(proxy.username()).password(user -> proxy.password());
            }
        });
    }

    @Override
    public Mono<Reply> post(
            String uri,
            ApiKey key,
            Map<String, String> headers,
            byte[] json,
            Runnable beforeSend,
            Consumer<Reply> onHead) {
        return client.doOnRequest((request, connection) -> beforeSend.run())
                .headers(all -> {
                    headers.forEach(all::set);
                    all.set(HttpHeaderNames.AUTHORIZATION, key.bearer())
                            .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                            .set(HttpHeaderNames.CONTENT_LENGTH, json.length);
                })
                .post()
                .uri(uri)
                .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(json)))
                .response((response, content) -> {
                    Reply head = head(response);
                    onHead.accept(head);
                    return ReplyBody.of(head, content, maxResponseBytes, redaction);
                })
                .single();
    }

    @Override
    public Mono<Reply> get(String uri, ApiKey key) {
        return client.headers(headers -> headers.set(HttpHeaderNames.AUTHORIZATION, key.bearer()))
                .request(HttpMethod.GET)
                .uri(uri)
                .response((response, content) -> ReplyBody.of(head(response), content, maxResponseBytes, redaction))
                .single();
    }

    private static Reply head(HttpClientResponse response) {
        HttpHeaders headers = response.responseHeaders();
        return new Reply(
                response.status().code(),
                headers.get(HttpHeaderNames.RETRY_AFTER),
                headers.get("ratelimit-reset", headers.get("x-ratelimit-reset")),
                headers.get(HttpHeaderNames.DATE),
                null);
    }

    private static int bytes(DataSize size) {
        return (int) Math.min(size.toBytes(), Integer.MAX_VALUE);
    }

    @Override
    public void close() {
        pool.disposeLater()
                .then(loops.disposeLater(Duration.ZERO, CLOSE_WITHIN))
                .block(CLOSE_WITHIN);
    }
}
