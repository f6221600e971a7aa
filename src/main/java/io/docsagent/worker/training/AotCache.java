package io.docsagent.worker.training;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The file in which a JVM keeps classes and profiles for later starts.
 *
 * @param jar with which the worker is run
 * @param options of the JVM with which the worker is run
 */
record AotCache(Path file, String jar, List<String> options) {

    void delete() throws IOException {
        Files.deleteIfExists(file);
    }

    /** What {@code java} is given to run the worker and record the cache when it ends. */
    List<String> recording() {
        return java("-XX:AOTCacheOutput=" + file, "-jar", jar);
    }

    /** Without the mode, a JVM that cannot use the cache silently starts without it. */
    void requireUsable() throws IOException, InterruptedException {
        if (!Files.exists(file)) {
            throw new IllegalStateException("The JVM recorded no AOT cache in " + file
                    + ". It must be Java 25 or later, and the worker's jar must be unpacked");
        }
        List<String> command = new ArrayList<>(List.of(JvmProcess.JAVA));
        command.addAll(java("-XX:AOTMode=on", "-XX:AOTCache=" + file, "-cp", jar, "-version"));
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IllegalStateException(
                    "The JVM cannot use the AOT cache that it recorded in " + file + "; its reason is above");
        }
    }

    private List<String> java(String... more) {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of(more));
        return arguments;
    }
}
