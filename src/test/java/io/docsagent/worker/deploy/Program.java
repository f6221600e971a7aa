package io.docsagent.worker.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program on the PATH; a test that needs one is skipped where it is not there. */
public final class Program {

    private Program() {}

    public static void require(String name) {
        boolean found = List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
        assumeTrue(found, () -> "skipped: " + name + " is not on the PATH");
    }

    /** What it prints to standard output; fails where it does. */
    static String run(String name, String... arguments) {
        require(name);
        List<String> command = new ArrayList<>(List.of(name));
        command.addAll(List.of(arguments));
        try {
            Path errors = Files.createTempFile(name, ".err");
            Process process =
                    new ProcessBuilder(command).redirectError(errors.toFile()).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.waitFor();
            assertThat(exit)
                    .as("%s%n%s%n%s", String.join(" ", command), output, Files.readString(errors))
                    .isZero();
            Files.delete(errors);
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
