package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.WorkerApplication;
import io.docsagent.worker.harness.RunningWorker;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import picocli.CommandLine.RunLast;

/** Uses the tools as people do, who name Kafka by environment variables. */
final class Tool {

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    private final Map<String, String> environment;

    Tool(RunningWorker worker) {
        this(Map.of(
                "SPRING_KAFKA_BOOTSTRAP_SERVERS", worker.broker().bootstrapServers(),
                "DOCS_AGENT_TOPICS_REQUESTS", worker.topic("requests"),
                "DOCS_AGENT_TOPICS_INPUTS", worker.topic("inputs"),
                "DOCS_AGENT_TOPICS_COMMANDS", worker.topic("commands"),
                "DOCS_AGENT_TOPICS_JOB_STATUS", worker.topic("job-status"),
                "DOCS_AGENT_TOPICS_REQUESTS_DLT", worker.topic("requests-dlt"),
                "DOCS_AGENT_TOPICS_OPERATIONS", worker.topic("operations")));
    }

    Tool(Map<String, String> environment) {
        this.environment = environment;
    }

    /** What was left behind. */
    record Result(int status, String out, String err) {}

    /** A command line's, which are separated by spaces or quoted. */
    static String[] words(String line) {
        return WORD.matcher(line)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toArray(String[]::new);
    }

    /** In this JVM, without input. */
    Result run(String... args) {
        return run(InputStream.nullInputStream(), args);
    }

    /** In this JVM. */
    Result run(InputStream input, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = CommandLineTools.with(environment, input)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                // Given RunLast itself, picocli replaces the streams if a test beside this one captures System.out
                // meanwhile.
                .setExecutionStrategy(parsed -> new RunLast().execute(parsed))
                .execute(args);
        return new Result(status, out.toString(), err.toString());
    }

    /** As a process of its own. */
    Process start(String... args) throws IOException {
        return process(args).start();
    }

    private ProcessBuilder process(String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                WorkerApplication.class.getName()));
        command.addAll(List.of(args));
        ProcessBuilder process = new ProcessBuilder(command);
        process.environment().putAll(environment);
        return process;
    }

    /** By a shell, in whose script {@code "$@"} is the tool with these arguments. */
    Result runByShell(String script, String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        command.addAll(process(args).command());
        ProcessBuilder shell = new ProcessBuilder(command);
        shell.environment().putAll(environment);
        return result(shell, "");
    }

    /** As a process of its own, to its end. */
    Result runAsProcess(String input, String... args) throws Exception {
        return result(process(args), input);
    }

    /** Its output goes to files: a time limit could not interrupt a read from a pipe. */
    static Result result(ProcessBuilder command, String input) throws IOException, InterruptedException {
        Path out = Files.createTempFile("tool", ".out");
        Path err = Files.createTempFile("tool", ".err");
        try {
            Process process = command.redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            try (OutputStream stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            }
            boolean hasEnded = process.waitFor(2, TimeUnit.MINUTES);
            if (!hasEnded) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            Result result = new Result(process.waitFor(), Files.readString(out), Files.readString(err));
            assertThat(hasEnded)
                    .as("%s ends within 2 minutes: %s", command.command(), result)
                    .isTrue();
            return result;
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
