package io.docsagent.worker.system;

import static io.docsagent.worker.system.Subscriber.command;
import static io.docsagent.worker.system.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Brokers forget the offsets of a group that was away for long; what was read before is not sent again. */
@Execution(ExecutionMode.CONCURRENT)
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
                Admin admin = Admin.create(
                        Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, (Object) broker.bootstrapServers()))) {
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
