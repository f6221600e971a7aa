package io.docsagent.worker.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.docsagent.worker.gateway.CallTracing;
import io.docsagent.worker.harness.KeyStores;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.ssl.SslBundle;

/** Spans to a collector that asks for a certificate and a header. */
@Order(2)
class OtlpTracingTest {

    @TempDir
    static Path folder;

    private static KeyStores stores;

    private HttpsServer collector;
    private final List<String> tokens = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void makeCertificates() {
        stores = new KeyStores(folder);
        stores.identity("collector", "ip:127.0.0.1");
    }

    @BeforeEach
    void start() throws IOException {
        SSLContext tls = stores.bundle(stores.identity("collector"), stores.trustIn("worker"))
                .createSslContext();
        collector = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.setHttpsConfigurator(new HttpsConfigurator(tls) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters asking = tls.getDefaultSSLParameters();
                asking.setNeedClientAuth(true);
                parameters.setSSLParameters(asking);
            }
        });
        collector.createContext("/v1/traces", exchange -> {
            exchange.getRequestBody().readAllBytes();
            tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("authorization")));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
    }

    @AfterEach
    void stop() {
        collector.stop(0);
    }

    private @Nullable String trace(SslBundle tls, @Nullable String traceparent) {
        URI endpoint = URI.create("https://127.0.0.1:" + collector.getAddress().getPort() + "/v1/traces");
        try (OtlpTracing tracing = new OtlpTracing(endpoint, Map.of("authorization", "Bearer token"), tls, "worker")) {
            CallTracing.Span span =
                    tracing.begin(new GatewayRequest.Call("p-1", "call-1", null, "prompt", Instant.EPOCH, traceparent));
            span.end(new Answer.Accepted(201, null));
            return span.traceparent();
        }
    }

    private SslBundle trusted() {
        return stores.bundle(stores.identity("worker"), stores.trustIn("collector"));
    }

    @Test
    void arrive_with_the_header_over_the_bundles_tls() {
        trace(trusted(), null);
        assertThat(tokens).containsExactly("Bearer token");
    }

    @Test
    void do_not_arrive_without_the_certificate() {
        trace(stores.bundle(null, stores.trustIn("collector")), null);
        assertThat(tokens).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"01, true", "00, false"})
    void belong_to_the_trace_of_the_publisher_who_decides_whether_they_are_recorded(String flags, boolean recorded) {
        String trace = "0af7651916cd43dd8448eb211c80319c";
        String parent = "b7ad6b7169203331";
        assertThat(trace(trusted(), "00-" + trace + "-" + parent + "-" + flags))
                .matches("00-" + trace + "-[0-9a-f]{16}-" + flags)
                .doesNotContain(parent);
        assertThat(tokens).hasSize(recorded ? 1 : 0);
    }
}
