package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.Tool.Result;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.harness.Waiting;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * {@code ask} and the programs of src/main/recipes end alike. These run where {@code RECIPES} is {@code true}: a
 * python3 with confluent-kafka and a node that finds kafkajs ({@code NODE_PATH}) are there.
 */
@Order(1)
class AskCasesTest {

    private static final Broker BROKER = new EmbeddedBroker();
    private static final String PROMPT = "Describe the export";
    private static final List<String> PROGRAMS = "true".equals(System.getenv("RECIPES"))
            ? List.of("ask", "/usr/bin/python3 src/main/recipes/ask.py", "node src/main/recipes/ask.js")
            : List.of("ask");

    private static Sandbox sandbox;
    private static RunningWorker worker;
    private static Publisher publisher;
    private static Subscriber events;

    /** What happens before a program asks; project and command have the same id. */
    interface Before {
        void of(String id) throws Exception;
    }

    /** @param said a pattern for what standard error contains */
    record Case(String name, Before before, String prompt, String topic, int seconds, int status, String said) {

        Case(String name, Before before, String prompt, int status, String said) {
            this(name, before, prompt, "requests", 60, status, said);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final Before NOTHING = id -> {};

    private static final List<Case> CASES = List.of(
            new Case("a pull request", NOTHING, PROMPT, 0, "completed"),
            new Case("no changes", NOTHING, "Change it [no-changes]", 3, "completed"),
            new Case("the job fails", NOTHING, "Change it [fail]", 4, "failed"),
            new Case("the job is archived", NOTHING, "Change it [archive]", 4, "archived"),
            new Case("the service refuses it", NOTHING, "Change it [answer 422]", 5, "rejected"),
            new Case("its outcome is unknown", NOTHING, "Change it [answer 500]", 6, "unknown"),
            new Case("its job is no longer followed", NOTHING, "Change it [takes 1m]", 6, "stalled: "),
            new Case("it ended before", AskCasesTest::publishAndAwaitItsEnd, PROMPT, 0, "completed"),
            new Case(
                    "its id was used with another prompt",
                    AskCasesTest::publishAndAwaitItsEnd,
                    "Something else",
                    5,
                    "\\Acommand_id_reused: [^\\n]+\\n\\z"),
            new Case(
                    "its id is used again while it is awaited",
                    AskCasesTest::useAgainOnceSent,
                    "Change it [takes 3s]",
                    0,
                    "completed"),
            new Case("it is too large", NOTHING, "p".repeat(20_000), 5, "malformed: .*docs-agent.requests.max-bytes"),
            new Case("it expired before", AskCasesTest::publishExpired, PROMPT, 5, "expired"),
            new Case("it was cancelled before", AskCasesTest::cancel, PROMPT, 5, "cancelled"),
            new Case("nothing is sent", AskCasesTest::hold, PROMPT, "requests", 15, 7, "has not ended within 15"),
            new Case(
                    "Kafka refuses it",
                    NOTHING,
                    PROMPT,
                    "not a topic",
                    60,
                    1,
                    "(?m)^[A-Z].*([Ii]nvalid topic|is invalid)"),
            new Case("an older record of it says no", AskCasesTest::writeOldRecords, PROMPT, 0, "completed"));

    @BeforeAll
    static void start() {
        sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=500ms"));
        worker = RunningWorker.start(
                BROKER, sandbox, "docs-agent.poll.give-up-after=15s", "docs-agent.requests.max-bytes=16KB");
        publisher = new Publisher(worker);
        events = new Subscriber(worker, "job-status");
    }

    @AfterAll
    static void stop() {
        events.close();
        publisher.close();
        worker.close();
        sandbox.close();
    }

    static Stream<Arguments> programsInEachCase() {
        return CASES.stream().flatMap(each -> PROGRAMS.stream().map(program -> Arguments.of(program, each)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("programsInEachCase")
    void the_exit_status_and_a_line_say_how_it_ended(String program, Case asked) throws Exception {
        String id = PROGRAMS.indexOf(program) + "-" + CASES.indexOf(asked);
        asked.before().of(id);

        Result result = program.equals("ask") ? ask(id, asked) : run(program, id, asked);

        assertThat(result.status()).as(result.err()).isEqualTo(asked.status());
        assertThat(result.err()).containsPattern(asked.said()).doesNotContainPattern("(?m)^\\s+at |Traceback");
        assertThat(result.out()).isEqualTo(List.of(0, 3, 4).contains(asked.status()) ? linkOf(id) : "");
        assertThat(sandbox.journal().posts(id)).hasSizeLessThan(2);
    }

    private static Result ask(String id, Case asked) {
        return new Tool(worker)
                .run(
                        "ask",
                        "--project=" + id,
                        "--command-id=" + id,
                        "--prompt=" + asked.prompt(),
                        "--topic=" + worker.topic(asked.topic()),
                        "--wait=" + asked.seconds() + "s");
    }

    private static Result run(String program, String id, Case asked) throws Exception {
        List<String> command = new ArrayList<>(List.of(program.split(" ")));
        command.addAll(List.of(id, id, asked.prompt()));
        ProcessBuilder process = new ProcessBuilder(command);
        process.environment()
                .putAll(Map.of(
                        "KAFKA", BROKER.bootstrapServers(),
                        "REQUESTS", worker.topic(asked.topic()),
                        "COMMANDS", worker.topic("commands"),
                        "JOB_STATUS", worker.topic("job-status"),
                        "WAIT_SECONDS", Integer.toString(asked.seconds())));
        return Tool.result(process, "");
    }

    /** A line with the link of the job that has ended, if it has one. */
    private static String linkOf(String id) {
        JsonNode ended = events.await(Subscriber.command(id)
                .and(event -> event.path("previousStatus").asString("").equals("active")));
        String link = ended.get("prLink").asString("");
        return link.isEmpty() ? "" : link + "\n";
    }

    private static void publishAndAwaitItsEnd(String id) {
        publisher.create(id, id, PROMPT);
        linkOf(id);
    }

    private static void useAgainOnceSent(String id) {
        Thread.startVirtualThread(() -> {
            Waiting.untilTrue(
                    "the POST of " + id, () -> !sandbox.journal().posts(id).isEmpty());
            publisher.create(id, id, "Something else");
        });
    }

    private static void publishExpired(String id) {
        publisher.publish("""
                {"type":"create","projectId":"%1$s","commandId":"%1$s","prompt":"%2$s","expiresAt":"2026-01-01T00:00:00Z"}
                """.formatted(id, PROMPT));
        events.await(Subscriber.command(id).and(Subscriber.type("command.expired")));
    }

    private static void hold(String id) {
        assertThat(new Tool(worker).run("hold", "--project", id).status()).isZero();
    }

    private static void cancel(String id) {
        hold(id);
        publisher.create(id, id, PROMPT);
        events.await(Subscriber.command(id).and(Subscriber.type("command.queued")));
        assertThat(new Tool(worker)
                        .run("cancel", "--project", id, "--command-id", id)
                        .status())
                .isZero();
    }

    /** One of a command that the worker has forgotten, and others behind it, which take longer to read than the answer. */
    private static void writeOldRecords(String id) throws Exception {
        String key = CommandRecord.keyOf(id, id);
        String record = """
                {"state": "rejected", "projectId": "%1$s", "commandId": "%1$s"}""".formatted(id);
        Map<String, Object> settings = Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, BROKER.bootstrapServers());
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            String topic = worker.topic("commands");
            int partition =
                    CommandRecord.partitionOf(key, producer.partitionsFor(topic).size());
            List<Future<?>> sent = new ArrayList<>();
            for (int i = 0; i < 100_000; i++) {
                sent.add(producer.send(new ProducerRecord<>(topic, partition, i == 0 ? key : key + i, record)));
            }
            for (Future<?> each : sent) {
                each.get();
            }
        }
    }
}
