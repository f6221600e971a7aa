package io.docsagent.worker.sandbox.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Any program, started in the work tree with the prompt on its standard input and an environment without secrets. */
public final class CommandAgent implements DocsAgent {

    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private final List<String> command;
    private final Map<String, String> environment;

    /** Of this process's environment only {@code PATH} is passed on; what else the program needs is in the map. */
    public CommandAgent(List<String> command, Map<String, String> environment) {
        this.command = List.copyOf(command);
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Report edit(Task task) throws InterruptedException {
        Process process = start(task.tree());
        Output output = new Output();
        Thread reader = Thread.ofVirtual().start(() -> output.drain(process.getInputStream()));
        Thread writer = Thread.ofVirtual().start(() -> tell(process, task.prompt()));
        try {
            boolean ended = process.waitFor(task.timeLimit().toMillis(), TimeUnit.MILLISECONDS);
            stop(process);
            reader.join(LAST_WORDS);
            if (!ended) {
                return Report.failed("The agent took longer than " + spoken(task.timeLimit()), output.text());
            }
            int exitCode = process.exitValue();
            return new Report(
                    output.text(), exitCode == 0 ? null : "The agent ended with exit code " + exitCode, exitCode);
        } finally {
            stop(process);
            writer.interrupt();
        }
    }

    private Process start(Path tree) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(tree.toFile());
        builder.redirectErrorStream(true);
        String path = System.getenv("PATH");
        builder.environment().clear();
        if (path != null) {
            builder.environment().put("PATH", path);
        }
        // Git, should the program call it, must not look for a user's settings.
        builder.environment().put("HOME", tree.toString());
        builder.environment().put("LANG", "C.UTF-8");
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException failure) {
            throw new UncheckedIOException("The agent cannot be started", failure);
        }
    }

    private static void tell(Process process, String prompt) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(prompt.getBytes(StandardCharsets.UTF_8));
        } catch (IOException deaf) {
            // A program need not read its prompt to its end.
        }
    }

    /** With all that it started, which would otherwise go on writing into a tree that is gone. */
    private static void stop(Process process) {
        try (Stream<ProcessHandle> started = process.descendants()) {
            started.toList().forEach(ProcessHandle::destroyForcibly);
        }
        // By its handle: the process itself would close its output as well, last words and all.
        process.toHandle().destroyForcibly();
    }

    private static String spoken(Duration limit) {
        return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }
}
