package io.docsagent.worker.sandbox.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.sandbox.Client;
import io.docsagent.worker.sandbox.RawConnection;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionTimesTest {

    private final Sandbox sandbox = Sandbox.start(SandboxSettings.of(
            "agent.kind=writer",
            "control.enabled=true",
            "http.request-timeout=500ms",
            "http.idle-timeout=500ms",
            "jobs.takes=0s"));

    @AfterEach
    void stop() {
        sandbox.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /v2/agent/docs/job",
                "POST /projects/docs/jobs/job_1/message",
                "PUT /_sandbox/quota",
                "POST /openapi.yaml"
            })
    void a_body_that_stops_closes_its_connection(String line) throws Exception {
        try (RawConnection connection = new RawConnection(sandbox)) {
            String answer = connection.send(head(line, 100)).send("{\"prompt\"").answer();

            assertThat(answer).doesNotContain("HTTP/1.1 2");
        }
        assertThat(sandbox.journal().entries()).isEmpty();
    }

    @Test
    void a_slow_body_closes_its_connection() throws Exception {
        try (RawConnection connection = new RawConnection(sandbox)) {
            connection.send(head("POST /v2/agent/docs/job", 1_000_000));

            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> isRefused(connection));
        }
    }

    private static boolean isRefused(RawConnection connection) {
        try {
            connection.send(" ");
            return connection.bytesToRead() > 0;
        } catch (IOException closed) {
            return true;
        }
    }

    @Test
    void a_connection_without_a_request_is_closed() throws Exception {
        try (RawConnection silent = new RawConnection(sandbox)) {
            assertThat(silent.answer()).isEmpty();
        }
        // Opened only now, since it would have been closed in the meantime.
        try (RawConnection rested = new RawConnection(sandbox)) {
            assertThat(rested.send("GET /openapi.yaml HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .answer())
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void a_request_that_waits_for_its_answer_is_not_idle() throws Exception {
        try (Client client = new Client(sandbox)) {
            assertThatThrownBy(() -> client.withTimeout(Duration.ofSeconds(2)).create("docs", "[hang] p"))
                    .isInstanceOf(HttpTimeoutException.class);
            assertThat(client.create("docs", "[late 1s] p").statusCode()).isEqualTo(201);
        }
    }

    private static String head(String line, int length) {
        return line + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer any\r\n"
                + "Content-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n";
    }
}
