package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.SlowCommits;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commits are slow where the JVM is cold, where the broker is loaded or far away, and after a failover. */
class SlowCommitsIT {

    private static final int PROJECTS = 12;
    private static final int COMMANDS = 3_000;

    @ParameterizedTest
    @ValueSource(strings = {"5ms", "20ms", "100ms"})
    void a_backlog_is_taken_in_by_large_transactions(String take) {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1h"));
                RunningWorker worker = RunningWorker.start(
                        new SlowCommits(new EmbeddedBroker()),
                        sandbox,
                        "docs-agent.quota.capacity=1",
                        SlowCommits.TAKE + "=" + take);
                Subscriber events = new Subscriber(worker, "job-status")) {
            worker.stop();
            publish(worker);

            worker.startAgain();
            events.awaitCount(COMMANDS - PROJECTS, type("command.queued"));

            int commits = worker.context().getBean(SlowCommits.Commits.class).count();
            // Each command is read from the requests and from the inputs.
            assertThat(2 * COMMANDS / commits).as("records per commit").isGreaterThan(20);
        }
    }

    private static void publish(RunningWorker worker) {
        try (Publisher publisher = new Publisher(worker)) {
            for (int i = 0; i < COMMANDS; i++) {
                publisher.create("p" + i % PROJECTS, "c" + i, "Write page " + i);
            }
        }
    }
}
