package io.docsagent.worker.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.client.DocsAgentClient;
import io.docsagent.worker.client.NewCommand;
import io.docsagent.worker.harness.Right;
import io.docsagent.worker.harness.SecuredBroker;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The testing kit in the JVM of somebody's pipeline, with the packaged worker and sandbox. */
class DocsAgentIT {

    private static final String SANDBOX = "target/docs-agent-sandbox.jar";
    private static final String WORKER = "target/docs-agent-worker.jar";

    /** Each prevents the start of the worker or the sandbox. */
    private static final Map<String, String> OF_ANOTHER_WORKER = Map.of(
            "DOCS_AGENT_POLL_MAX_INTERVAL", "often",
            "LOGGING_LEVEL_ROOT", "loud",
            "MANAGEMENT_SERVER_ADDRESS", "nowhere.invalid",
            "SERVER_ADDRESS", "nowhere.invalid",
            "SPRING_CONFIG_IMPORT", "file:missing.yaml",
            "JAVA_TOOL_OPTIONS", "-Dspring.config.import=file:missing.yaml",
            "JDK_JAVA_OPTIONS", "-Dspring.config.import=file:missing.yaml");

    @TempDir
    private Path home;

    @Test
    void with_a_secured_broker_and_variables_of_another_worker_a_command_ends() throws Exception {
        try (SecuredBroker broker = new SecuredBroker(home)) {
            String user = "pipeline";
            broker.addUser(user);
            broker.allow(user, Right.ofWorker("docs-agent", "docs-agent-worker", "docs-agent-gateway"));
            broker.allow(user, Right.ofTopicMaker("docs-agent"));
            broker.allow(user, Right.ofClient("docs-agent"));
            Map<String, String> kafka = new HashMap<>(broker.kafkaSettingsOf(user));
            List<String> arguments = new ArrayList<>(List.of(String.valueOf(kafka.remove("bootstrap.servers"))));
            kafka.forEach((name, value) -> arguments.add("spring.kafka.properties." + name + "=" + value));
            // The kit has a setting of that name.
            arguments.add("docs-agent.poll.min-interval=100ms");

            assertThat(run(OF_ANOTHER_WORKER, List.of(SANDBOX, WORKER), arguments))
                    .contains("PULL_REQUEST", "left: 0");
        }
    }

    @Test
    void what_was_started_ends_where_the_rest_cannot_be() throws Exception {
        assertThat(run(Map.of(), List.of(SANDBOX), List.of("127.0.0.1:1")))
                .contains("The jar of the worker is not on the class path", "left: 0");
    }

    @Test
    void what_is_still_being_written_is_no_request_yet() throws Exception {
        Path journal = home.resolve("journal.jsonl");
        Files.writeString(journal, "{\"operation\":\"GET\"}\n{\"operation\":\"CREATE\",\"prompt\":\"Add a p");

        assertThat(ServiceRequest.allIn(journal))
                .extracting(ServiceRequest::operation)
                .containsExactly("GET");
        assertThat(ServiceRequest.allIn(home.resolve("none"))).isEmpty();
    }

    /** What the pipeline writes. */
    private String run(Map<String, String> variables, List<String> jars, List<String> arguments)
            throws IOException, InterruptedException {
        Path output = home.resolve("pipeline.log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                String.join(File.pathSeparator, jars) + File.pathSeparator + System.getProperty("java.class.path"),
                Pipeline.class.getName()));
        command.addAll(arguments);
        ProcessBuilder pipeline =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        pipeline.environment().putAll(variables);
        Process process = pipeline.start();
        boolean hasEnded = process.waitFor(2, TimeUnit.MINUTES);
        process.destroyForcibly();

        String said = Files.readString(output);
        assertThat(hasEnded).as(said).isTrue();
        return said;
    }

    /** Sends a command; its arguments are Kafka's address and settings of the worker. */
    static final class Pipeline {

        private Pipeline() {}

        public static void main(String[] arguments) {
            String[] settings = Arrays.copyOfRange(arguments, 1, arguments.length);
            try (DocsAgent docsAgent = DocsAgent.start(arguments[0], asked(Map.of("worker", settings)));
                    DocsAgentClient client = DocsAgentClient.of(docsAgent.clientSettings())) {
                client.send(NewCommand.create("docs", "c1", "Describe the export"))
                        .join();
                System.out.println(docsAgent.await("c1").outcome());
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
            System.out.println("left: " + ProcessHandle.current().children().count());
        }

        private static WithDocsAgent asked(Map<String, Object> values) {
            return (WithDocsAgent) Proxy.newProxyInstance(
                    Pipeline.class.getClassLoader(),
                    new Class<?>[] {WithDocsAgent.class},
                    (proxy, method, none) -> values.getOrDefault(method.getName(), method.getDefaultValue()));
        }
    }
}
