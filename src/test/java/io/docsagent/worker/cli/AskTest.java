package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.Tool.Result;
import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.client.DocsAgentClient;
import io.docsagent.worker.client.Outcome;
import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tool as pipelines use it, with a worker, a broker and a service. */
@Order(2)
class AskTest {

    private static final Broker BROKER = new EmbeddedBroker();

    private static Sandbox sandbox;
    private static RunningWorker worker;

    @BeforeAll
    static void start() {
        sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=500ms"));
        worker = RunningWorker.start(BROKER, sandbox);
    }

    @AfterAll
    static void stop() {
        worker.close();
        sandbox.close();
    }

    @Test
    void the_prompt_comes_from_standard_input_and_the_last_event_is_printed() throws Exception {
        Result result = new Tool(worker)
                .runAsProcess("Describe the export", withName("--project", "stdin", "--command-id", "b1", "--json"));

        assertThat(result.status()).isZero();
        assertThat(result.out())
                .startsWith("{")
                .contains("\"job.completed\"", "\"prLink\":\"https://")
                .hasLineCount(1);
        assertThat(result.err()).contains("sent to the service", "job ", ": completed");
    }

    @Test
    void an_unknown_outcome_names_the_operation_that_resolves_it() {
        Result result = ask("--project", "unknown", "--command-id", "it's", "--prompt", "Change it [answer 500]");

        assertThat(result.err())
                .contains("docs-agent-worker resolve --project unknown --command-id 'it'\\''s' --as taken --job JOB");
    }

    @Test
    void the_help_names_defaults() {
        assertThat(ask("--help").out()).contains("default: 30m.");
    }

    @Test
    void wrong_use_names_the_option_and_what_is_wanted() {
        assertMisused("--project", "--command-id", "d1", "--prompt", "Hello");
        assertMisused("--prompt", "--project", "docs", "--command-id", "d1");
        assertMisused(
                "not a valid duration", "--project", "docs", "--command-id", "d1", "--prompt", "x", "--wait", "soon");
        assertMisused("--project: projectId must be", "--project", "a/b", "--command-id", "d1", "--prompt", "x");
        assertMisused("--command-id: ", "--project", "p", "--command-id", "d".repeat(129), "--prompt", "x");
        assertMisused("--job: ", "--project", "p", "--command-id", "d", "--prompt", "x", "--job", "..");
        assertMisused("--metadata: ", "--project", "p", "--command-id", "d", "--prompt", "x", "--metadata", "=x");
        assertMisused("--prompt: ", "--project", "p", "--command-id", "d", "--prompt", "");
        assertMisused("--coalesce", "--project", "docs", "--command-id", "d1", "--prompt", "x", "--coalesce", "main");
        String[] coalescing = {"--project", "p", "--command-id", "d", "--prompt", "x", "--coalesce", "k=append"};
        assertMisused("--quiet: coalesce.quiet must", with(coalescing, "--quiet", "99999d"));
        assertMisused("--at-most: coalesce.atMost must", with(coalescing, "--quiet", "1m", "--at-most", "99999d"));
        String[] later = {"--project", "p", "--command-id", "d", "--prompt", "x", "--not-before", "2099-01-01T00:00:00Z"
        };
        assertMisused("--expires-in: expiresAt must be after notBefore", with(later, "--expires-in", "1h"));
        assertMisused(
                "--job", "--project", "p", "--command-id", "d", "--prompt", "x", "--job", "j", "--create-command", "c");
    }

    private static void assertMisused(String named, String... args) {
        Result result = ask(args);
        assertThat(result.status()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).contains(named, "Try ask --help").hasLineCount(2);
    }

    @Test
    void a_prompt_that_is_not_utf_8_is_refused_wherever_it_comes_from(@TempDir Path home) throws IOException {
        byte[] latin = "Beschreibe den Export für Händler".getBytes(StandardCharsets.ISO_8859_1);
        String[] asked = withName("--project", "latin", "--command-id", "l1");

        Result input = new Tool(worker).run(new ByteArrayInputStream(latin), asked);
        assertThat(input.status()).as(input.err()).isEqualTo(2);
        assertThat(input.err()).startsWith("Standard input cannot be read as UTF-8: ");
        String file = Files.write(home.resolve("prompt"), latin).toString();
        assertMisused(
                "--prompt-file: cannot be read as UTF-8",
                "--project",
                "latin",
                "--command-id",
                "l1",
                "--prompt-file",
                file);
    }

    @Test
    void settings_come_from_a_file(@TempDir Path home) throws IOException {
        Path config = Files.writeString(home.resolve("kafka.properties"), "bootstrap.servers=nonsense");
        Result result = ask("--project", "d", "--command-id", "e", "--prompt", "x", "--config", config.toString());

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.err()).contains("bootstrap.servers", "nonsense").doesNotContain("\tat ");
    }

    @Test
    void an_interrupted_one_cancels_its_command_where_that_is_wanted() throws Exception {
        Process process = new Tool(worker)
                .start(withName(
                        "--project",
                        "interrupted",
                        "--command-id",
                        "f1",
                        "--create-command",
                        "none",
                        "--prompt",
                        "Wait",
                        "--cancel-on-interrupt"));
        try (DocsAgentClient client = DocsAgentClient.of(ClientSettings.of(BROKER.bootstrapServers())
                .withTopics(worker.topic("requests"), worker.topic("commands"), worker.topic("job-status")))) {
            List<Object> changes = new CopyOnWriteArrayList<>();
            var end = client.ended("interrupted", "f1", Duration.ofMinutes(1), changes::add);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !changes.isEmpty());
            process.toHandle().destroy();

            assertThat(end.join().outcome()).isEqualTo(Outcome.CANCELLED);
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static Result ask(String... args) {
        return new Tool(worker).run(withName(args));
    }

    private static String[] withName(String... args) {
        return with(new String[] {"ask"}, args);
    }

    private static String[] with(String[] args, String... more) {
        return Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
    }
}
