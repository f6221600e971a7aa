package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.harness.CapturesOutput;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.system.CapturedOutput;

/** Partitions that somebody raised by mistake while the worker runs, and the way back of the runbook. */
@CapturesOutput
@Order(2)
class AlteredPartitionsKafkaTest {

    private static final int PARTITIONS = 3;
    private static final int RAISED = 6;
    private static final int PROJECTS = 12;

    @Test
    void the_way_back_loses_nothing_sends_nothing_twice_and_keeps_the_quota(CapturedOutput output) throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=100ms"));
                RunningWorker worker = RunningWorker.start(
                        new EmbeddedBroker(),
                        sandbox,
                        "docs-agent.quota.capacity=2",
                        "spring.kafka.properties.metadata.max.age.ms=500");
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status");
                Admin admin = worker.broker().admin()) {
            // One use of each project is left.
            publish(publisher, "first");
            events.awaitCount(PROJECTS, type("job.completed"));

            raise(admin, worker.topic("inputs"));
            await().atMost(Duration.ofMinutes(1)).until(() -> worker.streams().state() == KafkaStreams.State.ERROR);
            assertThat(output).contains("Do not run the StreamsResetter");
            publish(publisher, "second");
            publish(publisher, "third");
            worker.stop();
            assertThatThrownBy(worker::startAgain)
                    .hasStackTraceContaining("The partitions of [" + worker.topic("inputs") + "] were raised to 6")
                    .hasStackTraceContaining("Never run Kafka's application reset tool")
                    .hasStackTraceContaining(
                            "--alter --topic " + worker.prefix() + "-queue-changelog --partitions " + RAISED);

            for (String store : List.of("projects", "queue", "jobs", "seen", "installation", "positions")) {
                raise(admin, worker.prefix() + "-" + store + "-changelog");
            }
            worker.startAgain();

            events.awaitCount(2 * PROJECTS, type("job.completed"));
            events.awaitCount(PROJECTS, type("command.queued"));
            assertThat(events.events(type("command.queued")))
                    .allSatisfy(event ->
                            assertThat(event.at("/queue/reason").asString()).isEqualTo("quota"));
            for (int i = 0; i < PROJECTS; i++) {
                assertThat(sandbox.journal().posts("p" + i))
                        .extracting(JournalEntry::prompt)
                        .containsExactly("Write first", "Write second");
            }
            assertThat(recordsBeyond(admin, worker.topic("inputs"))).isZero();
        }
    }

    @Test
    void raised_partitions_of_the_calls_change_nothing() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=100ms"));
                RunningWorker worker = RunningWorker.start(
                        new EmbeddedBroker(), sandbox, "spring.kafka.properties.metadata.max.age.ms=500");
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status");
                Admin admin = worker.broker().admin()) {
            raise(admin, worker.topic("calls"));
            publish(publisher, "first");
            events.awaitCount(PROJECTS, type("job.completed"));
            worker.stop();
            worker.startAgain();
            publish(publisher, "second");
            events.awaitCount(2 * PROJECTS, type("job.completed"));

            assertThat(recordsBeyond(admin, worker.topic("calls"))).isZero();
            assertThat(events.events(type("command.unknown"))).isEmpty();
        }
    }

    private static void publish(Publisher publisher, String commandId) {
        for (int i = 0; i < PROJECTS; i++) {
            publisher.create("p" + i, commandId, "Write " + commandId);
        }
    }

    private static void raise(Admin admin, String topic) throws Exception {
        admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(RAISED)))
                .all()
                .get();
    }

    private static long recordsBeyond(Admin admin, String topic) throws Exception {
        Map<TopicPartition, OffsetSpec> ends = IntStream.range(PARTITIONS, RAISED)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .collect(Collectors.toMap(Function.identity(), partition -> OffsetSpec.latest()));
        return admin.listOffsets(ends).all().get().values().stream()
                .mapToLong(end -> end.offset())
                .sum();
    }
}
