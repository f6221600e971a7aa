package io.docsagent.worker.simulation.rule;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A change of one source file, by its text.
 *
 * @param file from the project's directory
 * @param from occurs exactly once in the file
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
        int at = text.indexOf(from);
        if (at < 0 || text.indexOf(from, at + 1) >= 0) {
            throw new IllegalStateException("The rule no longer fits " + file + ", which contains "
                    + (at < 0 ? "nowhere" : "more than once") + ":\n" + from);
        }
        return text.substring(0, at) + to + text.substring(at + from.length());
    }

    String read() {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("Rules are read from the project's directory: " + file.toAbsolutePath(), e);
        }
    }
}
