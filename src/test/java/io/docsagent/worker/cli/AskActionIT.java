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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    @Test
    void only_the_first_line_is_the_link() throws Exception {
        Path java = folder.resolve("java");
        Files.writeString(java, "#!/bin/sh\nprintf 'https://one\\nexit-status=9\\n'\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();

        assertThat(run(folder, "third", "Any", "")).isZero();
        assertThat(folder.resolve("output")).hasContent("exit-status=0\npr-link=https://one\n");
        assertThat(folder.resolve("summary")).hasContent("[Pull request](https://one)\n");
    }

    @Test
    void each_input_is_declared_and_used() throws Exception {
        JsonNode action = action();
        Matcher used = Pattern.compile("inputs\\.([a-z-]+)")
                .matcher(action.at("/runs/steps/0/env").toString());

        assertThat(used.results().map(each -> each.group(1)))
                .containsExactlyInAnyOrderElementsOf(action.get("inputs").propertyNames());
    }

    private int run(String project, String prompt, String options) throws IOException, InterruptedException {
        return run(Path.of(System.getProperty("java.home"), "bin"), project, prompt, options);
    }

    private int run(Path java, String project, String prompt, String options) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script());
        shell.environment()
                .putAll(Map.of(
                        "PATH",
                        java + ":" + System.getenv("PATH"),
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
        return action().at("/runs/steps/0/run").asString();
    }

    private static JsonNode action() throws IOException {
        try (InputStream action = Files.newInputStream(Path.of(".github/actions/ask/action.yml"))) {
            return JsonMapper.shared().valueToTree(new Yaml().load(action));
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
