package io.docsagent.worker.simulation.rule;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A change of one source file, by its text.
 *
 * @param file from the project's directory
 * @param from occurs exactly once in the file, whatever the white space between its words
 */
record Change(Path file, String from, String to) {

    private static final Path PRODUCTION = Path.of("src/main/java/io/docsagent/worker");
    private static final Path TEST = Path.of("src/test/java/io/docsagent/worker");

    /** Of a production class, such as {@code domain/Decider}. */
    static Change of(String name, String from, String to) {
        return new Change(PRODUCTION.resolve(name + ".java"), from, to);
    }

    /** Of a class of the simulation, where what is relied on is Kafka's. */
    static Change ofModel(String name, String from, String to) {
        return new Change(TEST.resolve("simulation/" + name + ".java"), from, to);
    }

    /** The text of the file with the change, given the text so far. */
    String applyTo(String text) {
        List<MatchResult> found = anyWhiteSpace().matcher(text).results().toList();
        if (found.size() != 1) {
            throw new IllegalStateException(
                    "The rule no longer fits " + file + ", which contains this " + found.size() + " times:\n" + from);
        }
        return text.substring(0, found.getFirst().start())
                + to
                + text.substring(found.getFirst().end());
    }

    /** However it is indented, and wherever its lines are broken. */
    private Pattern anyWhiteSpace() {
        return Pattern.compile(
                Stream.of(from.strip().split("\\s+")).map(Pattern::quote).collect(Collectors.joining("\\s+")));
    }

    String read() {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("Rules are read from the project's directory: " + file.toAbsolutePath(), e);
        }
    }
}
