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
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that retention or an operator deletes before they are read are counted, and reading goes on. */
@Order(1)
class LostRecordsKafkaTest {

    private static final String ANY = "{}";

    @ParameterizedTest
    @ValueSource(strings = {"requests", "operations", "inputs"})
    void what_was_deleted_while_no_worker_ran_is_counted(String name) throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=100ms"));
                RunningWorker worker = RunningWorker.start(new EmbeddedBroker(), sandbox);
                Publisher publisher = new Publisher(worker, name);
                Admin admin = worker.broker().admin()) {
            TopicPartition partition = new TopicPartition(worker.topic(name), 0);
            if (!name.equals("inputs")) {
                publisher.publish(0, "k", ANY);
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> worker.committed(admin, partition) > 0);
            worker.stop();
            for (int i = 0; i < 3; i++) {
                publisher.publish(0, "k", ANY);
            }
            long from = worker.committed(admin, partition);
            long to = deleteAll(admin, partition);

            worker.startAgain();

            await().atMost(Duration.ofSeconds(30)).until(() -> lost(worker, name) == to - from);
            finish(worker, "after");
        }
    }

    @Test
    void what_is_deleted_while_the_worker_runs_is_counted() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=100ms"));
                RunningWorker worker = RunningWorker.start(new EmbeddedBroker(), sandbox);
                KafkaProducer<String, String> open = transactional(worker);
                Publisher publisher = new Publisher(worker);
                Admin admin = worker.broker().admin()) {
            TopicPartition partition = new TopicPartition(worker.topic("requests"), 0);
            publisher.publish(0, "k", ANY);
            await().atMost(Duration.ofSeconds(30)).until(() -> worker.committed(admin, partition) == 1);
            // What is behind an open transaction cannot be read.
            open.initTransactions();
            open.beginTransaction();
            open.send(new ProducerRecord<>(partition.topic(), 0, "k", ANY)).get();
            publisher.publish(0, "k", ANY);
            publisher.publish(0, "k", ANY);

            deleteAll(admin, partition);

            await().atMost(Duration.ofSeconds(30)).until(() -> lost(worker, "requests") == 3);
            open.abortTransaction();
            finish(worker, "after");
        }
    }

    @Test
    void nothing_is_counted_where_all_was_read_or_nothing_ever_was() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=100ms"));
                RunningWorker worker = RunningWorker.start(new EmbeddedBroker(), sandbox);
                Publisher publisher = new Publisher(worker);
                Admin admin = worker.broker().admin()) {
            TopicPartition read = new TopicPartition(worker.topic("requests"), 0);
            TopicPartition unread = new TopicPartition(worker.topic("requests"), 1);
            publisher.publish(0, "k", ANY);
            await().atMost(Duration.ofSeconds(30)).until(() -> worker.committed(admin, read) == 1);
            worker.stop();
            publisher.publish(1, "k", ANY);
            deleteAll(admin, read);
            deleteAll(admin, unread);

            worker.startAgain();
            finish(worker, "after");

            assertThat(lost(worker, "requests")).isZero();
        }
    }

    private static long deleteAll(Admin admin, TopicPartition partition) throws Exception {
        long end = admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                .partitionResult(partition)
                .get()
                .offset();
        admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(end)))
                .all()
                .get();
        return end;
    }

    private static double lost(RunningWorker worker, String topic) {
        return worker.context()
                .getBean(MeterRegistry.class)
                .get("docs.agent.lost.records")
                .tag("topic", worker.topic(topic))
                .counter()
                .count();
    }

    private static void finish(RunningWorker worker, String commandId) {
        try (Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            publisher.create("docs", commandId, "Write " + commandId);
            events.await(type("job.completed").and(command(commandId)));
        }
    }

    private static KafkaProducer<String, String> transactional(RunningWorker worker) {
        return new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        worker.broker().bootstrapServers(),
                        "transactional.id",
                        worker.prefix() + "-publisher"),
                new StringSerializer(),
                new StringSerializer());
    }
}
