package io.docsagent.worker.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A process of a jar that is on the class path of the tests; it ends with this JVM at the latest. */
final class JarProcess implements AutoCloseable {

    /** Variables of a pipeline that are meant for another worker, or for its one JVM. */
    private static final Pattern OTHERS_SETTINGS =
            Pattern.compile("(DOCS_AGENT|LOGGING|MANAGEMENT|SERVER|SPRING)_.*|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS");

    private static final String CLASSES = "BOOT-INF/classes/io/docsagent/worker/";
    private static final Duration TO_START = Duration.ofSeconds(90);
    private static final Duration TO_STOP = Duration.ofSeconds(30);
    private static final long BETWEEN_LOOKS_MILLIS = 100;
    private static final int LINES_SHOWN = 20;

    private final String name;
    private final Path log;
    private final Process process;
    private final Thread atExit;

    private JarProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
        this.atExit = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** @param settings of Spring, without hyphens in front */
    static JarProcess startWorker(Path home, List<String> settings) {
        return start("worker", "WorkerApplication.class", home, settings);
    }

    static JarProcess startSandbox(Path home, List<String> settings) {
        return start("sandbox", "sandbox/SandboxApplication.class", home, settings);
    }

    /** @param main class by which its jar is found */
    private static JarProcess start(String name, String main, Path home, List<String> settings) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                jar(name, CLASSES + main).toString()));
        settings.forEach(setting -> command.add("--" + setting));
        Path log = home.resolve(name + ".log");
        ProcessBuilder process = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        process.environment()
                .keySet()
                .removeIf(variable -> OTHERS_SETTINGS.matcher(variable).matches());
        try {
            return new JarProcess(name, log, process.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path jar(String name, String main) {
        URL inside = JarProcess.class.getClassLoader().getResource(main);
        if (inside == null) {
            throw new IllegalStateException("The jar of the " + name
                    + " is not on the class path: docs-agent-worker-testing brings it, unless it is excluded.");
        }
        try {
            return Path.of(
                    ((JarURLConnection) inside.openConnection()).getJarFileURL().toURI());
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("The jar of the " + name + " cannot be located from " + inside, e);
        }
    }

    /** Until an address is answered with 200. */
    void awaitReady(URI address) {
        Instant end = Instant.now().plus(TO_START);
        while (!isReady(address)) {
            if (!process.isAlive() || Instant.now().isAfter(end)) {
                throw new IllegalStateException(
                        "The " + name + (process.isAlive() ? " is not ready after " + TO_START : " has ended")
                                + ". The end of " + log + ":\n" + tail());
            }
            try {
                Thread.sleep(BETWEEN_LOOKS_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    private static boolean isReady(URI address) {
        try {
            HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
            connection.setConnectTimeout(1_000);
            connection.setReadTimeout(2_000);
            try {
                return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
            } finally {
                connection.disconnect();
            }
        } catch (IOException notYet) {
            return false;
        }
    }

    private String tail() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(TO_STOP.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}
