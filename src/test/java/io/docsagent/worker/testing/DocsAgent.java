package io.docsagent.worker.testing;

import io.docsagent.worker.client.ClientException;
import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.client.DocsAgentClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A worker and a sandbox that run for the tests of a class. */
public final class DocsAgent implements AutoCloseable {

    private static final String KAFKA = "spring.kafka.properties.";

    private final ClientSettings settings;
    private final Duration patience;
    private final Path home;
    private final Path journal;
    private final JarProcess sandbox;
    private final JarProcess worker;
    private final CommandProjects projects;
    private final DocsAgentClient client;

    private DocsAgent(
            ClientSettings settings,
            Duration patience,
            Path home,
            Path journal,
            JarProcess sandbox,
            JarProcess worker,
            CommandProjects projects,
            DocsAgentClient client) {
        this.settings = settings;
        this.patience = patience;
        this.home = home;
        this.journal = journal;
        this.sandbox = sandbox;
        this.worker = worker;
        this.projects = projects;
        this.client = client;
    }

    static DocsAgent start(String brokers, WithDocsAgent asked) {
        Deque<Runnable> started = new ArrayDeque<>();
        try {
            Path home = Files.createTempDirectory("docs-agent-");
            Path journal = home.resolve("journal.jsonl");
            int servicePort = freePort();
            int managementPort = freePort();
            URI service = URI.create("http://127.0.0.1:" + servicePort);
            JarProcess sandbox = JarProcess.startSandbox(home, ofSandbox(asked, servicePort, journal));
            started.push(sandbox::close);
            JarProcess worker = JarProcess.startWorker(home, ofWorker(asked, brokers, service, managementPort));
            started.push(worker::close);
            sandbox.awaitReady(service.resolve("/openapi.yaml"));
            worker.awaitReady(URI.create("http://127.0.0.1:" + managementPort + "/actuator/health/readiness"));
            ClientSettings settings = ClientSettings.of(kafka(asked, brokers))
                    .withTopics(
                            asked.prefix() + ".requests", asked.prefix() + ".commands", asked.prefix() + ".job-status");
            CommandProjects projects = new CommandProjects(settings);
            started.push(projects::close);
            return new DocsAgent(
                    settings,
                    Duration.ofSeconds(asked.patience()),
                    home,
                    journal,
                    sandbox,
                    worker,
                    projects,
                    DocsAgentClient.of(settings));
        } catch (IOException e) {
            started.forEach(Runnable::run);
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            started.forEach(Runnable::run);
            throw e;
        }
    }

    /** What the worker needs to reach a secured broker, its clients need as well. */
    private static Map<String, String> kafka(WithDocsAgent asked, String brokers) {
        Map<String, String> kafka = new HashMap<>(Map.of("bootstrap.servers", brokers));
        for (String setting : asked.worker()) {
            int value = setting.indexOf('=') + 1;
            if (setting.startsWith(KAFKA) && value > 0) {
                kafka.put(setting.substring(KAFKA.length(), value - 1), setting.substring(value));
            }
        }
        return kafka;
    }

    private static List<String> ofSandbox(WithDocsAgent asked, int port, Path journal) {
        List<String> own = List.of(
                "server.port=" + port,
                "docs-agent.sandbox.agent.kind=noop",
                "docs-agent.sandbox.quota.capacity=" + asked.quota(),
                "docs-agent.sandbox.quota.period=" + asked.period(),
                "docs-agent.sandbox.jobs.takes=200ms",
                "docs-agent.sandbox.journal.file=" + journal);
        return replaced(
                own,
                Stream.of(asked.sandbox())
                        .map(setting -> "docs-agent.sandbox." + setting)
                        .toList());
    }

    private static List<String> ofWorker(WithDocsAgent asked, String brokers, URI service, int managementPort) {
        String prefix = asked.prefix();
        List<String> own = new ArrayList<>(List.of(
                "spring.kafka.bootstrap-servers=" + brokers,
                "spring.kafka.streams.application-id=" + prefix + "-worker",
                "spring.kafka.consumer.group-id=" + prefix + "-gateway",
                "management.server.port=" + managementPort,
                "docs-agent.api.base-url=" + service,
                "docs-agent.api.key=test",
                "docs-agent.quota.capacity=" + asked.quota(),
                "docs-agent.quota.period=" + asked.period(),
                // All of it has one clock.
                "docs-agent.quota.margin=1s",
                "docs-agent.poll.min-interval=200ms",
                "docs-agent.topics.partitions=3"));
        for (String topic : List.of(
                "requests",
                "inputs",
                "calls",
                "job-status",
                "commands",
                "requests-dlt",
                "operations",
                "operations-dlt")) {
            own.add("docs-agent.topics." + topic + "=" + prefix + "." + topic);
        }
        return replaced(own, List.of(asked.worker()));
    }

    /** Of two with the same name, Spring would make a list. */
    private static List<String> replaced(List<String> own, List<String> asked) {
        Set<String> names = asked.stream().map(DocsAgent::nameOf).collect(Collectors.toSet());
        return Stream.concat(own.stream().filter(setting -> !names.contains(nameOf(setting))), asked.stream())
                .toList();
    }

    private static String nameOf(String setting) {
        return setting.replaceFirst("(?s)=.*", "");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Kafka's addresses. */
    public String bootstrapServers() {
        return String.valueOf(settings.kafka().get("bootstrap.servers"));
    }

    /** The topic that the program under test publishes to. */
    public String requestsTopic() {
        return settings.requests();
    }

    /** For a client in the tests. */
    public ClientSettings clientSettings() {
        return settings;
    }

    /**
     * Waits for the end of the command with this {@code commandId}, whoever published it. If commands of several projects
     * have it, name the project.
     *
     * @throws AssertionError if it has not ended within the annotation's patience
     */
    public CommandEnd await(String commandId) {
        Instant until = Instant.now().plus(patience);
        String project = projects.await(commandId, until);
        if (project == null) {
            throw new AssertionError(
                    "The worker has not received a command with the commandId " + commandId + " within "
                            + patience.toSeconds() + " s. Dead letters, if any, are on the topic "
                            + settings.requests() + "-dlt; the worker's log is " + home.resolve("worker.log"));
        }
        return await(project, commandId, Duration.between(Instant.now(), until).plusSeconds(1));
    }

    /** The same, for the command of this project. */
    public CommandEnd await(String projectId, String commandId) {
        return await(projectId, commandId, patience);
    }

    private CommandEnd await(String projectId, String commandId, Duration atMost) {
        try {
            return new CommandEnd(client.ended(projectId, commandId, atMost).join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof ClientException failure) {
                throw new AssertionError(failure.getMessage(), failure);
            }
            throw e;
        }
    }

    /** What reached the service, in order. */
    public List<ServiceRequest> requests() {
        try {
            return ServiceRequest.allIn(journal);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The creates and messages that reached the service for this project, in order. */
    public List<ServiceRequest> posts(String projectId) {
        return requests().stream()
                .filter(request -> request.isPost() && projectId.equals(request.projectId()))
                .toList();
    }

    @Override
    public void close() {
        client.close();
        projects.close();
        worker.close();
        sandbox.close();
    }
}
