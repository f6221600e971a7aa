package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.springframework.context.SmartLifecycle;

/** The whole worker, whose gateway loses its offsets. */
@Order(2)
class LostCallOffsetsKafkaTest {

    private final EmbeddedBroker broker = new EmbeddedBroker();

    @Test
    void a_deleted_group_makes_open_calls_unknown_and_sends_nothing_twice() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = RunningWorker.start(
                        broker, sandbox, "docs-agent.dispatch.not-after=2s", "docs-agent.api.response-timeout=2s");
                Publisher publisher = new Publisher(worker);
                Subscriber calls = new Subscriber(worker, "calls");
                Subscriber events = new Subscriber(worker, "job-status")) {
            for (int i = 0; i < 12; i++) {
                publisher.create("p" + i % 6, "sent" + i, "Write page " + i);
            }
            events.awaitCount(12, type("job.completed"));

            worker.context().getBean("callConsumption", SmartLifecycle.class).stop();
            for (int i = 0; i < 12; i++) {
                publisher.create("p" + i % 6, "open" + i, "Write open page " + i);
            }
            await().atMost(Duration.ofMinutes(2)).until(() -> openOf(calls) >= 12);
            worker.stop();
            deleteGroup(worker.gatewayGroup());
            worker.startAgain();
            publisher.create("p0", "later", "Write the last page");

            events.await(type("job.completed").and(command("later")));
            var unknown = events.awaitCount(12, type("command.unknown"));
            assertThat(unknown).allSatisfy(event -> {
                assertThat(event.get("commandId").asString()).startsWith("open");
                assertThat(event.at("/reason/code").asString()).isEqualTo("no_trace");
            });
            for (int i = 0; i < 6; i++) {
                assertThat(sandbox.journal().posts("p" + i))
                        .extracting(JournalEntry::prompt)
                        .doesNotHaveDuplicates()
                        .hasSize(i == 0 ? 3 : 2)
                        .noneMatch(prompt -> prompt.contains("open"));
            }
        }
    }

    @Test
    void commands_that_wait_before_the_very_first_start_are_all_sent() {
        String prefix = RunningWorker.newPrefix();
        broker.create(new NewTopic(prefix + ".requests", 2, (short) 1));
        publish(prefix + ".requests", 30);
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = RunningWorker.start(broker, sandbox, prefix, new String[0]);
                Subscriber events = new Subscriber(worker, "job-status")) {
            events.awaitCount(30, type("job.completed"));

            assertThat(events.events(type("command.unknown"))).isEmpty();
        }
    }

    private static long openOf(Subscriber calls) {
        return calls.records().stream()
                .filter(call -> new String(call.value(), UTF_8).contains("Write open page "))
                .count();
    }

    private void publish(String topic, int count) {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < count; i++) {
                var unused = producer.send(new ProducerRecord<>(
                        topic,
                        "{\"type\":\"create\",\"projectId\":\"p%d\",\"prompt\":\"Write page %d\"}".formatted(i, i)));
            }
        }
    }

    private void deleteGroup(String group) {
        try (Admin admin = broker.admin()) {
            // Its last member may take a moment to be gone.
            await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> {
                admin.deleteConsumerGroups(List.of(group)).all().get();
                return true;
            });
        }
    }
}
