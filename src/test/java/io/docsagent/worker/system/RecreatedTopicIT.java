package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A topic of requests that is deleted and created again is read from its beginning, and nothing is sent twice. */
class RecreatedTopicIT {

    private static final int BEFORE = 3;

    private final Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=100ms"));
    private final RunningWorker worker =
            RunningWorker.start(new EmbeddedBroker(), sandbox, "spring.kafka.properties.metadata.max.age.ms=500");
    private final Admin admin = worker.broker().admin();
    private final TopicPartition requests = new TopicPartition(worker.topic("requests"), 0);

    @BeforeEach
    void readSome() {
        publish("before", BEFORE);
        awaitSent("before", BEFORE);
        await().until(() -> committed() == BEFORE);
    }

    @AfterEach
    void stop() {
        admin.close();
        worker.close();
        sandbox.close();
    }

    /** The position is beyond the end of the new topic, or within it. */
    @ParameterizedTest
    @ValueSource(ints = {BEFORE - 1, BEFORE + 3})
    void while_the_worker_runs(int records) throws Exception {
        delete();
        create();
        publish("after", records);

        awaitSent("after", records);

        assertThat(worker.streams().state()).isNotEqualTo(KafkaStreams.State.ERROR);
    }

    /** They are known by their position alone, and some are read at the old position first. */
    @Test
    void with_commands_without_ids() throws Exception {
        delete();
        create();
        List<String> prompts =
                IntStream.range(0, BEFORE + 3).mapToObj(i -> "Write no id " + i).toList();
        try (Publisher publisher = new Publisher(worker)) {
            prompts.forEach(prompt -> publisher.publish(
                    0, "k", "{\"type\":\"create\",\"projectId\":\"docs\",\"prompt\":\"%s\"}".formatted(prompt)));
        }

        await().atMost(Duration.ofMinutes(1)).until(() -> prompts().containsAll(prompts));
        await().until(() -> committed() == BEFORE + 3);
        assertThat(prompts()).doesNotHaveDuplicates();
    }

    @Test
    void of_the_inputs() throws Exception {
        String inputs = worker.topic("inputs");
        NewTopic again = new NewTopic(inputs, 3, (short) 1).configs(Map.of("message.timestamp.type", "LogAppendTime"));
        admin.deleteTopics(List.of(inputs)).all().get();
        create(again);

        publish("after", BEFORE);

        awaitSent("after", BEFORE);
    }

    /** Kafka Streams commits its position in the deleted topic once more, with that in another one. */
    @Test
    void before_the_instance_stops_and_the_records_come_after() throws Exception {
        delete();
        create();
        try (Publisher operator = new Publisher(worker, "operations")) {
            operator.publish(0, "k", "{}");
        }
        TopicPartition operations = new TopicPartition(worker.topic("operations"), 0);
        await().until(() -> worker.committed(admin, operations) == 1);
        worker.stop();
        publish("after", BEFORE + 3);

        worker.startAgain();

        awaitSent("after", BEFORE + 3);
    }

    @Test
    void after_the_instance_found_it_missing_and_stopped() throws Exception {
        delete();
        await().atMost(Duration.ofMinutes(1)).until(() -> worker.streams().state() == KafkaStreams.State.ERROR);
        create();
        publish("after", BEFORE + 3);
        worker.stop();

        worker.startAgain();

        awaitSent("after", BEFORE + 3);
    }

    private void delete() throws Exception {
        admin.deleteTopics(List.of(requests.topic())).all().get();
    }

    /** The name may be taken until the broker has removed the files. */
    private void create(NewTopic topic) {
        await().ignoreExceptions().until(() -> {
            admin.createTopics(List.of(topic)).all().get();
            return true;
        });
    }

    private void create() {
        create(new NewTopic(requests.topic(), 3, (short) 1));
    }

    private List<String> prompts() {
        return sandbox.journal().posts("docs").stream()
                .map(entry -> String.valueOf(entry.prompt()))
                .toList();
    }

    private void publish(String name, int records) {
        try (Publisher publisher = new Publisher(worker)) {
            for (int i = 0; i < records; i++) {
                String command =
                        "{\"type\":\"create\",\"projectId\":\"docs\",\"commandId\":\"%s\",\"prompt\":\"Write %s\"}"
                                .formatted(name + i, name + i);
                publisher.publish(0, "k", command);
            }
        }
    }

    private void awaitSent(String name, int records) {
        try (Subscriber events = new Subscriber(worker, "job-status")) {
            for (int i = 0; i < records; i++) {
                events.await(type("job.completed").and(command(name + i)));
            }
        }
        assertThat(prompts())
                .doesNotHaveDuplicates()
                .containsAll(IntStream.range(0, records)
                        .mapToObj(i -> "Write " + name + i)
                        .toList());
    }

    private long committed() {
        return worker.committed(admin, requests);
    }
}
