package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.Tool.Result;
import io.docsagent.worker.deploy.Program;
import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.ChildJvm;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.SingleBroker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The documents' snippets for Kafka, curl, Java and YAML do what is written next to them, with the default names. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Order(1)
class SnippetResultsTest {

    private static final Path FRONT_DOOR = Path.of("README.md");
    private static final Path SCHEMAS = Path.of("schemas/README.md");
    private static final Path MODULES = Path.of("src/main/java/io/docsagent/worker");

    private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";
    private static final EmbeddedKafkaKraftBroker KAFKA = SingleBroker.create();

    @TempDir
    private static Path folder;

    private static Sandbox sandbox;
    private static RunningWorker worker;
    private static Subscriber events;

    /** With ACLs; everybody is its super user. */
    private static final class OwnBroker implements Broker {

        @Override
        public String bootstrapServers() {
            return KAFKA.getBrokersAsString();
        }

        @Override
        public Class<?> connection() {
            return Connection.class;
        }

        static class Connection {
            @Bean
            KafkaConnectionDetails kafka() {
                return () -> List.of(KAFKA.getBrokersAsString());
            }
        }
    }

    @BeforeAll
    static void start() throws Exception {
        KAFKA.brokerProperty("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        KAFKA.brokerProperty("super.users", "User:ANONYMOUS");
        KAFKA.brokerProperty("num.partitions", "3");
        KAFKA.afterPropertiesSet();
        sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
        Path publishers = Files.writeString(
                folder.resolve("publishers.yaml"),
                only(Snippet.of(Path.of("src/docs/configuration.md"), "yaml")).text());
        worker = RunningWorker.start(new OwnBroker(), sandbox, "docs-agent", new String[] {
            "spring.kafka.streams.application-id=docs-agent-worker", "spring.config.import=file:" + publishers
        });
        events = new Subscriber(worker, "job-status");
    }

    @AfterAll
    static void stop() {
        events.close();
        worker.close();
        sandbox.close();
        KAFKA.destroy();
    }

    @Test
    @Order(1)
    void kcat_publishes_commands_and_operations_and_shows_events() throws Exception {
        Program.require("kcat");
        Snippet create = only(shells(FRONT_DOOR, "kcat"));
        List<Snippet> others = shells(SCHEMAS, "kcat").toList();

        List<String> shown = kcat(create).lines().toList();

        assertThat(shown).hasSize(2).allMatch(line -> line.startsWith("docs-site {"));
        assertThat(fields(shown.getLast().substring("docs-site ".length()))).isEqualTo(fields(FRONT_DOOR));
        kcat(others.getFirst());
        events.awaitCount(2, Subscriber.type("job.completed"));
        assertThat(sandbox.journal().posts("docs-site")).hasSize(2);
        try (Subscriber records = new Subscriber(worker, "commands")) {
            JsonNode record = records.await(Subscriber.command("r42").and(event -> event.has("prLink")));
            assertThat(fields(record.toString())).hasSameElementsAs(fields(SCHEMAS));
        }
        try {
            others.stream().skip(1).forEach(SnippetResultsTest::kcat);
            assertThat(answer("op-4").at("/reason/code").asString()).isEqualTo("too_late");
            assertThat(answer("op-3").get("affected").asInt()).isZero();
            assertThat(answer("op-20").get("projectId").asString()).isEqualTo(".");
        } finally {
            assertThat(new Tool(worker).run("resume", "--all").status()).isZero();
        }
    }

    @Test
    @Order(2)
    void curl_gives_the_sandbox_a_job() throws Exception {
        Program.require("curl");
        Snippet curl = only(shells(MODULES.resolve("sandbox/README.md"), "curl"));

        String job = curl.with("http://127.0.0.1:8080", sandbox.baseUrl().toString())
                .run(folder, Map.of(), "java() { :; }\ncurl() { command curl -sS \"$@\"; }\n");

        assertThat(job).contains("\"id\":", "\"status\":\"active\"");
        assertThat(sandbox.journal().posts("demo"))
                .singleElement()
                .extracting(JournalEntry::prompt)
                .isEqualTo("Add a page about rate limits");
    }

    @Test
    @Order(3)
    void the_client_prints_the_outcome_and_the_link() throws Exception {
        Snippet program = only(Snippet.of(MODULES.resolve("client/README.md"), "java"));
        Path source = Files.writeString(
                folder.resolve("Example.java"), """
                import io.docsagent.worker.client.*;
                import java.time.Duration;

                class Example {
                    public static void main(String[] args) {
                        %s
                    }
                }
                """.formatted(reaching(program).text()));
        List<String> java = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                SHORT_LIVED,
                "-cp",
                System.getProperty("java.class.path"),
                source.toString());

        Result result = Tool.result(new ProcessBuilder(java), "");

        assertThat(result.out()).as(result.err()).containsPattern("(?m)^PULL_REQUEST https://");
        assertThat(result.err()).contains("ACCEPTED");
    }

    /** The last one: it ends the worker. */
    @Test
    @Order(4)
    void kafkas_tools_do_what_the_runbooks_want() throws Exception {
        try (Publisher publisher = new Publisher(worker)) {
            publisher.publish(
                    1, "docs", "{\"type\":\"create\",\"projectId\":\"docs\",\"prompt\":\"Behind the record\"}");
        }
        // Its end is read only once the offset behind it is committed.
        events.await(Subscriber.of("docs").and(Subscriber.type("job.completed")));
        worker.close();
        String said;
        List<String> main = new ArrayList<>(List.of(SHORT_LIVED));
        main.addAll(ChildJvm.onClasspath(KafkaTools.class));
        try (ChildJvm tools = ChildJvm.startAnew("KafkaTools", main)) {
            Map<String, String> port = Map.of("PORT", tools.awaitLine(KafkaTools.PORT));
            List<String> results = new ArrayList<>();
            for (Snippet snippet : Snippet.ofShells()) {
                if (KafkaTools.NAMES.stream().anyMatch(snippet.text()::contains)) {
                    results.add(reaching(snippet)
                            .with("--offset 4711", "--offset 0")
                            .with("--to-offset 4713", "--to-offset 0")
                            .run(folder, port, KafkaTools.IN_A_SHELL));
                }
            }
            said = String.join("\n", results);
        }

        assertThat(said)
                .doesNotContain("ended with")
                .containsPattern("Topic: docs-agent.inputs\\s.*PartitionCount: 3")
                .containsPattern("Topic: docs-agent-worker-queue-changelog\\s.*PartitionCount: 3")
                .containsPattern("GROUP +TOPIC +PARTITION +CURRENT-OFFSET +LOG-END-OFFSET +LAG")
                .containsPattern("docs-agent-worker +docs-agent.requests +1 +1 ");
        assertThat(folder.resolve("behind.txt")).content().contains("Offset:0\t{", "Behind the record");
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", KAFKA.getBrokersAsString()))) {
            assertThat(admin.describeAcls(AclBindingFilter.ANY).values().get().stream()
                            .map(acl ->
                                    acl.entry().principal() + " " + acl.entry().operation() + " "
                                            + acl.pattern().name()))
                    .contains(
                            "User:chat WRITE docs-agent.requests.chat",
                            "User:nightly WRITE docs-agent.requests.nightly",
                            "User:docs-agent-worker READ docs-agent.requests.nightly",
                            "User:docs-agent-worker READ docs-agent.calls");
            assertThat(admin.listConsumerGroupOffsets("docs-agent-worker")
                            .partitionsToOffsetAndMetadata()
                            .get()
                            .get(new TopicPartition("docs-agent.requests", 1)))
                    .extracting(OffsetAndMetadata::offset)
                    .isEqualTo(0L);
            Set<String> changelogs = admin.listTopics().names().get();
            changelogs.removeIf(topic -> !topic.endsWith("-changelog"));
            assertThat(admin.describeTopics(changelogs).allTopicNames().get().values())
                    .hasSize(6)
                    .allSatisfy(topic -> assertThat(topic.partitions()).hasSize(24));
        }
    }

    private static String kcat(Snippet snippet) {
        try {
            return reaching(snippet).run(folder, Map.of(), """
                    kcat() { [ "$1" != -C ] || set -- "$@" -c 2; command kcat -q "$@"; }
                    """);
        } catch (Exception e) {
            throw new IllegalStateException(snippet.toString(), e);
        }
    }

    private static Snippet reaching(Snippet snippet) {
        return snippet.with("(localhost|kafka):9092", KAFKA.getBrokersAsString());
    }

    private static Stream<Snippet> shells(Path document, String program) {
        return Snippet.of(document, "sh").filter(snippet -> snippet.text().contains(program + " "));
    }

    private static <T> T only(Stream<T> stream) {
        return stream.reduce((first, second) -> {
                    throw new IllegalStateException("more than one: " + second);
                })
                .orElseThrow();
    }

    private static JsonNode answer(String operationId) {
        return events.await(event -> event.path("operationId").asString("").equals(operationId));
    }

    private static List<String> fields(Path document) {
        return fields(only(Snippet.of(document, "json")
                        .filter(snippet -> snippet.text().contains("\"commandId\"")))
                .text());
    }

    private static List<String> fields(String json) {
        return List.copyOf(JsonMapper.shared().readTree(json).propertyNames());
    }
}
