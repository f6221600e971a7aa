package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The script of {@code .github/actions/ask}, run with the jar by a shell as GitHub's runner does. */
class AskActionIT {

    private static final Broker BROKER = new EmbeddedBroker();

    private static Sandbox sandbox;
    private static RunningWorker worker;

    @TempDir
    private Path folder;

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
    void the_link_is_an_output_and_in_the_summary() throws Exception {
        assertThat(run("first", "Describe the \"export\" $(exit 9)", "--priority=high\n--expires-in=2h\n"))
                .isZero();

        String link = output("pr-link");
        assertThat(link).startsWith("https://");
        assertThat(output("exit-status")).isEqualTo("0");
        assertThat(folder.resolve("summary")).hasContent("[Pull request](" + link + ")\n");
        assertThat(sandbox.journal().posts("first"))
                .singleElement()
                .asString()
                .contains("Describe the \"export\" $(exit 9)");
    }

    @Test
    void a_job_without_changes_passes_and_one_that_failed_does_not() throws Exception {
        assertThat(run("second", "[no-changes]", "")).isZero();
        assertThat(folder.resolve("summary")).hasContent("Nothing to change.\n");

        assertThat(run("second", "[fail]", "")).isEqualTo(4);
        assertThat(output("exit-status")).isEqualTo("4");
        assertThat(output("pr-link")).isEmpty();
    }

    private int run(String project, String prompt, String options) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script());
        shell.environment()
                .putAll(Map.of(
                        "PATH",
                        Path.of(System.getProperty("java.home"), "bin") + ":" + System.getenv("PATH"),
                        "ASK_JAR",
                        "target/docs-agent-worker.jar",
                        "ASK_PROJECT",
                        project,
                        "ASK_COMMAND_ID",
                        "commit-" + Math.floorMod(prompt.hashCode(), 1000),
                        "ASK_PROMPT",
                        prompt,
                        "ASK_WAIT",
                        "2m",
                        "ASK_OPTIONS",
                        options,
                        "GITHUB_OUTPUT",
                        folder.resolve("output").toString(),
                        "GITHUB_STEP_SUMMARY",
                        folder.resolve("summary").toString()));
        shell.environment()
                .putAll(Map.of(
                        "SPRING_KAFKA_BOOTSTRAP_SERVERS", BROKER.bootstrapServers(),
                        "DOCS_AGENT_TOPICS_REQUESTS", worker.topic("requests"),
                        "DOCS_AGENT_TOPICS_COMMANDS", worker.topic("commands"),
                        "DOCS_AGENT_TOPICS_JOB_STATUS", worker.topic("job-status")));
        return shell.redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start()
                .waitFor();
    }

    private static String script() throws IOException {
        try (InputStream action = Files.newInputStream(Path.of(".github/actions/ask/action.yml"))) {
            JsonNode yaml = JsonMapper.shared().valueToTree(new Yaml().load(action));
            return yaml.at("/runs/steps/0/run").asString();
        }
    }

    /** The last value with that name. */
    private String output(String name) throws IOException {
        return Files.readAllLines(folder.resolve("output")).stream()
                .filter(line -> line.startsWith(name + "="))
                .map(line -> line.substring(name.length() + 1))
                .reduce("", (earlier, last) -> last);
    }
}
