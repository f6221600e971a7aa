package io.docsagent.worker.sandbox;

import static io.docsagent.worker.sandbox.Client.id;
import static io.docsagent.worker.sandbox.Client.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {

    @TempDir
    private Path data;

    @Test
    void a_folder_that_another_sandbox_uses_is_left_alone() throws Exception {
        try (Sandbox first = start();
                Client client = new Client(first)) {
            String id = id(client.create("docs", "[takes 2s] Add a page about rate limits"));

            assertThatThrownBy(this::start)
                    .hasMessageContaining(data.toRealPath().toString())
                    .hasMessageContaining("stop it")
                    .hasMessageContaining("docs-agent.sandbox.data-dir");
            assertThat(status(client, id)).isNotEqualTo("failed");
        }
    }

    @Test
    void a_folder_is_free_again_when_its_sandbox_has_stopped() throws Exception {
        String id;
        try (Sandbox first = start();
                Client client = new Client(first)) {
            id = id(client.create("docs", "[takes 0s] Add a page about rate limits"));
        }

        try (Sandbox second = start();
                Client client = new Client(second)) {
            assertThat(status(client, id)).isNotEqualTo("active");
        }
    }

    @Test
    void a_folder_is_free_again_when_its_sandbox_could_not_listen() throws Exception {
        try (Sandbox other = Sandbox.start(SandboxSettings.of())) {
            URI used = URI.create(other.baseUrl());
            InetSocketAddress address = new InetSocketAddress(used.getHost(), used.getPort());
            assertThatThrownBy(() -> Sandbox.start(settings(), InstantSource.system(), address))
                    .hasMessageContaining("bind");

            start().close();
        }
    }

    private Sandbox start() {
        return Sandbox.start(settings());
    }

    private SandboxSettings settings() {
        return SandboxSettings.of("agent.kind=writer", "data-dir=" + data);
    }

    private static String status(Client client, String id) throws Exception {
        return json(client.get("docs", id)).path("status").stringValue();
    }
}
