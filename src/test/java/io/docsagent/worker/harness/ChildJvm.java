package io.docsagent.worker.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A JVM that this one started; it ends with this one, and writes to a file of its own. */
public final class ChildJvm implements AutoCloseable {

    private static final Path LOGS = Path.of("target", "bench");
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"), "bin");
    private static final Pattern HEAP_USED =
            Pattern.compile("(?m)^\\s*(?:garbage-first heap|DefNew|Tenured)\\s.*? used (\\d+)K");
    private static final AtomicInteger STARTED = new AtomicInteger();
    private static final Duration TO_END = Duration.ofMinutes(1);

    private final Process process;
    private final Path log;

    private ChildJvm(Process process, Path log) {
        this.process = process;
        this.log = log;
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    public static ChildJvm ofMain(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(onClasspath(main));
        command.addAll(List.of(arguments));
        return startAnew(main.getSimpleName(), command);
    }

    /** Runs {@code java} with these arguments; its output goes to a new file of that name. */
    public static ChildJvm startAnew(String name, List<String> command) {
        Path log = log(STARTED.incrementAndGet() + "-" + name);
        try {
            Files.deleteIfExists(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return start(log, command);
    }

    /** The file for what a process has to say. */
    public static Path log(String name) {
        try {
            return Files.createDirectories(LOGS).resolve(name + ".log");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What runs a main class of the tests. */
    public static List<String> onClasspath(Class<?> main) {
        return List.of("-cp", System.getProperty("java.class.path"), main.getName());
    }

    /** Runs {@code java} with these arguments; its output is appended to the file. */
    public static ChildJvm start(Path log, List<String> arguments) {
        List<String> command =
                new ArrayList<>(List.of(JAVA_HOME.resolve("java").toString(), "--enable-native-access=ALL-UNNAMED"));
        command.addAll(arguments);
        File file = log.toFile();
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(file))
                    .start();
            return new ChildJvm(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a line that begins so says next, once it has been written. */
    public String awaitLine(String beginning) {
        return Waiting.until("a line '" + beginning + "' in " + log, () -> {
            requireAlive();
            return Files.readAllLines(log).stream()
                    .filter(line -> line.startsWith(beginning))
                    .map(line -> line.substring(beginning.length()).strip())
                    .findFirst();
        });
    }

    public void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException("A process ended early; see " + log);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The part of a core that it uses from now on, for so long. */
    public double processorShare(Duration window) {
        Duration before = processorTime();
        long begun = System.nanoTime();
        Waiting.pause(window);
        return processorTime().minus(before).toNanos() / (double) (System.nanoTime() - begun);
    }

    public Duration processorTime() {
        return process.toHandle().info().totalCpuDuration().orElseThrow();
    }

    /** Files and sockets that it holds, where the system tells. */
    public long openFiles() {
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            return files.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bytes of live objects: what is left after a full collection. */
    public long heapAfterCollection() {
        jcmd("GC.run");
        jcmd("GC.run");
        String info = jcmd("GC.heap_info");
        List<Long> used = HEAP_USED
                .matcher(info)
                .results()
                .map(part -> Long.valueOf(part.group(1)))
                .toList();
        if (used.isEmpty()) {
            throw new IllegalStateException("No heap in: " + info);
        }
        return used.stream().mapToLong(Long::longValue).sum() * 1024;
    }

    private String jcmd(String order) {
        return output(JAVA_HOME.resolve("jcmd").toString(), Long.toString(process.pid()), order);
    }

    /** Stops it in its tracks (SIGSTOP); it does not notice, and others see only its silence. */
    public void freeze() {
        signal("STOP");
    }

    /** Lets it go on after {@link #freeze()}. */
    public void thaw() {
        signal("CONT");
    }

    /** SIGTERM: asks it to end. */
    public void terminate() {
        process.destroy();
    }

    /** SIGKILL: it ends without another instruction. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    private void signal(String name) {
        requireAlive();
        output("kill", "-" + name, Long.toString(process.pid()));
    }

    private static String output(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it has ended, and kills it after a minute. */
    public void awaitEnd() {
        awaitEnd(TO_END);
    }

    /** Waits until it has ended, and kills it after that time. */
    public void awaitEnd(Duration atMost) {
        try {
            if (!process.waitFor(atMost.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks it to end, and waits until it has. */
    @Override
    public void close() {
        terminate();
        awaitEnd();
    }
}
