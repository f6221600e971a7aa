package io.docsagent.worker.bench;

import io.docsagent.worker.process.ChildJvm;
import io.docsagent.worker.process.Ports;
import io.docsagent.worker.process.Waiting;
import io.docsagent.worker.sandbox.Sandbox;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The packaged worker as a process of its own, on topics of its own. */
final class Worker implements AutoCloseable {

    private static final Path JAR = Path.of("target", "docs-agent-worker.jar");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final String name;
    private final List<String> settings;
    private final URI readiness;
    private ChildJvm process;
    private Duration startTook;

    private Worker(String name, List<String> settings, int port) {
        this.name = name;
        this.settings = settings;
        this.readiness = URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness");
        long begun = System.nanoTime();
        this.process = ChildJvm.ofJar(name, JAR, settings);
        this.startTook = awaitReady(begun);
    }

    static Worker start(String name, String brokers, Sandbox sandbox, String... more) {
        int port = Ports.free();
        List<String> settings = new ArrayList<>(List.of(
                "--spring.kafka.bootstrap-servers=" + brokers,
                "--spring.kafka.streams.application-id=" + name,
                "--spring.kafka.consumer.group-id=" + name + "-gateway",
                "--docs-agent.api.base-url=" + sandbox.baseUrl(),
                "--docs-agent.api.key=bench",
                "--docs-agent.topics.requests=" + requests(name),
                "--docs-agent.topics.inputs=" + name + ".inputs",
                "--docs-agent.topics.calls=" + name + ".calls",
                "--docs-agent.topics.job-status=" + jobStatus(name),
                "--docs-agent.topics.requests-dlt=" + name + ".requests-dlt",
                "--management.server.port=" + port));
        settings.addAll(List.of(more));
        return new Worker(name, settings, port);
    }

    static String requests(String name) {
        return name + ".requests";
    }

    static String jobStatus(String name) {
        return name + ".job-status";
    }

    /** Stops it and starts it again on the same topics. */
    void restart() {
        process.close();
        long begun = System.nanoTime();
        process = ChildJvm.ofJar(name, JAR, settings);
        startTook = awaitReady(begun);
    }

    Duration startTook() {
        return startTook;
    }

    ChildJvm process() {
        return process;
    }

    private Duration awaitReady(long begun) {
        Waiting.untilTrue("readiness of " + name, () -> {
            process.requireAlive();
            return isReady();
        });
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private boolean isReady() throws InterruptedException {
        try {
            HttpRequest question = HttpRequest.newBuilder(readiness)
                    .timeout(Duration.ofSeconds(2))
                    .build();
            return HTTP.send(question, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
