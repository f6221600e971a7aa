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

/**
 * Any program, started in the work tree with the prompt on its standard input and an environment without secrets; what
 * it starts ends with it, as far as {@link ProcessTree} finds it.
 */
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
    public AgentReport edit(Task task) throws InterruptedException {
        ProcessTree family = new ProcessTree();
        Process process = start(task.tree(), family.mark());
        Output output = new Output();
        Thread reader = Thread.ofVirtual().start(() -> output.drain(process.getInputStream()));
        Thread writer = Thread.ofVirtual().start(() -> tell(process, task.prompt()));
        try {
            boolean ended = hasEnded(process, task.timeLimit(), family);
            family.end(process);
            reader.join(LAST_WORDS);
            if (!ended) {
                return AgentReport.failed("The agent took longer than " + spoken(task.timeLimit()), output.text());
            }
            int exitCode = process.exitValue();
            return new AgentReport(
                    output.text(), exitCode == 0 ? null : "The agent ended with exit code " + exitCode, exitCode);
        } finally {
            family.end(process);
            writer.interrupt();
        }
    }

    private static boolean hasEnded(Process process, Duration limit, ProcessTree family) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (long left = limit.toNanos(); left > 0; left = end - System.nanoTime()) {
            family.observe(process);
            long wait = Math.min(left, ProcessTree.INTERVAL.toNanos());
            if (process.waitFor(wait, TimeUnit.NANOSECONDS)) {
                return true;
            }
        }
        return false;
    }

    private Process start(Path tree, String mark) {
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
        // The work tree is no repository. The one that may lie around the data folder is not the agent's.
        builder.environment().put("GIT_CEILING_DIRECTORIES", String.valueOf(tree.getParent()));
        builder.environment().put(ProcessTree.MARK, mark);
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

    private static String spoken(Duration limit) {
        return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }
}
