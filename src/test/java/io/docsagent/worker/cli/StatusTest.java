package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.Tool.Result;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Ports;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tools show of a worker's projects, from Kafka and from its management port. */
class StatusTest {

    private static final String TOKEN = "0123456789abcdef";

    @Test
    void what_waits_why_and_what_the_quota_still_has(@TempDir Path home) throws IOException {
        Path token = Files.writeString(home.resolve("token"), TOKEN);
        int port = Ports.free();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1m"));
                RunningWorker worker = RunningWorker.start(
                        new EmbeddedBroker(),
                        sandbox,
                        "docs-agent.quota.capacity=1",
                        "management.server.port=" + port,
                        "docs-agent.management.token-file=" + token);
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            Tool tool = new Tool(worker);
            String[] named = {"--worker", "http://localhost:" + port, "--token-file", token.toString()};
            assertThat(tool.run("projects").out()).isEqualTo("No commands are waiting, in flight or unknown.\n");
            Result nothing = tool.run("status", "docs");
            assertThat(nothing.out()).isEqualTo("0 waiting, 0 in flight, 0 unknown.\n");
            assertThat(nothing.err()).contains("--worker shows it always");

            publisher.create("docs", "c1", "Describe the export");
            publisher.create("docs", "c2", "Describe the import");
            events.await(Subscriber.type("command.queued"));
            assertThat(tool.run(with(named, "status", "docs")).out())
                    .contains("Quota: 0 of 1 uses left; the next is allowed at 2");
            assertThat(tool.run("hold", "--project", "docs", "--by", "alice", "--reason", "moved")
                            .status())
                    .isZero();

            Result status = tool.run(with(named, "status", "docs"));
            assertThat(status.status()).as(status.err()).isZero();
            assertThat(status.out())
                    .startsWith("1 waiting, ")
                    .containsPattern("\nCOMMAND +STATE +WHY +POSITION +SINCE +EXPECTED\n")
                    .containsPattern("\nc2 +queued +(quota|operator) +1 +20")
                    .contains("Quota: 0 of 1 uses left.\n")
                    .containsPattern("Held by alice since 20\\S+: moved\n");
            assertThat(tool.run("status", "docs", "c1").out())
                    .containsPattern("commandId +c1\n")
                    .containsPattern("state +accepted\n")
                    .doesNotContain("Quota");
            assertThat(tool.run("status", "docs", "c2", "--json").out())
                    .startsWith("{\"projectId\":\"docs\"")
                    .contains("\"state\":\"queued\"")
                    .hasLineCount(1);
            assertThat(tool.run(with(named, "projects")).out())
                    .containsPattern("PROJECT .* USES LEFT +NEXT USE +HELD FOR +UNTIL\n")
                    .containsPattern("docs +1 +0 +0 +(quota|operator) +20\\S+ +0 of 1 +- +operator +-\n");

            assertThat(tool.run("usage", "--since", "1h").out()).containsPattern("\ndefault +docs +1 +1 +0 +0 +-\n");
            assertThat(tool.run("usage", "--json").out())
                    .endsWith(
                            ",\"usage\":[{\"publisher\":\"default\",\"projectId\":\"docs\",\"uses\":1,\"jobs\":1,\"pullRequests\":0,\"withoutChanges\":0}]}\n");
            Result unknown = tool.run("status", "docs", "none");
            assertThat(unknown.status()).isEqualTo(1);
            assertThat(unknown.err()).contains("no known command none: it was never received");
            Result refused = tool.run("projects", "--worker", "http://localhost:" + port);
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.err()).contains("did not accept the token").hasLineCount(1);
            Result away = tool.run("projects", "--worker", "http://localhost:" + Ports.free());
            assertThat(away.status()).isEqualTo(1);
            assertThat(away.err()).contains("does not answer").hasLineCount(1);
            assertThat(tool.run("status", "a/b").status()).isEqualTo(2);
        }
    }

    private static String[] with(String[] more, String... args) {
        return Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
    }
}
