package io.docsagent.worker.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.MostlyWaits;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The programs of src/main/recipes, where {@code RECIPES} is {@code true}: a python3 with confluent-kafka and a node
 * that finds kafkajs ({@code NODE_PATH}) are there.
 */
@MostlyWaits
@EnabledIfEnvironmentVariable(named = "RECIPES", matches = "true")
class RecipesTest {

    private static final Broker BROKER = new EmbeddedBroker();

    private static Sandbox sandbox;
    private static RunningWorker worker;

    @BeforeAll
    static void start() {
        sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=500ms"));
        worker = RunningWorker.start(BROKER, sandbox);
    }

    @AfterAll
    static void stop() {
        worker.close();
        sandbox.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/usr/bin/python3 src/main/recipes/ask.py", "node src/main/recipes/ask.js"})
    void a_program_gets_its_pull_request_and_again_for_the_same_id(String program) throws Exception {
        String project = program.endsWith("py") ? "python" : "node";
        Result first = run(program, project, "r1", "Describe the export");
        Result again = run(program, project, "r1", "Describe the export");

        assertThat(first.status()).as(first.err()).isZero();
        assertThat(first.out()).startsWith("https://").hasLineCount(1);
        assertThat(again).isEqualTo(new Result(0, first.out(), again.err()));
        assertThat(sandbox.journal().posts(project)).hasSize(1);
        Result other = run(program, project, "r1", "Describe the import");
        assertThat(other.status()).as("another prompt with the same id").isEqualTo(5);
        assertThat(other.out()).isEmpty();
        assertThat(run(program, project, "r2", "Change it [no-changes]").status())
                .isEqualTo(3);
        assertThat(run(program, project, "r3", "Change it [fail]").status()).isEqualTo(4);
        assertThat(run(program, project, "r4", "Change it [answer 422]").status())
                .isEqualTo(5);
    }

    private record Result(int status, String out, String err) {}

    private static Result run(String program, String project, String commandId, String prompt) throws Exception {
        List<String> command = new ArrayList<>(List.of(program.split(" ")));
        command.addAll(List.of(project, commandId, prompt));
        ProcessBuilder process = new ProcessBuilder(command);
        process.environment()
                .putAll(Map.of(
                        "KAFKA", BROKER.bootstrapServers(),
                        "REQUESTS", worker.topic("requests"),
                        "COMMANDS", worker.topic("commands"),
                        "JOB_STATUS", worker.topic("job-status")));
        Process running = process.start();
        String out = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(running.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(running.waitFor(), out, err);
    }
}
