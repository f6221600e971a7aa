package io.docsagent.worker.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.OlderJava;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is in the jars of worker and sandbox. */
class PackagedJarsIT {

    private static final String CLASSES = "BOOT-INF/classes/";
    private static final String SANDBOX = CLASSES + "io/docsagent/worker/sandbox/";
    private static final List<String> LIBRARIES_OF_THE_SANDBOX =
            List.of("org.eclipse.jgit", "JavaEWAH", "commons-codec", "commonmark");

    /** For the pages that both have. */
    private static final String TEMPLATES = "jmustache";

    @Test
    void the_workers_jar_has_nothing_of_the_sandbox() throws IOException {
        List<String> worker = entries("worker");

        assertThat(worker)
                .contains(CLASSES + "io/docsagent/worker/WorkerApplication.class", CLASSES + "application.yaml")
                .noneMatch(entry -> entry.startsWith(SANDBOX) || entry.startsWith(CLASSES + "sandbox"));
        assertThat(libraries(worker))
                .anyMatch(library -> library.startsWith("kafka-streams"))
                .anyMatch(library -> library.startsWith(TEMPLATES))
                .noneMatch(library -> LIBRARIES_OF_THE_SANDBOX.stream().anyMatch(library::startsWith));
    }

    @Test
    void the_sandboxs_jar_has_all_of_it_and_nothing_of_the_worker() throws IOException {
        List<String> sandbox = entries("sandbox");

        assertThat(LIBRARIES_OF_THE_SANDBOX)
                .allSatisfy(name -> assertThat(libraries(sandbox)).anyMatch(library -> library.startsWith(name)));
        assertThat(libraries(sandbox))
                .anyMatch(library -> library.startsWith(TEMPLATES))
                .noneMatch(library -> library.startsWith("kafka"));
        assertThat(sandbox)
                .contains(SANDBOX + "SandboxApplication.class", CLASSES + "sandbox.yaml")
                .filteredOn(entry -> entry.startsWith(CLASSES) && entry.endsWith(".class"))
                .allMatch(entry -> entry.startsWith(SANDBOX));
    }

    /** Compiled for Java 8, so that an older Java can run it too, and not only one that says that it is older. */
    @ParameterizedTest
    @ValueSource(strings = {"worker", "sandbox"})
    void with_an_older_java_they_say_which_one_they_need(String name, @TempDir Path folder)
            throws IOException, InterruptedException {
        String jar = "target/docs-agent-" + name + ".jar";
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        jar + File.pathSeparator + "target/test-classes",
                        OlderJava.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean hasEnded = process.waitFor(30, TimeUnit.SECONDS);
        process.destroyForcibly();

        assertThat(hasEnded).isTrue();
        assertThat(output).content().startsWith("docs-agent needs Java 21 or later, but this is Java 17 (");
        assertThat(process.exitValue()).isEqualTo(1);
        try (JarFile file = new JarFile(jar);
                var start = new DataInputStream(file.getInputStream(file.getEntry("io/docsagent/start/Start.class")))) {
            assertThat(file.getManifest().getMainAttributes().getValue("Main-Class"))
                    .isEqualTo("io.docsagent.start.Start");
            start.readInt();
            assertThat(start.readInt()).as("version of the class file").isEqualTo(52);
        }
    }

    private static List<String> entries(String jar) throws IOException {
        try (JarFile file = new JarFile("target/docs-agent-" + jar + ".jar")) {
            return file.stream().map(ZipEntry::getName).toList();
        }
    }

    private static Stream<String> libraries(List<String> entries) {
        return entries.stream()
                .filter(entry -> entry.startsWith("BOOT-INF/lib/"))
                .map(entry -> entry.substring("BOOT-INF/lib/".length()));
    }
}
