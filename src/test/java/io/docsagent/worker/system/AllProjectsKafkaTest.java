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
import io.docsagent.worker.sandbox.fault.Fault;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** On several partitions of a real broker: what an operator asks of all projects reaches all, is kept, and is answered once. */
@Order(2)
class AllProjectsKafkaTest {

    private static final int PROJECTS = 30;

    private static final int HELD = 200;

    private static final int MAX_IN_FLIGHT = 4;

    private final Broker broker = new EmbeddedBroker();

    @Test
    void nothing_is_sent_for_any_project_before_all_are_resumed_restarts_included() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=100ms"));
                RunningWorker worker = RunningWorker.start(broker, sandbox);
                Publisher publisher = new Publisher(worker);
                Publisher operator = new Publisher(worker, "operations");
                Subscriber events = new Subscriber(worker, "job-status")) {
            operator.publish(ofAll("hold", "o1"));
            events.await(operation("operation.done", "o1"));
            for (int i = 0; i < PROJECTS; i++) {
                publisher.create("docs" + i, "c", "Write page " + i);
            }
            events.awaitCount(PROJECTS, type("command.queued"));
            worker.stop();
            worker.startAgain();
            publisher.create("new", "n", "Write the first page");
            events.await(type("command.queued").and(command("n")));
            assertThat(sandbox.journal().entries()).noneMatch(JournalEntry::isPost);

            operator.publish(ofAll("resume", "o2"));
            operator.publish(ofAll("resume", "o2"));
            events.awaitCount(PROJECTS + 1, type("job.completed"));
            operator.publish(ofAll("resume", "o3"));

            events.await(operation("operation.refused", "o3"));
            assertThat(events.events(operation("operation.done", "o1"))).hasSize(1);
            assertThat(events.events(operation("operation.done", "o2")))
                    .singleElement()
                    .satisfies(done -> {
                        assertThat(done.get("projectId").asString()).isEqualTo(".");
                        assertThat(done.get("affected").asInt()).isEqualTo(PROJECTS + 1);
                    });
            assertThat(events.events(type("project.held"))).hasSize(PROJECTS + 1);
            assertThat(events.events(type("project.resumed"))).hasSize(PROJECTS + 1);
        }
    }

    @Test
    void a_probe_of_all_held_projects_makes_one_call_each_and_no_more_at_once_than_ever() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=100ms"));
                RunningWorker worker =
                        RunningWorker.start(broker, sandbox, "docs-agent.api.max-in-flight=" + MAX_IN_FLIGHT);
                Publisher publisher = new Publisher(worker);
                Publisher operator = new Publisher(worker, "operations");
                Subscriber events = new Subscriber(worker, "job-status")) {
            sandbox.faults().add(Fault.status(429, "1800").everywhere());
            for (int i = 0; i < HELD; i++) {
                publisher.create("docs" + i, "c", "Write page " + i);
            }
            events.awaitCount(HELD, type("project.held"));
            sandbox.faults().clear();
            sandbox.faults().add(Fault.late(Duration.ofMillis(20)).everywhere());
            int before = posts(sandbox).size();

            operator.publish(ofAll("probe", "o1"));

            assertThat(events.await(operation("operation.done", "o1"))
                            .get("affected")
                            .asInt())
                    .isEqualTo(HELD);
            events.awaitCount(HELD, type("project.resumed"));
            await().until(() -> posts(sandbox).size() >= before + HELD);
            assertThat(posts(sandbox)).hasSize(before + HELD);
            List<JournalEntry> probes = posts(sandbox).subList(before, before + HELD);
            assertThat(probes)
                    .allSatisfy(probe -> assertThat(atOnce(probe, probes)).isLessThanOrEqualTo(MAX_IN_FLIGHT));
        }
    }

    /** How many were in flight when it arrived, itself included. */
    private static long atOnce(JournalEntry one, List<JournalEntry> all) {
        return all.stream()
                .filter(other -> !other.arrivedAt().isAfter(one.arrivedAt())
                        && other.handledAt().isAfter(one.arrivedAt()))
                .count();
    }

    private static List<JournalEntry> posts(Sandbox sandbox) {
        return sandbox.journal().entries().stream().filter(JournalEntry::isPost).toList();
    }

    private static String ofAll(String name, String operationId) {
        return "{\"operation\":\"%s\",\"operationId\":\"%s\",\"by\":\"alice\",\"all\":true}"
                .formatted(name, operationId);
    }

    private static Predicate<JsonNode> operation(String type, String operationId) {
        return type(type).and(event -> event.path("operationId").asString("").equals(operationId));
    }
}
