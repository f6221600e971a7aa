package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.Tool.Result;
import io.docsagent.worker.cli.kafka.CommandTopic;
import io.docsagent.worker.cli.state.Usage;
import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.RunningWorker;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the tools keep and show of the records of commands, without a worker. */
class CommandTopicTest {

    private static final String TOPIC = RunningWorker.newPrefix() + ".commands";
    private static final String BROKERS = new EmbeddedBroker().bootstrapServers();

    @BeforeAll
    static void fill() throws Exception {
        Map<String, Object> kafka = Map.of("bootstrap.servers", BROKERS);
        try (Admin admin = Admin.create(kafka);
                var producer = new KafkaProducer<>(kafka, new StringSerializer(), new StringSerializer())) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
            var unused =
                    producer.send(new ProducerRecord<>(TOPIC, "docs/c1", """
                            {"projectId":"docs","commandId":"c1","type":"create","state":"queued","metadata":{"team":"blue"}}""")).get();
        }
    }

    @Test
    void metadata_are_kept_only_where_they_are_shown() {
        var topic = new CommandTopic(ClientSettings.of(BROKERS).withTopics("requests", TOPIC, "job-status"));

        assertThat(topic.read(Operation.ALL_PROJECTS, command -> true, false))
                .extracting(CommandRecord::metadata)
                .containsOnlyNulls();
        assertThat(run("status", "docs", "c1").out()).contains("blue");
        assertThat(run("status", "docs", "--json").out()).contains("blue");
        assertThat(run("status", "docs").out()).doesNotContain("blue").contains("c1 ");
    }

    @Test
    void of_more_records_than_fit_into_memory_the_latest_of_each_command_counts_once() throws Exception {
        String topic = RunningWorker.newPrefix() + ".commands";
        Instant now = Instant.now();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", BROKERS));
                var producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", BROKERS), new StringSerializer(), new StringSerializer())) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
            for (int i = 0; i < 100; i++) {
                for (int attempts = 1; attempts <= 2; attempts++) {
                    var unused = producer.send(new ProducerRecord<>(topic, "docs/c" + i, sent(i, attempts, now)));
                }
            }
            var unusedOld =
                    producer.send(new ProducerRecord<>(topic, "docs/c0", sent(0, 9, now.minus(Duration.ofDays(8)))));
            var unusedTombstone = producer.send(new ProducerRecord<>(topic, "docs/c1", null));
            producer.flush();
        }
        var read = new ArrayList<CommandRecord>();
        new CommandTopic(ClientSettings.of(BROKERS).withTopics("requests", topic, "job-status"))
                .eachSince(now.minus(Duration.ofDays(7)), Usage::isOf, read::add, 40);

        assertThat(read)
                .hasSize(99)
                .filteredOn(command -> Objects.equals(command.attempts(), 2))
                .hasSize(98);
        Result usage = new Tool(Map.of("SPRING_KAFKA_BOOTSTRAP_SERVERS", BROKERS, "DOCS_AGENT_TOPICS_COMMANDS", topic))
                .run("usage", "--since", "7d");
        assertThat(usage.status()).as(usage.err()).isZero();
        assertThat(usage.out())
                .containsPattern("PUBLISHER +PROJECT +USES +JOBS +PULL REQUESTS +WITHOUT CHANGES +MEDIAN LEAD TIME\n")
                .containsPattern("default +docs +196 +0 +0 +0 +-\n");
        assertThat(usage.err())
                .startsWith("Not counted: commands without a commandId")
                .hasLineCount(1);
    }

    private static String sent(int command, int attempts, Instant arrivedAt) {
        return """
                {"projectId":"docs","commandId":"c%d","type":"create","state":"sent","attempts":%d,"arrivedAt":"%s"}""".formatted(command, attempts, arrivedAt);
    }

    @Test
    void a_listing_that_is_not_whole_is_said() throws IOException {
        assertThat(projects(true, false).err()).isEmpty();
        assertThat(projects(true, true).err())
                .isEqualTo("The worker shows only 1 of 250 projects, those with the longest queues.\n");
        assertThat(projects(false, false).err()).isEqualTo("Why only those.\n");
    }

    private static Result projects(boolean ofAllInstances, boolean isTruncated) throws IOException {
        String listing = """
                {"note":"Why only those.","total":250,"truncated":%s,"projects":[{"projectId":"docs"}],"allInstances":%s}""".formatted(isTruncated, ofAllInstances);
        try (ManagementPort worker = new ManagementPort(200, listing)) {
            return run("projects", "--worker", worker.address());
        }
    }

    private static Result run(String... args) {
        return new Tool(Map.of("SPRING_KAFKA_BOOTSTRAP_SERVERS", BROKERS, "DOCS_AGENT_TOPICS_COMMANDS", TOPIC))
                .run(args);
    }
}
