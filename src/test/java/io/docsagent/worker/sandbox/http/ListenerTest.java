package io.docsagent.worker.sandbox.http;

import static io.docsagent.worker.sandbox.Client.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.harness.Ports;
import io.docsagent.worker.sandbox.Client;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ListenerTest {

    @Test
    void connections_are_refused_until_it_listens_again_on_the_same_port() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of());
                Client client = new Client(sandbox)) {
            String baseUrl = sandbox.baseUrl();
            String id = id(client.create("docs", "p"));
            for (int round = 0; round < 3; round++) {
                sandbox.refuse();
                assertThatThrownBy(() -> client.create("docs", "p")).isInstanceOf(ConnectException.class);

                sandbox.listen();
                assertThat(sandbox.baseUrl()).isEqualTo(baseUrl);
                assertThat(client.get("docs", id).statusCode()).isEqualTo(200);
            }
            assertThat(sandbox.journal().posts("docs")).hasSize(1);
        }
    }

    @Test
    void refusing_and_listening_are_idempotent() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of());
                Client client = new Client(sandbox)) {
            sandbox.refuse();
            sandbox.refuse();
            sandbox.listen();
            sandbox.listen();

            assertThat(client.create("docs", "p").statusCode()).isEqualTo(201);
        }
    }

    @Test
    void refusing_closes_requests_in_flight() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of());
                Client client = new Client(sandbox)) {
            Thread refuser = Thread.ofVirtual().start(() -> {
                while (sandbox.journal().entries().isEmpty()) {
                    Thread.onSpinWait();
                }
                sandbox.refuse();
            });

            assertThatThrownBy(() -> client.create("docs", "[hang after]")).isInstanceOf(IOException.class);
            refuser.join();
        }
    }

    @Test
    void concurrent_requests_are_counted_correctly() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("quota.capacity=150"));
                Client client = new Client(sandbox)) {
            long granted = IntStream.range(0, 200)
                    .parallel()
                    .filter(i -> status(client, i) == 201)
                    .count();

            assertThat(granted).isEqualTo(150);
            assertThat(sandbox.journal().entries())
                    .extracting(JournalEntry::sequence)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .hasSize(200);
        }
    }

    @Test
    void after_it_is_closed_the_port_is_free_and_the_journal_readable() throws Exception {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.free());
        Sandbox sandbox = Sandbox.start(SandboxSettings.of(), InstantSource.system(), address);
        try (Client client = new Client(sandbox)) {
            client.create("docs", "p");
        }
        sandbox.close();

        assertThat(sandbox.journal().posts("docs")).hasSize(1);
        try (Sandbox next = Sandbox.start(SandboxSettings.of(), InstantSource.system(), address)) {
            assertThat(next.baseUrl()).isEqualTo(sandbox.baseUrl());
            assertThatThrownBy(() -> Sandbox.start(SandboxSettings.of(), InstantSource.system(), address))
                    .isInstanceOf(RuntimeException.class);
        }
    }

    private static int status(Client client, int number) {
        try {
            return client.create("docs", "p" + number).statusCode();
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }
}
