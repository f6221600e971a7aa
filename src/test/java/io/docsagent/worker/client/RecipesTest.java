package io.docsagent.worker.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.CommandRecord;
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
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
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

    @ParameterizedTest
    @ValueSource(strings = {"/usr/bin/python3 src/main/recipes/ask.py", "node src/main/recipes/ask.js"})
    void an_older_record_of_the_same_command_is_not_its_end(String program) throws Exception {
        String project = program.endsWith("py") ? "python-old" : "node-old";
        writeRecords(CommandRecord.keyOf(project, "r1"), """
                {"state": "accepted", "status": "completed", "projectId": "%s", "commandId": "r1"}""".formatted(project));

        Result first = run(program, project, "r1", "Describe the export");
        assertThat(first.status()).as(first.err()).isZero();
        assertThat(first.out()).startsWith("https://").hasLineCount(1);

        Result again = run(program, project, "r1", "Describe the export");
        assertThat(again).isEqualTo(new Result(0, first.out(), again.err()));
        assertThat(sandbox.journal().posts(project)).hasSize(1);
    }

    /** The record of a command, and behind it others, which take longer to read than the worker to answer. */
    private static void writeRecords(String key, String record) throws Exception {
        String topic = worker.topic("commands");
        Map<String, Object> settings = Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, BROKER.bootstrapServers());
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            int partition =
                    CommandRecord.partitionOf(key, producer.partitionsFor(topic).size());
            List<Future<?>> sent = new ArrayList<>();
            sent.add(producer.send(new ProducerRecord<>(topic, partition, key, record)));
            for (int i = 0; i < 100_000; i++) {
                sent.add(producer.send(new ProducerRecord<>(topic, partition, key + i, record)));
            }
            for (Future<?> each : sent) {
                each.get();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/usr/bin/python3 src/main/recipes/ask.py", "node src/main/recipes/ask.js"})
    void a_command_that_Kafka_refuses_is_not_waited_for(String program) throws Exception {
        Result refused = run(program, Map.of("REQUESTS", "not a topic"), "refused", "r1", "Describe the export");

        assertThat(refused.status()).as(refused.err()).isEqualTo(1);
        assertThat(refused.out()).isEmpty();
    }

    private record Result(int status, String out, String err) {}

    private static Result run(String program, String project, String commandId, String prompt) throws Exception {
        return run(program, Map.of(), project, commandId, prompt);
    }

    private static Result run(
            String program, Map<String, String> environment, String project, String commandId, String prompt)
            throws Exception {
        List<String> command = new ArrayList<>(List.of(program.split(" ")));
        command.addAll(List.of(project, commandId, prompt));
        ProcessBuilder process = new ProcessBuilder(command);
        process.environment()
                .putAll(Map.of(
                        "KAFKA", BROKER.bootstrapServers(),
                        "REQUESTS", worker.topic("requests"),
                        "COMMANDS", worker.topic("commands"),
                        "JOB_STATUS", worker.topic("job-status")));
        process.environment().putAll(environment);
        Process running = process.start();
        String out = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(running.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(running.waitFor(), out, err);
    }
}
