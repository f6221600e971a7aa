package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.deploy.Settings;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.server.config.AbstractKafkaConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A shell reads the documents' snippets, and what they name exists: programs, options, files, settings, goals. */
class SnippetsTest {

    private static final Set<String> PROGRAMS = Set.of(
            "java", "./mvnw", "kcat", "kubectl", "docker", "kind", "node", "python3", "git", "gh", "cosign", "curl");

    /** Instead of a program, writes down the names of the variables that it would get, and its words. */
    private static final String RECORDING = """
            shopt -s expand_aliases
            set -u
            for program in cat grep env; do eval "$program() { $(type -P "$program") \\"\\$@\\"; }"; done
            PATH=/nowhere
            record() { { compgen -e; printf '\\0'; printf '%s\\0' "$@"; printf '\\1'; } >> "$RECORD"; }
            cd() { :; }
            trap 'record end' EXIT
            """
            + Stream.concat(PROGRAMS.stream(), KafkaTools.NAMES.stream())
                    .map(program -> "%1$s() { record %1$s \"$@\"; }\n".formatted(program))
                    .collect(Collectors.joining());

    private static final Set<String> OF_THE_SHELL = Set.of("PATH", "RECORD", "COMMIT", "PWD", "OLDPWD", "SHLVL", "_");
    private static final Set<String> LANGUAGES =
            Set.of("sh", "json", "yaml", "xml", "java", "properties", "console", "mermaid");
    private static final Set<String> GOALS =
            Set.of("package", "verify", "install", "test", "test-compile", "spotless:apply", "spring-boot:test-run");

    private record Invocation(List<String> variables, List<String> words) {

        String program() {
            return words.getFirst();
        }

        /** The word after this option. */
        String after(String option) {
            assertThat(words).as("%s in %s", option, words).contains(option);
            return words.get(words.indexOf(option) + 1);
        }

        Stream<String> allAfter(String option) {
            return words.stream()
                    .filter(word -> words.indexOf(word) > 0
                            && words.get(words.indexOf(word) - 1).equals(option));
        }
    }

    @TempDir
    private Path folder;

    static List<Snippet> snippets() {
        return Stream.concat(Snippet.ofShells().stream(), Stream.of(Snippet.ofCompose()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void name_what_there_is(Snippet snippet) throws Exception {
        Path record = folder.resolve("record");

        snippet.run(folder, Map.of("RECORD", record.toString(), "COMMIT", "4f2a91c"), RECORDING);

        List<Invocation> invocations = Arrays.stream(Files.readString(record).split("\1", -1))
                .filter(invocation -> !invocation.isEmpty())
                .map(invocation -> List.of(invocation.split("\0", -1)))
                .map(parts -> new Invocation(parts.getFirst().lines().toList(), parts.subList(1, parts.size() - 1)))
                .toList();
        assertThat(invocations).allSatisfy(SnippetsTest::check);
    }

    /** One of another kind would be read by no test. */
    @Test
    void all_are_fenced_alike_and_in_a_known_language() {
        assertThat(Snippet.documents()).allSatisfy(document -> {
            List<Snippet> snippets = Snippet.of(document).toList();
            assertThat(snippets).extracting(Snippet::language).isSubsetOf(LANGUAGES);
            assertThat(Files.readAllLines(document))
                    .filteredOn(line -> line.contains("```") || line.contains("~~~"))
                    .hasSize(2 * snippets.size());
        });
    }

    @Test
    void settings_of_brokers_exist() throws Exception {
        Properties settings = new Properties();
        settings.load(new StringReader(Snippet.of(Path.of("k8s/README.md"), "properties")
                .findFirst()
                .orElseThrow()
                .text()));

        assertThat(AbstractKafkaConfig.CONFIG_DEF.names()).containsAll(settings.stringPropertyNames());
    }

    @Test
    void the_clients_version_is_this_one() throws IOException {
        String version = Snippet.of(Path.of("src/main/java/io/docsagent/worker/client/README.md"), "xml")
                .flatMap(dependency -> dependency.text().lines().filter(line -> line.contains("<version>")))
                .findFirst()
                .orElseThrow()
                .strip();

        assertThat(Path.of("pom.xml")).content().contains(version + "\n    <relativePath>");
    }

    private static void check(Invocation invocation) throws Exception {
        List<String> words = invocation.words();
        assertThat(invocation.variables())
                .filteredOn(variable -> !OF_THE_SHELL.contains(variable))
                .allSatisfy(variable -> assertSetting(variable, invocation));
        switch (invocation.program()) {
            case "java" -> checkJava(words);
            case "./mvnw" -> checkMaven(invocation);
            case "kcat" -> assertThat(invocation.after("-t")).startsWith("docs-agent.");
            case "kubectl" -> checkKubectl(invocation);
            case "docker" -> checkDocker(invocation);
            case "kind" -> words.stream().skip(3).forEach(SnippetsTest::assertImage);
            case "node", "python3" ->
                assertThat(Path.of("src/main/recipes", words.get(1))).isRegularFile();
            default -> {
                // Its words are not checked.
            }
        }
    }

    private static void assertSetting(String variable, Invocation invocation) throws IOException {
        switch (invocation.program()) {
            case "node", "python3" ->
                assertThat(Path.of("src/main/recipes", invocation.words().get(1)))
                        .content()
                        .contains(variable);
            case "kafka-console-consumer.sh" -> assertThat(variable).isEqualTo("KAFKA_HEAP_OPTS");
            default -> assertThat(Settings.exists(variable)).as(variable).isTrue();
        }
    }

    private static void checkJava(List<String> words) throws Exception {
        List<String> program = words.stream()
                .dropWhile(word -> !word.equals("-jar") && !word.equals("-cp"))
                .toList();
        List<String> arguments = program.subList(2, program.size());
        if (program.getFirst().equals("-cp")) {
            assertThat(Class.forName(arguments.getFirst())).hasDeclaredMethods("main");
        } else if (program.get(1).endsWith("docs-agent-sandbox.jar")) {
            assertThat(arguments).allSatisfy(setting -> assertThat(setting).startsWith("--docs-agent.sandbox."));
            SandboxSettings.of(arguments.stream()
                    .map(setting -> setting.substring("--docs-agent.sandbox.".length()))
                    .toArray(String[]::new));
        } else if (!words.contains("-Djarmode=tools") && !arguments.isEmpty()) {
            assertThat(program.get(1)).endsWith("docs-agent-worker.jar");
            CommandLineTools.with(Map.of(), InputStream.nullInputStream()).parseArgs(arguments.toArray(String[]::new));
        }
    }

    private static void checkMaven(Invocation maven) throws IOException {
        assertThat(maven.allAfter("-f"))
                .allSatisfy(pom -> assertThat(Path.of(pom)).isRegularFile());
        assertThat(maven.words().stream().skip(1).filter(word -> !word.startsWith("-") && !word.endsWith("pom.xml")))
                .isSubsetOf(GOALS);
        try (Stream<Path> sources = Files.walk(Path.of("src"))) {
            List<String> names =
                    sources.map(path -> path.getFileName().toString()).toList();
            assertThat(maven.words().stream().filter(word -> word.matches("-D(it\\.)?test=.*")))
                    .allSatisfy(test -> assertThat(names).contains(test.substring(test.indexOf('=') + 1) + ".java"));
        }
    }

    private static void checkKubectl(Invocation kubectl) throws IOException {
        List<String> words = kubectl.words();
        switch (words.get(1)) {
            case "apply" ->
                assertThat(Path.of(kubectl.after("-k"), "kustomization.yaml")).isRegularFile();
            case "kustomize" ->
                assertThat(Path.of(words.get(2), "kustomization.yaml")).isRegularFile();
            default -> {
                assertThat(words).containsAnyOf("scale", "set").contains("deployment/docs-agent-worker");
                assertThat(Path.of("k8s/base/deployment.yaml")).content().contains("  name: docs-agent-worker\n");
                assertThat(words.stream().filter(word -> word.matches("[A-Z_]+=.*")))
                        .allSatisfy(set -> assertThat(Settings.exists(set.replaceFirst("=.*", "")))
                                .as(set)
                                .isTrue());
            }
        }
    }

    private static void checkDocker(Invocation docker) throws IOException {
        if (docker.words().get(1).equals("compose")) {
            checkCompose(docker);
            return;
        }
        assertThat(docker.words()).startsWith("docker", "build").endsWith(".");
        assertImage(docker.after("-t"));
        Path file = Path.of(docker.after("-f"));
        assertThat(docker.allAfter("--target"))
                .allSatisfy(target -> assertThat(file).content().contains(" AS " + target + "\n"));
    }

    private static void checkCompose(Invocation compose) {
        assertThat(compose.words().stream().skip(2).filter(word -> !word.startsWith("-")))
                .isSubsetOf("up", "down", "worker=2", "observability");
        assertThat(compose.words().stream().filter(word -> word.startsWith("-")))
                .isSubsetOf("--volumes", "--profile", "--scale");
        assertThat(Path.of("docker-compose.yml")).content().contains("\n  worker:\n", "profiles: [observability]\n");
    }

    private static void assertImage(String image) {
        assertThat(Path.of("k8s/overlays/dev/kustomization.yaml"))
                .content()
                .contains("- name: %s\n    newTag: %s\n".formatted((Object[]) image.split(":", -1)));
    }
}
