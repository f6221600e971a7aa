package io.docsagent.worker.sandbox.http;

import static io.docsagent.worker.sandbox.Client.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.sandbox.Client;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Many requests one after another on each of several connections. */
class KeptAliveTest {

    private static final int CONNECTIONS = 6;
    private static final int REQUESTS = 600;
    private static final String PULL_REQUEST = "/projects/docs/pulls/1";

    /**
     * Reactor Netty 1.3.7 stopped reading a connection every thousand requests or so: where one arrived before the end of the
     * answer to the one before, which another thread gave, and was answered by the event loop itself.
     */
    @Test
    void every_request_is_answered() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("agent.kind=writer", "jobs.takes=0s"));
                Client client = new Client(sandbox);
                ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS)) {
            String id = id(client.create("docs", "Write a page"));
            await().until(() -> client.send(client.request(PULL_REQUEST)).statusCode() == 200);
            List<Future<Integer>> answered = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                answered.add(threads.submit(() -> requests(sandbox, id)));
            }
            for (Future<Integer> each : answered) {
                assertThat(each.get()).isGreaterThanOrEqualTo(REQUESTS);
            }
        }
    }

    private static int requests(Sandbox sandbox, String id) throws Exception {
        try (Client client = new Client(sandbox).withTimeout(Duration.ofSeconds(30))) {
            int answered = 0;
            while (answered < REQUESTS) {
                assertThat(client.send(client.request(PULL_REQUEST)).statusCode())
                        .isEqualTo(200);
                assertThat(client.get("docs", id).statusCode()).isEqualTo(200);
                assertThat(client.send(client.request("/openapi.yaml")).statusCode())
                        .isEqualTo(200);
                answered += 3;
            }
            return answered;
        }
    }
}
