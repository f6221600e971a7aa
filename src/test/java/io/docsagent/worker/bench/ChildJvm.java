package io.docsagent.worker.bench;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A JVM that this one started; it ends with this one, and writes to a file of its own. */
final class ChildJvm implements AutoCloseable {

    private static final Path LOGS = Path.of("target", "bench");
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"), "bin");
    private static final Pattern HEAP_USED = Pattern.compile("heap .*? used (\\d+)K", Pattern.DOTALL);

    private static final AtomicInteger STARTED = new AtomicInteger();

    private final Process process;
    private final Path log;

    private ChildJvm(Process process, Path log) {
        this.process = process;
        this.log = log;
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    static ChildJvm ofJar(String name, Path jar, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("-jar", jar.toString()));
        command.addAll(arguments);
        return start(name, command);
    }

    static ChildJvm ofMain(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return start(main.getSimpleName(), command);
    }

    private static ChildJvm start(String name, List<String> arguments) {
        List<String> command =
                new ArrayList<>(List.of(JAVA_HOME.resolve("java").toString(), "--enable-native-access=ALL-UNNAMED"));
        command.addAll(arguments);
        try {
            Path log = log(STARTED.incrementAndGet() + "-" + name);
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            return new ChildJvm(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file for what a process has to say. */
    static Path log(String name) throws IOException {
        return Files.createDirectories(LOGS).resolve(name + ".log");
    }

    /** What a line that begins so says next, once it has been written. */
    String awaitLine(String beginning) {
        return Waiting.until("a line '" + beginning + "' in " + log, () -> {
            requireAlive();
            return Files.readAllLines(log).stream()
                    .filter(line -> line.startsWith(beginning))
                    .map(line -> line.substring(beginning.length()).strip())
                    .findFirst();
        });
    }

    void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException("A process ended early; see " + log);
        }
    }

    private Duration processorTime() {
        return process.toHandle().info().totalCpuDuration().orElseThrow();
    }

    /** The bytes of live objects: what is left after a full collection. */
    long heapAfterCollection() {
        jcmd("GC.run");
        jcmd("GC.run");
        String info = jcmd("GC.heap_info");
        Matcher used = HEAP_USED.matcher(info);
        if (!used.find()) {
            throw new IllegalStateException("No heap in: " + info);
        }
        return Long.parseLong(used.group(1)) * 1024;
    }

    private String jcmd(String order) {
        try {
            Process jcmd = new ProcessBuilder(JAVA_HOME.resolve("jcmd").toString(), Long.toString(process.pid()), order)
                    .redirectErrorStream(true)
                    .start();
            return new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The part of a core that it uses from now on, for so long. */
    double processorShare(Duration window) {
        Duration before = processorTime();
        long begun = System.nanoTime();
        Waiting.pause(window);
        return processorTime().minus(before).toNanos() / (double) (System.nanoTime() - begun);
    }

    /** As {@code kill -9} does. */
    void kill() {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks it to end, and waits until it has. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
