package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.SlowCommits;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.Test;

/** As after a freeze in the middle of a commit: the broker has aborted the transaction, and the thread lives. */
class LostTransactionKafkaTest {

    @Test
    void the_thread_joins_its_group_again_without_waiting_for_a_session_to_end() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=100ms"));
                RunningWorker worker = RunningWorker.start(
                        new SlowCommits(new EmbeddedBroker()),
                        sandbox,
                        SlowCommits.TAKE + "=0ms",
                        "spring.kafka.streams.properties.transaction.timeout.ms=2000",
                        // Longer than the test waits.
                        "spring.kafka.streams.properties.session.timeout.ms=600000");
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            publisher.create("docs", "c1", "Write the quickstart");
            events.await(type("job.completed").and(command("c1")));

            worker.context().getBean(SlowCommits.Commits.class).beforeNext(() -> awaitAborted(worker));
            publisher.create("docs", "c2", "Write the tutorial");
            events.await(type("job.completed").and(command("c2")));

            assertThat(sandbox.journal().posts("docs")).hasSize(2);
        }
    }

    private static void awaitAborted(RunningWorker worker) {
        var open = new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING));
        try (Admin admin = worker.broker().admin()) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> admin.listTransactions(open).all().get().stream()
                            .noneMatch(listed -> listed.transactionalId().startsWith(worker.group())));
        }
    }
}
