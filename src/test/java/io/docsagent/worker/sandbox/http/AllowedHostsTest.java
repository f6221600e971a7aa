package io.docsagent.worker.sandbox.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.docsagent.worker.sandbox.RawConnection;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page of another site whose name resolves to the sandbox's address sends that name as the Host. */
class AllowedHostsTest {

    private static final String PROMPT = "{\"prompt\":\"p\"}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /v2/agent/docs/job",
                "GET /v2/agent/docs/job/job_1",
                "POST /v2/agent/docs/job/job_1/message",
                "GET /",
                "GET /projects/docs",
                "GET /_assets/page.css",
                "GET /openapi.yaml",
                "GET /_sandbox/faults",
                "GET /nowhere",
                "GET http://127.0.0.1/v2/agent/docs/job/job_1"
            })
    void an_unknown_host_is_refused_on_every_path(String line) throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("agent.kind=writer", "control.enabled=true"))) {
            for (String host : new String[] {
                "Host: evil.example\r\n",
                "Host: evil.example:80\r\n",
                "Host: localhost.evil.example\r\n",
                "Host: 127.0.0.1\r\nHost: evil.example\r\n",
                "Host: evil.example\r\nX-Forwarded-Host: localhost\r\n",
                "Host:\r\n"
            }) {
                assertThat(ask(sandbox, line, host)).as(host).matches("(?s)HTTP/1.1 4(00|03) .*");
            }
            assertThat(ask(sandbox, line.replace("127.0.0.1", "localhost"), "Host: localhost:8080\r\n"))
                    .doesNotStartWith("HTTP/1.1 403");
            assertThat(sandbox.journal().posts("docs")).hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void the_settings_allow_more_hosts() throws Exception {
        try (Sandbox sandbox = Sandbox.start(
                SandboxSettings.of("http.hosts=sandbox,Docs.Internal", "public-url=https://agents.example/sandbox"))) {
            assertThat(create(sandbox, "sandbox:8080")).startsWith("HTTP/1.1 201");
            assertThat(create(sandbox, "docs.internal")).startsWith("HTTP/1.1 201");
            assertThat(create(sandbox, "agents.example")).startsWith("HTTP/1.1 201");
            assertThat(create(sandbox, "evil.example"))
                    .startsWith("HTTP/1.1 403")
                    .contains("docs-agent.sandbox.http.hosts");
        }
    }

    @Test
    void other_addresses_than_loopback_are_checked_too() throws Exception {
        InetAddress here = addressOfThisMachine();
        assumeTrue(here != null, "This machine has no address but the loopback's");
        InetSocketAddress everywhere = new InetSocketAddress("0.0.0.0", 0);
        try (Sandbox sandbox =
                Sandbox.start(SandboxSettings.of("http.hosts=sandbox"), InstantSource.system(), everywhere)) {
            for (String host : new String[] {"sandbox:8080", here.getHostAddress() + ":1", "localhost", "[::1]:80"}) {
                assertThat(create(here, sandbox, host)).as(host).startsWith("HTTP/1.1 201");
            }
            for (String host : new String[] {"evil.example", "203.0.113.9", "sandbox.evil.example"}) {
                assertThat(create(here, sandbox, host)).as(host).startsWith("HTTP/1.1 403");
            }
        }
    }

    private static String create(Sandbox sandbox, String host) throws Exception {
        return ask(sandbox, "POST /v2/agent/docs/job", "Host: " + host + "\r\n");
    }

    private static String create(InetAddress address, Sandbox sandbox, String host) throws Exception {
        return ask(new RawConnection(address, sandbox), "POST /v2/agent/docs/job", "Host: " + host + "\r\n");
    }

    private static String ask(Sandbox sandbox, String line, String headers) throws Exception {
        return ask(new RawConnection(sandbox), line, headers);
    }

    private static String ask(RawConnection connection, String line, String headers) throws Exception {
        try (connection) {
            return connection
                    .send(line + " HTTP/1.1\r\n" + headers + "Connection: close\r\nAuthorization: Bearer any\r\n")
                    .send("Content-Type: application/json\r\nContent-Length: " + PROMPT.length() + "\r\n\r\n" + PROMPT)
                    .answer();
        }
    }

    private static @Nullable InetAddress addressOfThisMachine() throws Exception {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .filter(address -> address.getAddress().length == 4)
                .findFirst()
                .orElse(null);
    }
}
