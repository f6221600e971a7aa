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
 * A rule of the design, and a change of one production class after which it does not hold.
 *
 * @param sentence what holds
 * @param seed of the first run that noticed its absence when this was written; other code may need a later one
 * @param name of the class, such as {@code domain/Decider}
 * @param from occurs exactly once in its source, whatever the white space between its words
 */
record Rule(String sentence, long seed, String name, String from, String to) {

    private static final Path PRODUCTION = Path.of("src/main/java/io/docsagent/worker");

    Path file() {
        return PRODUCTION.resolve(name + ".java");
    }

    /** The source of the class without the rule. */
    String changed() {
        String text = read();
        List<MatchResult> found = anyWhiteSpace().matcher(text).results().toList();
        if (found.size() != 1) {
            throw new IllegalStateException("The rule that " + sentence + " no longer fits " + file()
                    + ", which contains this " + found.size() + " times:\n" + from);
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

    private String read() {
        try {
            return Files.readString(file());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Rules are read from the project's directory: " + file().toAbsolutePath(), e);
        }
    }

    @Override
    public String toString() {
        return sentence;
    }
}
