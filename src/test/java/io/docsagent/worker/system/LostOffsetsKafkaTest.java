package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Brokers forget the offsets of a group that was away for long; what was read before is not sent again. */
@Order(2)
class LostOffsetsKafkaTest {

    private final Broker broker = new EmbeddedBroker();

    @Test
    void requests_that_are_read_again_after_their_commands_were_forgotten_are_skipped() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=100ms"));
                RunningWorker worker = RunningWorker.start(
                        broker,
                        sandbox,
                        "docs-agent.dedupe.retention=100ms",
                        "docs-agent.jobs.retention=100ms",
                        "docs-agent.quota.period=1s",
                        "docs-agent.quota.margin=100ms");
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status");
                Admin admin = broker.admin()) {
            for (int i = 0; i < 10; i++) {
                publisher.create("docs" + i, "c", "Write page " + i);
            }
            events.awaitCount(10, type("job.completed"));
            var projects = worker.context().getBean(io.docsagent.worker.engine.LiveProjects.class);
            await().atMost(Duration.ofSeconds(60)).until(() -> projects.get("docs0") == null);
            worker.stop();
            admin.deleteConsumerGroups(List.of(worker.group())).all().get();

            worker.startAgain();
            publisher.create("later", "last", "Write the last page");
            events.await(type("job.completed").and(command("last")));

            for (int i = 0; i < 10; i++) {
                assertThat(sandbox.journal().posts("docs" + i)).hasSize(1);
            }
        }
    }
}
