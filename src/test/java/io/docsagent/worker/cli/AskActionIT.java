package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.deploy.Program;
import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The scripts of {@code .github/actions/ask} and of the recipes for pipelines, run with the jar by a shell. */
class AskActionIT {

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin");
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
        Files.writeString(java, "#!/bin/sh\ncat > /dev/null\nprintf 'https://one\\nexit-status=9\\n'\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();

        assertThat(run(folder, "third", "Any", "")).isZero();
        assertThat(folder.resolve("output")).hasContent("exit-status=0\npr-link=https://one\n");
        assertThat(folder.resolve("summary")).hasContent("[Pull request](https://one)\n");
    }

    /** The settings of Kafka, which are secrets there, are replaced, and nobody wants to wait for two minutes. */
    @Test
    void the_recipe_for_github_puts_one_link_into_the_summaries_of_three_pushes() throws Exception {
        Program.require("curl");
        JsonNode steps = yaml("src/main/recipes/github-actions.yaml").at("/jobs/docs/steps");
        String script = scripts(steps.findValues("run")).replace("${{ vars.DOCS_AGENT_WORKER_JAR }}", jar());

        List<CompletableFuture<String>> pushes = Stream.of("4f2a91c", "5b10cc2")
                .map(commit -> CompletableFuture.supplyAsync(() -> summaryOf(commit, script)))
                .toList();
        List<String> summaries =
                new ArrayList<>(pushes.stream().map(CompletableFuture::join).toList());
        assertThat(sandbox.journal().posts("docs-site"))
                .singleElement()
                .satisfies(post -> assertThat(post.prompt())
                        .contains("Document what commit 4f2a91c of docs/site changed.", "\n\n")
                        .contains("Document what commit 5b10cc2 of docs/site changed."));
        summaries.add(summaryOf("6c3d0e1", script));

        assertThat(summaries).hasSize(3).containsOnly(summaries.getFirst());
        assertThat(summaries.getFirst()).matches("\\[Pull request]\\(https://\\S+\\)\n");
        assertThat(sandbox.journal().posts("docs-site")).hasSize(2);
    }

    private String summaryOf(String commit, String script) {
        try {
            Path own = Files.createDirectory(folder.resolve(commit));
            assertThat(bash(
                            JAVA,
                            own,
                            shortly(script),
                            Map.of(
                                    "GITHUB_STEP_SUMMARY",
                                    own.resolve("summary").toString(),
                                    "GITHUB_SHA",
                                    commit,
                                    "GITHUB_REF_NAME",
                                    "main",
                                    "GITHUB_REPOSITORY",
                                    "docs/site")))
                    .isZero();
            return Files.readString(own.resolve("summary"));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String shortly(String script) {
        assertThat(script).contains("--quiet 2m");
        return script.replace("--quiet 2m", "--quiet 10s");
    }

    @Test
    void the_recipe_for_gitlab_puts_the_link_into_its_artifact() throws Exception {
        Program.require("curl");
        JsonNode job = yaml("src/main/recipes/gitlab-ci.yaml").get("docs");

        assertThat(bash(
                        JAVA,
                        folder,
                        shortly(scripts(job.get("script").valueStream().toList()))
                                .replace("docs-site", "docs-gitlab"),
                        Map.of(
                                "DOCS_AGENT_WORKER_JAR", jar(),
                                "CI_COMMIT_SHA", "5f2a91c",
                                "CI_COMMIT_BRANCH", "gitlab",
                                "CI_PROJECT_PATH", "docs/site")))
                .isZero();

        assertThat(folder.resolve(job.at("/artifacts/paths/0").asString()))
                .content()
                .matches("https://\\S+\n");
    }

    private static String scripts(List<JsonNode> scripts) {
        return scripts.stream().map(JsonNode::asString).collect(Collectors.joining("\n"));
    }

    private static String jar() {
        return Path.of("target/docs-agent-worker.jar").toUri().toString();
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
        return run(JAVA, project, prompt, options);
    }

    private int run(Path java, String project, String prompt, String options) throws IOException, InterruptedException {
        return bash(
                java,
                Path.of(""),
                action().at("/runs/steps/0/run").asString(),
                Map.of(
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
                        options));
    }

    private int bash(Path java, Path home, String script, Map<String, String> variables)
            throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
                .directory(home.toAbsolutePath().toFile());
        shell.environment()
                .putAll(Map.of(
                        "PATH", java + ":" + System.getenv("PATH"),
                        "GITHUB_OUTPUT", folder.resolve("output").toString(),
                        "GITHUB_STEP_SUMMARY", folder.resolve("summary").toString(),
                        "SPRING_KAFKA_BOOTSTRAP_SERVERS", BROKER.bootstrapServers(),
                        "DOCS_AGENT_TOPICS_REQUESTS", worker.topic("requests"),
                        "DOCS_AGENT_TOPICS_COMMANDS", worker.topic("commands"),
                        "DOCS_AGENT_TOPICS_JOB_STATUS", worker.topic("job-status")));
        shell.environment().putAll(variables);
        return shell.redirectErrorStream(true)
                .redirectOutput(Files.createTempFile(folder, "log", null).toFile())
                .start()
                .waitFor();
    }

    private static JsonNode action() throws IOException {
        return yaml(".github/actions/ask/action.yml");
    }

    private static JsonNode yaml(String file) throws IOException {
        try (InputStream yaml = Files.newInputStream(Path.of(file))) {
            return JsonMapper.shared().valueToTree(new Yaml().load(yaml));
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
