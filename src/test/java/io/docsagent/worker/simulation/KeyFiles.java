package io.docsagent.worker.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.util.FileSystemUtils;

/** The files with keys that an instance reads; an operator writes them some time after the service's keys change. */
final class KeyFiles {

    private static final Path ALL = Path.of("target", "simulation");

    private final Path folder;

    KeyFiles(ServiceKeys keys) {
        try {
            // Of its own, also where runs of other class loaders go on at the same time.
            folder = Files.createTempDirectory(Files.createDirectories(ALL), "keys-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        write(keys);
    }

    Path shared() {
        return folder.resolve("shared");
    }

    /** The folder of the keys of single projects. */
    Path own() {
        return folder.resolve("own");
    }

    void write(ServiceKeys keys) {
        try {
            Files.createDirectories(own());
            write(shared(), keys.shared());
            for (var key : keys.own().entrySet()) {
                write(own().resolve(key.getKey()), key.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Not the same again: when it was written, which the worker looks at, is not the simulation's time. */
    private static void write(Path file, String key) throws IOException {
        if (!Files.exists(file) || !Files.readString(file).equals(key)) {
            Files.writeString(file, key);
        }
    }

    void delete() {
        try {
            boolean unused = FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
