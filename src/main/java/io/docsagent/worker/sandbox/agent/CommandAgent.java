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
 * Runs any program in the work tree, with the prompt on its standard input and an environment without secrets; the
 * processes that it starts are ended with it, as far as {@link ProcessTree} finds them.
 */
public final class CommandAgent implements DocsAgent {

    private static final Duration OUTPUT_TIMEOUT = Duration.ofSeconds(5);

    private final List<String> command;
    private final Map<String, String> environment;

    /** Of this process's environment only {@code PATH} is passed on; other variables are in the map. */
    public CommandAgent(List<String> command, Map<String, String> environment) {
        this.command = List.copyOf(command);
        this.environment = Map.copyOf(environment);
    }

    @Override
    public AgentReport edit(Task task) throws InterruptedException {
        ProcessTree processes = new ProcessTree();
        Process process = start(task.tree(), processes.runId());
        ProgramOutput output = new ProgramOutput();
        Thread reader = Thread.ofVirtual().start(() -> output.drain(process.getInputStream()));
        Thread writer = Thread.ofVirtual().start(() -> sendPrompt(process, task.prompt()));
        try {
            boolean ended = hasEnded(process, task.timeLimit(), processes);
            processes.end(process);
            reader.join(OUTPUT_TIMEOUT);
            if (!ended) {
                return AgentReport.failed("The agent took longer than " + inUnits(task.timeLimit()), output.text());
            }
            int exitCode = process.exitValue();
            return new AgentReport(
                    output.text(), exitCode == 0 ? null : "The agent ended with exit code " + exitCode, exitCode);
        } finally {
            processes.end(process);
            writer.interrupt();
        }
    }

    private static boolean hasEnded(Process process, Duration limit, ProcessTree processes)
            throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (long left = limit.toNanos(); left > 0; left = end - System.nanoTime()) {
            processes.observe(process);
            long wait = Math.min(left, ProcessTree.INTERVAL.toNanos());
            if (process.waitFor(wait, TimeUnit.NANOSECONDS)) {
                return true;
            }
        }
        return false;
    }

    private Process start(Path tree, String runId) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(tree.toFile());
        builder.redirectErrorStream(true);
        String path = System.getenv("PATH");
        builder.environment().clear();
        if (path != null) {
            builder.environment().put("PATH", path);
        }
        // If the program calls git, it must not read a user's settings.
        builder.environment().put("HOME", tree.toString());
        builder.environment().put("LANG", "C.UTF-8");
        // The work tree is no repository, and git must not find one that contains the data folder.
        builder.environment().put("GIT_CEILING_DIRECTORIES", String.valueOf(tree.getParent()));
        builder.environment().put(ProcessTree.RUN_VARIABLE, runId);
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException failure) {
            throw new UncheckedIOException("The agent cannot be started", failure);
        }
    }

    private static void sendPrompt(Process process, String prompt) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(prompt.getBytes(StandardCharsets.UTF_8));
        } catch (IOException closed) {
            // A program may end before it has read the whole prompt.
        }
    }

    private static String inUnits(Duration limit) {
        return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }
}
