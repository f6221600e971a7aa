package io.docsagent.worker.bench;

import io.docsagent.worker.harness.ChildJvm;
import io.docsagent.worker.harness.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A program of any language that this JVM has started; it ends with this JVM, and writes to a file of its own. */
final class ChildProcess implements AutoCloseable {

    private static final AtomicInteger STARTED = new AtomicInteger();
    private static final Duration TO_END = Duration.ofSeconds(30);

    private final Process process;
    private final Path log;

    private ChildProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
    }

    /**
     * Starts a program.
     *
     * @param name of the file that its output goes to
     * @param folder that it works in
     * @param environment beside this JVM's own
     */
    static ChildProcess start(String name, Path folder, Map<String, String> environment, List<String> command) {
        Path log = ChildJvm.log("peer-" + STARTED.incrementAndGet() + "-" + name);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        try {
            return new ChildProcess(builder.start(), log.toAbsolutePath());
        } catch (IOException e) {
            throw new IllegalStateException("Cannot start " + command.getFirst() + "; is it installed?", e);
        }
    }

    /** Runs a program to its end, which must be a good one. */
    static void run(String name, Path folder, Map<String, String> environment, List<String> command) {
        ChildProcess child = start(name, folder, environment, command);
        try {
            if (child.process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + " failed; see " + child.log);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Waits until a line of its output contains a text. */
    void awaitLine(String text) {
        Waiting.untilTrue("'" + text + "' in " + log, () -> {
            requireAlive();
            try (Stream<String> lines = Files.lines(log)) {
                return lines.anyMatch(line -> line.contains(text));
            }
        });
    }

    void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException("A program ended early; see " + log);
        }
    }

    /** The memory of all processes that this JVM has started; pages that several share are divided between them. */
    static long residentBytesOfAll() {
        return ProcessHandle.current()
                .descendants()
                .mapToLong(ChildProcess::residentBytes)
                .sum();
    }

    private static long residentBytes(ProcessHandle handle) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(handle.pid()), "smaps_rollup"))) {
            Optional<String> proportional =
                    lines.filter(line -> line.startsWith("Pss:")).findFirst();
            return proportional
                    .map(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .orElse(0L);
        } catch (IOException | UncheckedIOException ended) {
            return 0;
        }
    }

    /** SIGKILL to it and to all that it has started. */
    void kill() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        awaitEnd();
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(TO_END.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks it to end, and waits until it has. */
    @Override
    public void close() {
        process.destroy();
        awaitEnd();
        kill();
    }
}
