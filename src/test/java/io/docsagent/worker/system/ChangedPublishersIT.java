package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What becomes of commands where publishers are added and removed. */
class ChangedPublishersIT {

    /** Four times as many are fewer than the quota. */
    private static final int COMMANDS = 20;

    private final Broker broker = new EmbeddedBroker();
    private final String prefix = RunningWorker.newPrefix();
    private final String nightly = "docs-agent.publishers.nightly.topic=" + prefix + ".nightly";

    @Test
    void what_a_removed_publisher_has_queued_is_sent_and_its_topic_is_read_when_it_is_back() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"))) {
            String capacity = "docs-agent.quota.capacity=1";
            String period = "docs-agent.quota.period=10s";
            try (RunningWorker worker =
                            RunningWorker.start(broker, sandbox, prefix, new String[] {nightly, capacity, period});
                    Publisher publisher = new Publisher(worker, "nightly");
                    Subscriber events = new Subscriber(worker, "job-status")) {
                publisher.create("docs", "n1", "Check the links");
                publisher.create("docs", "n2", "Check the spelling");
                events.await(type("command.queued").and(command("n2")));
            }
            try (RunningWorker worker = RunningWorker.start(broker, sandbox, prefix, new String[] {capacity, period});
                    Publisher publisher = new Publisher(worker, "nightly");
                    Publisher people = new Publisher(worker);
                    Subscriber events = new Subscriber(worker, "job-status")) {
                publisher.create("other", "n3", "Check the examples");
                people.create("other", "p1", "Write the quickstart");

                JsonNode queued = events.await(type("job.completed").and(command("n2")));
                events.await(type("job.completed").and(command("p1")));

                assertThat(queued.path("publisher").asString()).isEqualTo("nightly");
                assertThat(events.events(command("n3"))).isEmpty();
            }
            try (RunningWorker worker = RunningWorker.start(broker, sandbox, prefix, new String[] {nightly});
                    Subscriber events = new Subscriber(worker, "job-status")) {
                events.await(type("job.completed").and(command("n3")));

                assertThat(sandbox.journal().posts("docs")).hasSize(2);
                assertThat(sandbox.journal().posts("other")).hasSize(2);
            }
        }
    }

    /** Whichever of both decides who reads what: commands wait at most until the last one has the new settings. */
    @Test
    void instances_with_and_without_a_publisher_lose_nothing_and_send_nothing_twice() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker first = RunningWorker.start(broker, sandbox, prefix, new String[] {});
                RunningWorker second = RunningWorker.start(broker, sandbox, prefix, new String[] {nightly});
                Publisher people = new Publisher(second);
                Publisher publisher = new Publisher(second, "nightly");
                Subscriber events = new Subscriber(second, "job-status")) {
            publish(people, "p");
            publish(publisher, "n");
            events.awaitCount(1, type("job.active"));
            first.stop();
            events.awaitCount(2 * COMMANDS, type("job.completed"));

            first.startAgain();
            awaitStreamThreads(4);
            publish(people, "q");
            publish(publisher, "o");
            first.stop();
            events.awaitCount(4 * COMMANDS, type("job.completed"));

            assertThat(sandbox.journal().posts("docs"))
                    .extracting(JournalEntry::prompt)
                    .hasSize(4 * COMMANDS)
                    .doesNotHaveDuplicates();
        }
    }

    private void awaitStreamThreads(int count) {
        try (Admin admin = broker.admin()) {
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                var group = admin.describeConsumerGroups(List.of(prefix))
                        .describedGroups()
                        .get(prefix);
                return requireNonNull(group).get().members().size() == count;
            });
        }
    }

    /** To all partitions. */
    private static void publish(Publisher publisher, String name) {
        for (int i = 0; i < COMMANDS; i++) {
            String command = "{\"type\":\"create\",\"projectId\":\"docs\",\"commandId\":\"%s\",\"prompt\":\"Write %s\"}"
                    .formatted(name + i, name + i);
            publisher.publish(new byte[] {(byte) i}, command.getBytes(StandardCharsets.UTF_8));
        }
    }
}
