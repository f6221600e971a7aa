package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** On several partitions of a real broker: a report finds its job on whichever it is, and makes room for the next one. */
class PullRequestsKafkaTest {

    private static final int PROJECTS = 10;

    private final Broker broker = new EmbeddedBroker();

    @Test
    void a_report_without_a_project_reaches_the_job_wherever_it_is_and_lets_the_next_create_go() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=100ms"));
                RunningWorker worker =
                        RunningWorker.start(broker, sandbox, "docs-agent.queue.max-open-pull-requests=1");
                Publisher publisher = new Publisher(worker);
                Publisher webhook = new Publisher(worker, "pull-requests");
                Subscriber refused = new Subscriber(worker, "pull-requests-dlt");
                Subscriber events = new Subscriber(worker, "job-status")) {
            webhook.publish("{}");
            for (int i = 0; i < PROJECTS; i++) {
                publisher.create("docs" + i, "first", "Write page " + i);
            }
            events.awaitCount(PROJECTS, type("job.completed"));
            for (int i = 0; i < PROJECTS; i++) {
                publisher.create("docs" + i, "second", "Write the next page");
            }
            for (JsonNode queued : events.awaitCount(PROJECTS, type("command.queued"))) {
                assertThat(queued.at("/queue/reason").asString()).isEqualTo("open_pull_requests");
                assertThat(queued.at("/queue/count").asInt()).isEqualTo(1);
            }

            for (JsonNode completed : events.events(type("job.completed"))) {
                webhook.publish("{\"prLink\":\"%s\",\"state\":\"merged\",\"at\":\"%s\"}"
                        .formatted(completed.get("prLink").asString(), Instant.now()));
            }

            events.awaitCount(PROJECTS, type("pull_request.merged"));
            events.awaitCount(PROJECTS, type("job.completed").and(command("second")));
            assertThat(refused.awaitRecords(1)).hasSize(1);
        }
    }
}
