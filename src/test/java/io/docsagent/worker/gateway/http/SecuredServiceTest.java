package io.docsagent.worker.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.gateway.BoundSettings;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.gateway.ScriptedService;
import io.docsagent.worker.harness.KeyStores;
import io.docsagent.worker.settings.WorkerCannotStartException;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLServerSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;

/** Services that ask for certificates, and services behind a proxy. */
@Order(2)
class SecuredServiceTest {

    @TempDir
    static Path folder;

    private static KeyStores stores;

    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeAll
    static void makeCertificates() {
        stores = new KeyStores(folder);
        stores.identity("service", "ip:127.0.0.1", "dns:service.invalid");
        stores.identity("elsewhere", "dns:elsewhere.invalid");
        stores.identity("worker");
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    private <T extends AutoCloseable> T opened(T one) {
        opened.addFirst(one);
        return one;
    }

    /** A service that takes none but the worker's certificate. */
    private ScriptedService service(String identity) throws IOException {
        SslBundle bundle = stores.bundle(stores.identity(identity), stores.trustIn("worker"));
        SSLServerSocket socket = (SSLServerSocket) bundle.createSslContext()
                .getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        socket.setNeedClientAuth(true);
        return opened(new ScriptedService(socket));
    }

    private HttpAgentApi api(String url, @Nullable DefaultSslBundleRegistry bundles, String... settings) {
        WorkerProperties api = BoundSettings.all(url, settings);
        ServiceTls tls = bundles == null ? ServiceTls.ofJvm() : ServiceTls.of("agent", bundles);
        return opened(RealHttp.api(api, InstantSource.system(), tls));
    }

    private static Answer send(HttpAgentApi api) {
        return api.send(new GatewayRequest.Call(
                        "p-1", "call-1", null, "prompt", Instant.now().plusSeconds(30), null))
                .toFuture()
                .join();
    }

    private static DefaultSslBundleRegistry bundle(@Nullable String identity, String trust) {
        return new DefaultSslBundleRegistry(
                "agent", stores.bundle(identity == null ? null : stores.identity(identity), stores.trustIn(trust)));
    }

    @Test
    void the_bundle_says_whom_to_trust_and_shows_the_clients_certificate() throws IOException {
        ScriptedService service = service("service");
        HttpAgentApi api = api("https://127.0.0.1:" + service.port(), bundle("worker", "service"));
        assertThat(send(api)).isInstanceOf(Answer.Accepted.class);
        assertThat(api.lookUp("p-1", "job-1").toFuture().join()).isInstanceOf(JobLookup.Found.class);
        assertThat(service.requests).hasSize(2);
    }

    @Test
    void a_refused_certificate_holds_the_project_as_a_refused_key_does() throws IOException {
        ScriptedService service = service("service");
        for (String identity : new String[] {null, "elsewhere"}) {
            HttpAgentApi api = api("https://127.0.0.1:" + service.port(), bundle(identity, "service"));
            assertThat(send(api))
                    .isEqualTo(new Answer.Unauthorized(
                            401, "The service refused the client's certificate: check docs-agent.api.ssl-bundle"));
        }
        assertThat(service.requests).isEmpty();
    }

    @Test
    void a_service_with_another_certificate_or_name_is_not_spoken_to() throws IOException {
        ScriptedService service = service("elsewhere");
        HttpAgentApi untrusted = api("https://127.0.0.1:" + service.port(), bundle("worker", "service"));
        assertThat(send(untrusted)).isInstanceOf(Answer.NotSent.class);
        HttpAgentApi misnamed = api("https://127.0.0.1:" + service.port(), bundle("worker", "elsewhere"));
        assertThat(send(misnamed)).isInstanceOf(Answer.NotSent.class);
        assertThat(service.requests).isEmpty();
    }

    @Test
    void a_renewed_bundle_is_used_without_a_restart() throws IOException {
        ScriptedService service = service("service");
        DefaultSslBundleRegistry bundles = bundle("elsewhere", "service");
        HttpAgentApi api = api("https://127.0.0.1:" + service.port(), bundles);
        assertThat(send(api)).isInstanceOf(Answer.Unauthorized.class);
        bundles.updateBundle("agent", stores.bundle(stores.identity("worker"), stores.trustIn("service")));
        assertThat(send(api)).isInstanceOf(Answer.Accepted.class);
    }

    @Test
    void an_unknown_bundle_is_named() {
        assertThatThrownBy(() -> ServiceTls.of("agent", new DefaultSslBundleRegistry()))
                .isInstanceOf(WorkerCannotStartException.class)
                .hasMessageContaining("docs-agent.api.ssl-bundle")
                .hasMessageContaining("spring.ssl.bundle.pem.agent");
    }

    @Test
    void a_service_whose_name_only_the_proxy_knows_is_reached_through_it() throws IOException {
        ScriptedService plain = opened(new ScriptedService());
        ScriptedService proxy = opened(new ScriptedService().does(new TunnelProxy(plain.port(), null)));
        HttpAgentApi api = api("http://service.invalid", null, through(proxy));
        assertThat(send(api)).isInstanceOf(Answer.Accepted.class);
        assertThat(proxy.requests).singleElement().satisfies(request -> {
            assertThat(request.line()).isEqualTo("CONNECT service.invalid:80 HTTP/1.1");
            assertThat(request.headers()).doesNotContainKeys("authorization", "proxy-authorization");
        });

        ScriptedService secured = service("service");
        ScriptedService tunnel = opened(new ScriptedService().does(new TunnelProxy(secured.port(), null)));
        assertThat(send(api("https://service.invalid", bundle("worker", "service"), through(tunnel))))
                .isInstanceOf(Answer.Accepted.class);
        assertThat(tunnel.requests.getFirst().line()).isEqualTo("CONNECT service.invalid:443 HTTP/1.1");
    }

    @Test
    void a_proxy_is_told_its_password_and_without_it_nothing_is_sent() throws IOException {
        ScriptedService service = opened(new ScriptedService());
        String credentials =
                "Basic " + Base64.getEncoder().encodeToString("worker:secret".getBytes(StandardCharsets.US_ASCII));
        ScriptedService proxy = opened(new ScriptedService().does(new TunnelProxy(service.port(), credentials)));
        Answer refused = new Answer.NotSent("The proxy (docs-agent.api.proxy) did not connect to the service");
        assertThat(send(api("http://service.invalid", null, through(proxy)))).isEqualTo(refused);
        assertThat(send(api("http://service.invalid", null, through(proxy, "wrong"))))
                .isEqualTo(refused);
        assertThat(service.requests).isEmpty();
        assertThat(send(api("http://service.invalid", null, through(proxy, "secret"))))
                .isInstanceOf(Answer.Accepted.class);
    }

    @Test
    void without_its_proxy_nothing_is_sent() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        ScriptedService service = opened(new ScriptedService());
        HttpAgentApi api =
                api(service.url(), null, "api.proxy.host", "127.0.0.1", "api.proxy.port", String.valueOf(closed));
        assertThat(send(api)).isInstanceOf(Answer.NotSent.class);
        assertThat(service.requests).isEmpty();
    }

    private static String[] through(ScriptedService proxy) {
        return new String[] {"api.proxy.host", "127.0.0.1", "api.proxy.port", String.valueOf(proxy.port())};
    }

    private static String[] through(ScriptedService proxy, String password) {
        return new String[] {
            "api.proxy.host",
            "127.0.0.1",
            "api.proxy.port",
            String.valueOf(proxy.port()),
            "api.proxy.username",
            "worker",
            "api.proxy.password",
            password
        };
    }
}
