package io.docsagent.worker.training;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Worker or sandbox in a JVM of its own; what it logged last is in the message of every failure. */
final class JvmProcess implements AutoCloseable {

    static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static final Duration TO_START = Duration.ofMinutes(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    /** The JVM makes the cache at its end, which takes most of this. */
    private static final Duration TO_END = Duration.ofMinutes(5);

    /** 128 and SIGTERM, which asks the worker to end in good order. */
    private static final int ASKED_TO_END = 143;

    private static final int SHOWN_LINES = 100;

    /** What the JVM logs of each class that is not in the cache, at its end: hundreds of lines after the worker's last. */
    private static final Pattern ABOUT_CACHE = Pattern.compile("^\\[[0-9.]+s]\\[warning]\\[aot]");

    private final String name;
    private final Process process;
    private final Path log;

    private JvmProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /** @param program what {@code java} is given to run it */
    static JvmProcess start(String name, List<String> program, List<String> settings) throws IOException {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(program);
        command.addAll(settings);
        Path log = Files.createTempFile("training-", ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        // Settings of another one, such as its key, would meet those of this one.
        builder.environment()
                .keySet()
                .removeIf(variable -> variable.startsWith("DOCS_AGENT_") || variable.startsWith("DOCSAGENT_"));
        return new JvmProcess(name, builder.start(), log);
    }

    /** Until this address is answered with 200. */
    void awaitReadiness(URI address) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TO_START.toNanos();
        HttpRequest question =
                HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(5)).build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            while (!isReady(http, question)) {
                requireAlive();
                if (System.nanoTime() > deadline) {
                    throw failure("The " + name + " was not ready within " + TO_START.toSeconds() + " s");
                }
                Thread.sleep(BETWEEN_LOOKS);
            }
        }
    }

    private static boolean isReady(HttpClient http, HttpRequest question) throws InterruptedException {
        try {
            return http.send(question, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    void requireAlive() {
        if (!process.isAlive()) {
            throw failure("The " + name + " ended during the training");
        }
    }

    /** Ends it as its operator would. */
    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(TO_END.toMillis(), TimeUnit.MILLISECONDS)) {
            throw failure("The " + name + " did not end within " + TO_END.toSeconds() + " s");
        }
        if (process.exitValue() != ASKED_TO_END) {
            throw failure("The " + name + " ended with status " + process.exitValue());
        }
    }

    IllegalStateException failure(String message) {
        return new IllegalStateException(message + "; it logged last:" + System.lineSeparator() + endOfLog());
    }

    private String endOfLog() {
        try (Stream<String> lines = Files.lines(log)) {
            List<String> ofWorker =
                    lines.filter(line -> !ABOUT_CACHE.matcher(line).find()).toList();
            return String.join(
                    System.lineSeparator(),
                    ofWorker.subList(Math.max(0, ofWorker.size() - SHOWN_LINES), ofWorker.size()));
        } catch (IOException | UncheckedIOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        Files.deleteIfExists(log);
    }
}
