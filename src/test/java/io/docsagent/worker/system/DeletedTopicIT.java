package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
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
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;

/** A topic that is deleted while the worker runs is named, and a restart goes on from there, as the runbook says. */
@CapturesOutput
class DeletedTopicIT {

    /** After its last commit the worker has to commit within 30 s, and may be silent for a second. */
    private static final Duration TO_NOTICE = Duration.ofMinutes(2);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "requests",
                "inputs",
                "calls",
                "job-status",
                "commands",
                "requests-dlt",
                "operations",
                "operations-dlt"
            })
    void a_restart_creates_it_again_and_nothing_is_sent_twice(String name, CapturedOutput output) throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = started(sandbox);
                Admin admin = worker.broker().admin()) {
            delete(admin, worker.topic(name));
            String missing = worker.topic(name);
            write(worker, name);

            Health alive = awaitDead(worker);
            assertThat(alive.getDetails()).containsEntry("missingTopics", List.of(missing));
            awaitLine(output, "Topic " + missing + " was deleted, and with it");
            assertThat(output).doesNotContain("Kafka does not answer");

            worker.stop();
            worker.startAgain();
            finish(worker, "after");
            assertThat(sandbox.journal().posts("docs"))
                    .extracting(JournalEntry::prompt)
                    .doesNotHaveDuplicates()
                    .contains("Write before", "Write after");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"projects", "queue", "jobs", "seen", "installation", "positions"})
    void without_its_state_it_starts_only_where_an_operator_says_so(String store, CapturedOutput output)
            throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = started(sandbox);
                Admin admin = worker.broker().admin()) {
            String changelog = worker.prefix() + "-" + store + "-changelog";
            holdWithOneWaiting(worker);
            // Where brokers create topics by themselves, the last write of a running worker could bring it back.
            worker.stop();
            delete(admin, changelog);

            assertThatThrownBy(worker::startAgain)
                    .hasStackTraceContaining("Topics with the worker's state were deleted: [" + changelog + "]");
            worker.startAgain("docs-agent.quota.spent-until=2026-11-01T00:00:00Z");
            try (Publisher publisher = new Publisher(worker)) {
                publisher.create("docs", "waiting", "Write waiting");
            }
            operate(worker, "resume");
            finish(worker, "after");
            awaitCompleted(worker, "waiting");
            assertThat(sandbox.journal().posts("docs"))
                    .extracting(JournalEntry::prompt)
                    .containsExactlyInAnyOrder("Write before", "Write waiting", "Write after");
            assertThat(output).doesNotContain("Kafka does not answer");
        }
    }

    private static void holdWithOneWaiting(RunningWorker worker) {
        operate(worker, "hold");
        try (Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            publisher.create("docs", "waiting", "Write waiting");
            events.await(type("command.queued").and(command("waiting")));
        }
    }

    /** Without the state there may be nothing to resume. */
    private static void operate(RunningWorker worker, String operation) {
        try (Publisher operator = new Publisher(worker, "operations");
                Subscriber events = new Subscriber(worker, "job-status")) {
            operator.publish("{\"operation\":\"%s\",\"operationId\":\"%s\",\"by\":\"anna\",\"projectId\":\"docs\"}"
                    .formatted(operation, operation));
            events.await(type("operation.done")
                    .or(type("operation.refused"))
                    .and(event -> event.path("operationId").asString("").equals(operation)));
        }
    }

    @Test
    void state_that_is_deleted_under_a_running_worker_is_named(CapturedOutput output) throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = started(sandbox);
                Admin admin = worker.broker().admin()) {
            String changelog = worker.prefix() + "-projects-changelog";
            delete(admin, changelog);
            write(worker, "projects");

            assertThat(awaitDead(worker).getDetails()).containsEntry("missingTopics", List.of(changelog));
            awaitLine(output, "Topic " + changelog + " was deleted, and with it state");
        }
    }

    private static RunningWorker started(Sandbox sandbox) {
        RunningWorker worker = RunningWorker.start(new EmbeddedBroker(), sandbox, "docs-agent.health.kafka-silence=6s");
        finish(worker, "before");
        return worker;
    }

    private static void finish(RunningWorker worker, String commandId) {
        try (Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            publisher.create("docs", commandId, "Write " + commandId);
            events.await(type("job.completed").and(command(commandId)));
        }
    }

    private static void awaitCompleted(RunningWorker worker, String commandId) {
        try (Subscriber events = new Subscriber(worker, "job-status")) {
            events.await(type("job.completed").and(command(commandId)));
        }
    }

    private static void delete(Admin admin, String topic) throws Exception {
        admin.deleteTopics(List.of(topic)).all().get();
        await().until(() -> !admin.listTopics().names().get().contains(topic));
    }

    /** Something for each topic. */
    private static void write(RunningWorker worker, String deleted) {
        if (!deleted.equals("requests")) {
            try (Publisher publisher = new Publisher(worker)) {
                publisher.create("docs", "meanwhile", "Write meanwhile");
                publisher.publish("{}");
            }
        }
        if (!deleted.equals("operations")) {
            try (Publisher operator = new Publisher(worker, "operations")) {
                operator.publish("{}");
            }
        }
    }

    /** It is written just after the health shows it. */
    private static void awaitLine(CapturedOutput output, String line) {
        await().untilAsserted(() -> assertThat(output).contains(line));
    }

    private static Health awaitDead(RunningWorker worker) {
        HealthIndicator alive = worker.context().getBean("aliveHealthIndicator", HealthIndicator.class);
        return await().atMost(TO_NOTICE)
                .until(
                        () -> Objects.requireNonNull(alive.health()),
                        health -> health.getStatus().equals(Status.DOWN)
                                && health.getDetails().containsKey("missingTopics"));
    }
}
