package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.Tool.Result;
import io.docsagent.worker.deploy.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A block of code in a document. */
public record Snippet(Path document, String language, String text) {

    private static final Pattern FENCED = Pattern.compile("(?ms)^( *)```(\\w+)\\n(.*?)^\\1```$");

    /** Of all documents, without the placeholders, which a shell would take for redirections. */
    static List<Snippet> ofShells() {
        return documents()
                .flatMap(document -> of(document, "sh"))
                .map(snippet -> snippet.with("<[a-z ]+>", "placeholder"))
                .toList();
    }

    /** In the comment at the top of docker-compose.yml: lines that begin with a program or a variable. */
    static Snippet ofCompose() {
        Path compose = Path.of("docker-compose.yml");
        String commands = text(compose)
                .lines()
                .takeWhile(line -> line.startsWith("#"))
                .map(line -> line.substring(1).strip())
                .filter(line -> line.matches("(docker compose |\\./mvnw |DOCS_AGENT_).*"))
                .collect(Collectors.joining("\n"));
        return new Snippet(compose, "sh", commands);
    }

    static Stream<Path> documents() {
        return Stream.of(
                        "README.md",
                        ".github",
                        "k8s",
                        "schemas",
                        "src/docs",
                        "src/main/java",
                        "src/main/recipes",
                        "src/test",
                        "src/bench")
                .flatMap(Snippet::documents);
    }

    private static Stream<Path> documents(String root) {
        try (Stream<Path> files = Files.walk(Path.of(root))) {
            return files.filter(path -> path.toString().endsWith(".md")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Stream<Snippet> of(Path document, String language) {
        return of(document).filter(snippet -> snippet.language().equals(language));
    }

    static Stream<Snippet> of(Path document) {
        return FENCED.matcher(text(document))
                .results()
                .map(block ->
                        new Snippet(document, block.group(2), block.group(3).replaceAll("(?m)^" + block.group(1), "")));
    }

    Snippet with(String pattern, String replacement) {
        return new Snippet(document, language, text.replaceAll(pattern, replacement));
    }

    /** What it prints to standard output where these lines come before it; nothing may be on standard error. */
    String run(Path folder, Map<String, String> environment, String before) throws Exception {
        Program.require("bash");
        Path script = Files.writeString(folder.resolve("snippet.sh"), before + text);
        ProcessBuilder bash = new ProcessBuilder("bash", "--noprofile", "--norc", script.toString());
        bash.directory(folder.toFile()).environment().keySet().retainAll(Set.of("PATH"));
        bash.environment().putAll(environment);
        Result result = Tool.result(bash, "");
        assertThat(result.err()).as(toString()).isEmpty();
        return result.out();
    }

    @Override
    public String toString() {
        return document + ": " + text.lines().findFirst().orElse("");
    }

    private static String text(Path document) {
        try {
            return Files.readString(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
