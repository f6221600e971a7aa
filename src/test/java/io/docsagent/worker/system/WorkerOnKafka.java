package io.docsagent.worker.system;

import static io.docsagent.worker.system.Subscriber.command;
import static io.docsagent.worker.system.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import org.junit.jupiter.api.Test;

/** What the worker promises, on whatever real Kafka a subclass brings. */
abstract class WorkerOnKafka {

    abstract Broker broker();

    @Test
    void a_create_becomes_a_job_and_a_pull_request_and_a_follow_up_goes_to_the_same_job() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=500ms"));
                RunningWorker worker = RunningWorker.start(broker(), sandbox);
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            publisher.create("docs", "c1", "Write the quickstart");
            publisher.followUp("docs", "m1", "c1", "Add examples");

            var active = events.await(type("job.active").and(command("c1")));
            var followedUp = events.await(type("job.active").and(command("m1")));
            var completed = events.await(type("job.completed").and(command("m1")));

            assertThat(active.get("sequence").asInt()).isOne();
            assertThat(active.get("prLink").isNull()).isTrue();
            assertThat(followedUp.get("jobId")).isEqualTo(active.get("jobId"));
            assertThat(completed.get("prLink").asString()).startsWith("https://");
            assertThat(sandbox.journal().posts("docs")).hasSize(2);
        }
    }
}
