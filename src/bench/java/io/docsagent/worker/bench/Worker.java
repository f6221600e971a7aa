package io.docsagent.worker.bench;

import io.docsagent.worker.harness.ChildJvm;
import io.docsagent.worker.harness.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The packaged worker; it takes commands once it says that it is ready. */
final class Worker implements Running {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final String name;
    private final List<String> command;
    private final URI readiness;
    private ChildJvm process;
    private Duration startTook;

    /** Whether the state of commands is published: {@code -Dbench.commands=false} measures without. */
    private static final boolean COMMANDS = !"false".equals(System.getProperty("bench.commands"));

    /** {@code -Dbench.worker-options} of the JVM, for instance the limits of the Kubernetes base. */
    private static final List<String> OPTIONS = Stream.of(
                    System.getProperty("bench.worker-options", "").split(" "))
            .filter(option -> !option.isEmpty())
            .toList();

    private Worker(String name, List<String> command, int port) {
        this.name = name;
        this.command = command;
        this.readiness = URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness");
        long begun = System.nanoTime();
        this.process = ChildJvm.startAnew(name, command);
        this.startTook = awaitReady(begun);
    }

    static Worker start(Setting setting, String... more) {
        return start(Packaging.JAR, setting, more);
    }

    static Worker start(Packaging packaging, Setting setting, String... more) {
        int port = freePort();
        String name = setting.name();
        List<String> command = new ArrayList<>(OPTIONS);
        command.addAll(packaging.command());
        command.addAll(List.of(
                "--spring.kafka.bootstrap-servers=" + setting.brokers(),
                "--spring.kafka.streams.application-id=" + name,
                "--spring.kafka.consumer.group-id=" + name + "-gateway",
                "--docs-agent.api.base-url=" + setting.sandbox().baseUrl(),
                "--docs-agent.api.key=bench",
                "--docs-agent.quota.capacity=" + setting.capacity(),
                "--docs-agent.quota.period=" + setting.period(),
                // All brokers have this machine's clock.
                "--docs-agent.quota.margin=1s",
                "--docs-agent.topics.requests=" + setting.requests(),
                "--docs-agent.topics.inputs=" + name + ".inputs",
                "--docs-agent.topics.calls=" + name + ".calls",
                "--docs-agent.topics.job-status=" + setting.jobStatus(),
                "--docs-agent.topics.commands=" + (COMMANDS ? name + ".commands" : ""),
                "--docs-agent.topics.requests-dlt=" + name + ".requests-dlt",
                "--docs-agent.topics.operations=" + name + ".operations",
                "--docs-agent.topics.operations-dlt=" + name + ".operations-dlt",
                "--management.server.port=" + port));
        command.addAll(List.of(more));
        return new Worker(name, command, port);
    }

    @Override
    public void startAgain() {
        long begun = System.nanoTime();
        process = ChildJvm.startAnew(name, command);
        startTook = awaitReady(begun);
    }

    Duration startTook() {
        return startTook;
    }

    @Override
    public ChildJvm process() {
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

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
