package io.docsagent.worker.training;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/**
 * Runs the unpacked worker with commands on a broker and a sandbox, and has the JVM record an AOT cache of that run:
 * {@code java -cp worker/docs-agent-worker.jar io.docsagent.worker.training.Training worker/worker.aot
 * docs-agent-sandbox.jar}, followed by the options of the JVM with which the worker will be run. The broker is that of
 * {@code SPRING_KAFKA_BOOTSTRAP_SERVERS}, or {@code localhost:9092}; the topics are the training's own, and are deleted
 * at the end.
 */
public final class Training {

    private static final String USAGE =
            "Name the file of the AOT cache and the sandbox's jar, then the worker's JVM options, if any";

    /** Enough for the JVM to have compiled what a busy worker runs. */
    private static final int JOBS = 5_000;

    private Training() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length < 2) {
            throw new IllegalArgumentException(USAGE);
        }
        LoggingSystem.get(Training.class.getClassLoader()).setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.WARN);
        String brokers = System.getProperty(
                "spring.kafka.bootstrap-servers",
                System.getenv().getOrDefault("SPRING_KAFKA_BOOTSTRAP_SERVERS", "localhost:9092"));
        var cache = new AotCache(Path.of(arguments[0]), System.getProperty("java.class.path"), options(arguments));
        cache.delete();
        run(brokers, JOBS, cache.recording(), List.of("-jar", arguments[1]));
        cache.requireUsable();
    }

    private static List<String> options(String[] arguments) {
        return List.of(arguments).subList(2, arguments.length);
    }

    /**
     * Lets a worker do what workers do.
     *
     * @param worker what {@code java} is given to run it
     * @param sandbox likewise
     */
    static void run(String brokers, int jobs, List<String> worker, List<String> sandbox)
            throws IOException, InterruptedException {
        String name = "docs-agent-training-" + UUID.randomUUID();
        URI service = URI.create("http://127.0.0.1:" + freePort());
        URI management = URI.create("http://127.0.0.1:" + freePort());
        try (JvmProcess serving = JvmProcess.start("sandbox", sandbox, ofSandbox(service));
                Traffic traffic = new Traffic(brokers, name, jobs)) {
            serving.awaitReadiness(service.resolve("/openapi.yaml"));
            try (JvmProcess trained =
                    JvmProcess.start("worker", worker, ofWorker(brokers, name, service, management))) {
                trained.awaitReadiness(management.resolve("/actuator/health/readiness"));
                traffic.send();
                traffic.awaitEnds(trained);
                trained.stop();
            }
        }
    }

    private static List<String> ofSandbox(URI service) {
        return List.of(
                "--server.port=" + service.getPort(),
                "--docs-agent.sandbox.agent.kind=noop",
                "--docs-agent.sandbox.jobs.takes=200ms",
                "--docs-agent.sandbox.quota.capacity=1000000");
    }

    private static List<String> ofWorker(String brokers, String name, URI service, URI management) {
        return List.of(
                "--spring.kafka.bootstrap-servers=" + brokers,
                "--spring.kafka.streams.application-id=" + name,
                "--spring.kafka.consumer.group-id=" + name + "-gateway",
                "--docs-agent.topics.requests=" + name + Traffic.REQUESTS,
                "--docs-agent.topics.inputs=" + name + "-inputs",
                "--docs-agent.topics.calls=" + name + "-calls",
                "--docs-agent.topics.job-status=" + name + Traffic.JOB_STATUS,
                "--docs-agent.topics.commands=" + name + "-commands",
                "--docs-agent.topics.requests-dlt=" + name + "-requests-dlt",
                "--docs-agent.topics.operations=" + name + "-operations",
                "--docs-agent.topics.operations-dlt=" + name + "-operations-dlt",
                "--docs-agent.api.base-url=" + service,
                "--docs-agent.api.key=" + UUID.randomUUID(),
                "--docs-agent.poll.min-interval=200ms",
                "--management.server.port=" + management.getPort(),
                // Waiting commands would be reported by the hundred.
                "--logging.level.root=warn");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
