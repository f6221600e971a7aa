package io.docsagent.worker.cli;

import io.docsagent.worker.WorkerApplication;
import io.docsagent.worker.harness.RunningWorker;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts the tools as people do: as a process that finds Kafka by environment variables. */
final class Tool {

    private final RunningWorker worker;

    Tool(RunningWorker worker) {
        this.worker = worker;
    }

    /** What a process left behind. */
    record Result(int status, String out, String err) {}

    Result run(String input, String... args) {
        try {
            Process process = start(args);
            write(input, process.getOutputStream());
            String out = text(process.getInputStream());
            String err = text(process.getErrorStream());
            return new Result(process.waitFor(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    Process start(String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                WorkerApplication.class.getName()));
        command.addAll(List.of(args));
        ProcessBuilder process = new ProcessBuilder(command);
        process.environment()
                .putAll(Map.of(
                        "SPRING_KAFKA_BOOTSTRAP_SERVERS", worker.broker().bootstrapServers(),
                        "DOCS_AGENT_TOPICS_REQUESTS", worker.topic("requests"),
                        "DOCS_AGENT_TOPICS_INPUTS", worker.topic("inputs"),
                        "DOCS_AGENT_TOPICS_COMMANDS", worker.topic("commands"),
                        "DOCS_AGENT_TOPICS_JOB_STATUS", worker.topic("job-status"),
                        "DOCS_AGENT_TOPICS_REQUESTS_DLT", worker.topic("requests-dlt")));
        return process.start();
    }

    /** A tool that needs no input has perhaps ended before it is written. */
    private static void write(String input, OutputStream stdin) {
        try (stdin) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException closed) {
            if (!input.isEmpty()) {
                throw new UncheckedIOException(closed);
            }
        }
    }

    private static String text(InputStream stream) throws IOException {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
}
