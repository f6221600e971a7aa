package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.of;
import static io.docsagent.worker.harness.Subscriber.type;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.client.DocsAgentClient;
import io.docsagent.worker.client.Ended;
import io.docsagent.worker.client.NewCommand;
import io.docsagent.worker.contract.Coalesce;
import io.docsagent.worker.gateway.KeyHolds;
import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.api.ServiceOperation;
import io.docsagent.worker.sandbox.fault.Fault;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the worker promises, on whatever real Kafka a subclass brings. */
@Execution(ExecutionMode.CONCURRENT)
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

    @Test
    void the_state_of_every_command_can_be_read_until_it_is_forgotten() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=500ms"));
                RunningWorker worker = RunningWorker.start(broker(), sandbox, "docs-agent.dedupe.retention=2s");
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status");
                Subscriber records = new Subscriber(worker, "commands")) {
            publisher.create("docs", "first", "Write the quickstart");

            var completed = events.await(type("job.completed").and(command("first")));
            var last = records.await(record -> !record.path("prLink").isMissingNode());

            assertThat(records.events().stream()
                            .map(record -> record.path("state").asString()))
                    .startsWith("sent", "accepted", "accepted");
            assertThat(last.get("prLink")).isEqualTo(completed.get("prLink"));
            assertThat(last.get("jobId")).isEqualTo(completed.get("jobId"));
            assertThat(records.records().getFirst().key()).isEqualTo("docs/first".getBytes(UTF_8));
            assertThat(records.events().toString()).doesNotContain("quickstart");
            records.await(JsonNode::isNull);
            assertThat(records.records().getLast().key()).isEqualTo("docs/first".getBytes(UTF_8));
            assertThat(records.records())
                    .as(
                            "the records of a project are on the partition of its events; the hash of this key is on another one")
                    .extracting(ConsumerRecord::partition)
                    .containsOnly(events.records().getFirst().partition());
        }
    }

    /** An hour is 36 s here, and each duration as much shorter. */
    @Test
    void a_hundred_pushes_are_one_pull_request_and_few_uses_and_each_is_answered_with_its_link() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=500ms"));
                RunningWorker worker = RunningWorker.start(broker(), sandbox);
                DocsAgentClient client = DocsAgentClient.of(ClientSettings.of(
                                worker.broker().bootstrapServers())
                        .withTopics(worker.topic("requests"), worker.topic("commands"), worker.topic("job-status")))) {
            List<CompletableFuture<Ended>> pushes = new ArrayList<>();
            for (int push = 0; push < 100; push++) {
                int number = push;
                NewCommand command = NewCommand.create("docs", "push-" + push, "Document push " + push)
                        .coalesce("main", Coalesce.Mode.APPEND, Duration.ofSeconds(6), Duration.ofSeconds(12))
                        .continueKey("main");
                var delayed = CompletableFuture.delayedExecutor(360L * push, TimeUnit.MILLISECONDS);
                pushes.add(CompletableFuture.supplyAsync(() -> number, delayed)
                        .thenCompose(begun -> client.ask(command, Duration.ofMinutes(2))));
            }

            Set<String> links = pushes.stream()
                    .map(CompletableFuture::join)
                    .map(ended -> String.valueOf(ended.prLink()))
                    .collect(Collectors.toSet());

            assertThat(links).singleElement().asString().startsWith("https://");
            List<JournalEntry> posts = sandbox.journal().posts("docs");
            assertThat(posts).hasSizeLessThanOrEqualTo(4);
            String prompts = posts.stream().map(JournalEntry::prompt).collect(Collectors.joining("\n\n"));
            assertThat(prompts.split("\n\n")).hasSize(100).doesNotHaveDuplicates();
        }
    }

    @Test
    void no_state_of_commands_is_written_where_it_is_turned_off() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = RunningWorker.start(broker(), sandbox, "docs-agent.topics.commands=");
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            publisher.create("docs", "c1", "Write the quickstart");

            events.await(type("job.completed").and(command("c1")));
        }
    }

    @Test
    void what_is_not_a_command_is_set_aside_byte_for_byte_and_the_rest_goes_on() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = RunningWorker.start(broker(), sandbox);
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status");
                Subscriber deadLetters = new Subscriber(worker, "requests-dlt")) {
            byte[] misspelt = "{\"type\":\"create\",\"projectId\":\"docs\",\"promt\":\"x\"}".getBytes(UTF_8);
            publisher.publish("k".getBytes(UTF_8), misspelt);
            publisher.publish(null, null);
            publisher.publish(new byte[] {1}, new byte[0]);
            publisher.publish(null, "[".repeat(100_000).getBytes(UTF_8));
            publisher.create("docs", "c1", "Write the quickstart");

            events.await(type("job.completed").and(command("c1")));

            assertThat(deadLetters.awaitRecords(4)).hasSize(4);
            assertThat(deadLetters.records())
                    .anySatisfy(letter -> {
                        assertThat(letter.key()).isEqualTo("k".getBytes(UTF_8));
                        assertThat(letter.value()).isEqualTo(misspelt);
                        assertThat(text(letter, "kafka_dlt-exception-message"))
                                .contains("/prompt")
                                .doesNotContain("promt");
                    })
                    .anySatisfy(letter -> assertThat(letter.value()).isNull())
                    .anySatisfy(letter -> assertThat(letter.value()).isEmpty());
            assertThat(sandbox.journal().posts("docs")).hasSize(1);
        }
    }

    @Test
    void a_cloudevent_without_a_command_id_gets_back_its_source_and_id_whatever_becomes_of_it() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = RunningWorker.start(broker(), sandbox);
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            publisher.publishWith(
                    new RecordHeaders()
                            .add("ce_specversion", "1.0".getBytes(UTF_8))
                            .add("ce_source", "ci".getBytes(UTF_8))
                            .add("ce_id", "1".getBytes(UTF_8)),
                    "{\"type\":\"create\",\"projectId\":\"docs\",\"prompt\":\"Write the quickstart\"}");
            publisher.publishWith(
                    new RecordHeaders().add("content-type", "application/cloudevents+json".getBytes(UTF_8)),
                    "{\"specversion\":\"1.0\",\"id\":\"2\",\"source\":\"ci\",\"type\":\"t\",\"data\":{\"projectId\":\"docs\"}}");

            var completed = events.await(type("job.completed"));
            var malformed = events.await(type("command.rejected"));

            assertThat(completed.get("request").toString()).isEqualTo("{\"source\":\"ci\",\"id\":\"1\"}");
            assertThat(malformed.get("request").toString()).isEqualTo("{\"source\":\"ci\",\"id\":\"2\"}");
            assertThat(malformed.at("/reason/message").asString()).startsWith("/data/prompt: is missing");
        }
    }

    @Test
    void each_publisher_is_known_by_its_topic_and_may_do_what_its_settings_say() {
        String prefix = RunningWorker.newPrefix();
        String[] settings = {
            "docs-agent.publishers.nightly.topic=" + prefix + ".nightly",
            "docs-agent.publishers.nightly.max-priority=low",
            "docs-agent.publishers.nightly.projects=docs,team-a-*"
        };
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = RunningWorker.start(broker(), sandbox, prefix, settings);
                Publisher people = new Publisher(worker);
                Publisher nightly = new Publisher(worker, "nightly");
                Subscriber events = new Subscriber(worker, "job-status");
                Subscriber records = new Subscriber(worker, "commands");
                Subscriber deadLetters = new Subscriber(worker, "requests-dlt")) {
            byte[] closed = "{\"type\":\"create\",\"projectId\":\"team-b\",\"prompt\":\"Check\"} ".getBytes(UTF_8);
            nightly.publish(new byte[] {7}, closed);
            nightly.publish(
                    "{\"type\":\"create\",\"projectId\":\"docs\",\"commandId\":\"n1\",\"priority\":\"high\",\"prompt\":\"Check\"}");
            people.publish(
                    "{\"type\":\"create\",\"projectId\":\"docs\",\"commandId\":\"p1\",\"priority\":\"high\",\"prompt\":\"Write\"}");

            var ofNightly = events.await(type("job.completed").and(command("n1")));
            var ofPeople = events.await(type("job.completed").and(command("p1")));
            var recordOfNightly = records.await(command("n1"));
            var recordOfPeople = records.await(command("p1"));

            assertThat(ofNightly.path("publisher").asString()).isEqualTo("nightly");
            assertThat(ofPeople.path("publisher").asString()).isEqualTo("default");
            assertThat(recordOfNightly.path("publisher").asString()).isEqualTo("nightly");
            assertThat(recordOfNightly.path("priority").asString()).isEqualTo("low");
            assertThat(recordOfPeople.path("publisher").asString()).isEqualTo("default");
            assertThat(recordOfPeople.path("priority").asString()).isEqualTo("high");
            assertThat(deadLetters.awaitRecords(1)).singleElement().satisfies(letter -> {
                assertThat(letter.key()).containsExactly(7);
                assertThat(letter.value()).isEqualTo(closed);
                assertThat(text(letter, "kafka_dlt-original-topic")).isEqualTo(worker.topic("nightly"));
                assertThat(text(letter, "kafka_dlt-exception-message"))
                        .isEqualTo("/projectId: is not open to this publisher");
            });
            assertThat(sandbox.journal().posts("docs")).hasSize(2);
            assertThat(sandbox.journal().posts("team-b")).isEmpty();
        }
    }

    @Test
    void operators_hold_resume_promote_and_cancel_by_their_own_topic() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker =
                        RunningWorker.start(broker(), sandbox, "docs-agent.dispatch.max-in-flight-per-project=1");
                Publisher publisher = new Publisher(worker);
                Publisher operator = new Publisher(worker, "operations");
                Subscriber events = new Subscriber(worker, "job-status");
                Subscriber deadLetters = new Subscriber(worker, "operations-dlt")) {
            operator.publish(operation("hold", "o1", ""));
            events.await(type("operation.done").and(operationId("o1")));
            publisher.create("docs", "c1", "one");
            publisher.create("docs", "c2", "two");
            publisher.create("docs", "c3", "three");
            publisher.create("docs", "c4", "four");
            var queued = events.await(type("command.queued").and(command("c4")));
            operator.publish(operation("promote", "o2", ",\"commandId\":\"c3\""));
            operator.publish(operation("cancel", "o3", ",\"commandId\":\"c2\""));
            operator.publish(operation("cancel", "o4", ",\"commandId\":\"c9\""));
            operator.publish("{\"operation\":\"stop\"}");
            operator.publish(operation("hold", "o1", ""));
            // Without keys, they need not be read in this order.
            events.awaitCount(4, event -> event.path("type").asString().startsWith("operation."));
            operator.publish(operation("resume", "o5", ""));

            events.await(type("project.resumed"));
            events.await(type("job.completed").and(command("c4")));

            assertThat(queued.at("/queue/reason").asString()).isEqualTo("operator");
            assertThat(events.events(type("project.held"))).hasSize(1);
            assertThat(events.await(type("command.cancelled").and(command("c2")))
                            .at("/reason/message")
                            .asString())
                    .contains("alice");
            assertThat(events.await(type("operation.done").and(operationId("o3")))
                            .get("affected")
                            .asInt())
                    .isOne();
            assertThat(events.await(type("operation.refused").and(operationId("o4")))
                            .at("/reason/code")
                            .asString())
                    .isEqualTo("unknown_command");
            assertThat(events.events(type("job.active")))
                    .extracting(active -> active.get("commandId").asString())
                    .containsExactly("c3", "c1", "c4");
            assertThat(deadLetters.awaitRecords(1))
                    .extracting(letter -> new String(letter.value(), UTF_8))
                    .containsExactly("{\"operation\":\"stop\"}");
        }
    }

    @Test
    void operators_say_what_became_of_commands_of_unknown_outcome() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = RunningWorker.start(
                        broker(),
                        sandbox,
                        "docs-agent.dispatch.not-after=1s",
                        "docs-agent.api.response-timeout=2s",
                        "docs-agent.quota.straggler=100ms");
                Publisher publisher = new Publisher(worker);
                Publisher operator = new Publisher(worker, "operations");
                Subscriber events = new Subscriber(worker, "job-status");
                Subscriber records = new Subscriber(worker, "commands")) {
            sandbox.faults().add(Fault.drop().on(ServiceOperation.CREATE).times(1));
            publisher.create("docs", "c1", "one");
            events.await(type("command.unknown").and(command("c1")));
            sandbox.faults()
                    .add(Fault.dropAfterWork().on(ServiceOperation.CREATE).times(1));
            publisher.create("docs", "c2", "two");
            events.await(type("command.unknown").and(command("c2")));
            String jobId = sandbox.journal().posts("docs").getLast().jobId();

            operator.publish(operation("resolve", "o1", ",\"commandId\":\"c1\",\"as\":\"not_taken\",\"repeat\":true"));
            operator.publish(
                    operation("resolve", "o2", ",\"commandId\":\"c2\",\"as\":\"taken\",\"jobId\":\"" + jobId + "\""));
            events.await(type("job.completed").and(command("c1")));
            var taken = events.await(type("job.completed").and(command("c2")));
            records.await(command("c2").and(record -> record.path("prLink").isString()));

            assertThat(taken.get("jobId").asString()).isEqualTo(jobId);
            assertThat(events.events(type("operation.done"))).hasSize(2);
            assertThat(sandbox.journal().posts("docs")).hasSize(3);
        }
    }

    @Test
    void a_service_that_knows_repeats_takes_each_command_once_though_its_answers_are_lost() {
        try (Sandbox sandbox =
                        Sandbox.start(SandboxSettings.of("jobs.takes=200ms", "idempotency.header=Idempotency-Key"));
                RunningWorker worker = RunningWorker.start(
                        broker(),
                        sandbox,
                        "docs-agent.api.idempotency-header=Idempotency-Key",
                        "docs-agent.delivery=at-least-once");
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            sandbox.faults()
                    .add(Fault.dropAfterWork().on(ServiceOperation.CREATE).times(2));
            sandbox.faults()
                    .add(Fault.dropAfterWork().on(ServiceOperation.MESSAGE).times(1));
            publisher.create("docs", "c1", "Write the quickstart");
            publisher.followUp("docs", "m1", "c1", "Add examples");

            events.await(type("job.completed").and(command("m1")));

            List<JournalEntry> posts = sandbox.journal().posts("docs");
            assertThat(posts).extracting(JournalEntry::counted).containsExactly(true, false, false, true, false);
            assertThat(posts).extracting(JournalEntry::jobId).doesNotContainNull();
            assertThat(posts.stream().map(JournalEntry::jobId).distinct()).hasSize(1);
            assertThat(events.events(type("command.unknown").or(type("command.doubled"))))
                    .isEmpty();
        }
    }

    private static String operation(String name, String operationId, String more) {
        return "{\"operation\":\"%s\",\"operationId\":\"%s\",\"by\":\"alice\",\"projectId\":\"docs\"%s}"
                .formatted(name, operationId, more);
    }

    private static Predicate<JsonNode> operationId(String operationId) {
        return event -> event.path("operationId").asString("").equals(operationId);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rolling", "fixed-window", "token-bucket"})
    void the_quota_is_used_up_and_never_overrun_whatever_limiter_the_service_has(String limiter) {
        Duration period = Duration.ofSeconds(10);
        // A token bucket's burst comes on top of what it refills; the strict reading suits it all the same.
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of(
                        "quota.limiter=" + limiter, "quota.capacity=10", "quota.period=10s", "jobs.takes=100ms"));
                RunningWorker worker = RunningWorker.start(
                        broker(),
                        sandbox,
                        "docs-agent.quota.capacity=10",
                        "docs-agent.quota.period=10s",
                        "docs-agent.quota.margin=100ms");
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            for (int i = 0; i < 21; i++) {
                publisher.create("docs", "c" + i, "Write page " + i);
            }

            events.awaitCount(10, type("job.active"));
            var queued = events.await(type("command.queued"));
            events.awaitCount(21, type("job.active"));

            assertThat(queued.at("/queue/reason").asString()).isEqualTo("quota");
            assertThat(sandbox.journal().posts("docs")).hasSize(21);
            assertThat(statuses(sandbox, "docs")).containsOnly(201);
            assertThat(sandbox.journal().mostInAnyPeriod("docs", period)).isEqualTo(10);
        }
    }

    @Test
    void a_project_three_thousand_deep_keeps_no_quiet_project_waiting() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms", "http.post-latency=20ms"));
                RunningWorker worker = RunningWorker.start(broker(), sandbox);
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            for (int i = 0; i < 3_000; i++) {
                publisher.create("deep", "d" + i, "Write page " + i);
            }
            for (int i = 0; i < 20; i++) {
                publisher.create("quiet" + i, "q", "Write the quickstart");
            }

            for (int i = 0; i < 20; i++) {
                events.await(type("job.completed").and(of("quiet" + i)));
            }
            events.awaitCount(100, type("job.active").and(of("deep")));
            events.awaitCount(2_900, type("command.queued").and(of("deep")));

            assertThat(sandbox.journal().posts("deep")).hasSize(100);
            assertThat(statuses(sandbox, "deep")).containsOnly(201);
        }
    }

    @Test
    void a_refused_key_holds_the_project_until_the_key_file_changes(@TempDir Path folder) throws IOException {
        Path key = Files.writeString(folder.resolve("key"), "old\n");
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("access.keys=new", "jobs.takes=200ms"));
                RunningWorker worker = RunningWorker.start(
                        broker(), sandbox, "docs-agent.api.key-file=" + key, "docs-agent.api.key-refresh=200ms");
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            publisher.create("docs", "c1", "Write the quickstart");
            var held = events.await(type("project.held"));
            assertThat(held.at("/reason/code").asString()).isEqualTo("unauthorized");
            assertThat(held.at("/reason/httpStatus").asInt()).isEqualTo(401);

            assertThat(worker.context().getBean(KeyHolds.class).projects()).containsExactly("docs");

            Files.writeString(key, "new\n");

            events.await(type("project.resumed"));
            events.await(type("job.completed").and(command("c1")));
            assertThat(events.types("docs"))
                    .containsOnlyOnce("project.held", "project.resumed", "job.active", "job.completed");
        }
    }

    @Test
    void a_limit_that_only_the_service_knows_closes_the_lane_and_one_command_goes_first() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = RunningWorker.start(broker(), sandbox);
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            sandbox.faults()
                    .add(Fault.status(429, "8").on(ServiceOperation.CREATE).times(1));
            publisher.create("docs", "c1", "Write the quickstart");
            var held = events.await(type("project.held"));
            publisher.create("docs", "c2", "Write the reference");
            var queued = events.await(type("command.queued").and(command("c2")));
            events.await(type("job.completed").and(command("c1")));
            events.await(type("job.completed").and(command("c2")));

            assertThat(held.at("/reason/code").asString()).isEqualTo("throttled");
            assertThat(queued.at("/queue/reason").asString()).isEqualTo("throttled");
            assertThat(events.types("docs")).containsOnlyOnce("project.held", "project.resumed");
            assertThat(statuses(sandbox, "docs")).containsExactly(429, 201, 201);
        }
    }

    @Test
    void a_lost_answer_is_told_as_unknown_and_never_sent_again() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
                RunningWorker worker = RunningWorker.start(broker(), sandbox);
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            sandbox.faults()
                    .add(Fault.drop()
                            .on(ServiceOperation.CREATE)
                            .inProject("before")
                            .times(1));
            sandbox.faults()
                    .add(Fault.dropAfterWork()
                            .on(ServiceOperation.CREATE)
                            .inProject("after")
                            .times(1));
            publisher.create("before", "c1", "Write the quickstart");
            publisher.create("after", "c1", "Write the quickstart");
            var before = events.await(type("command.unknown").and(of("before")));
            var after = events.await(type("command.unknown").and(of("after")));
            publisher.create("before", "c2", "Write the reference");
            publisher.create("after", "c2", "Write the reference");
            events.await(type("job.completed").and(of("before")));
            events.await(type("job.completed").and(of("after")));

            assertThat(before.at("/reason/code").asString()).isEqualTo("connection_lost");
            assertThat(after.at("/reason/code").asString()).isEqualTo("connection_lost");
            assertThat(sandbox.journal().posts("before")).hasSize(2);
            assertThat(sandbox.journal().posts("after")).hasSize(2);
        }
    }

    @Test
    void a_restart_in_the_middle_loses_nothing_and_sends_nothing_twice() {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1s", "http.post-latency=50ms"));
                RunningWorker worker = RunningWorker.start(broker(), sandbox);
                Publisher publisher = new Publisher(worker);
                Subscriber events = new Subscriber(worker, "job-status")) {
            for (int i = 0; i < 60; i++) {
                publisher.create("p" + i % 6, "c" + i, "Write page " + i);
            }
            events.awaitCount(10, type("job.active"));
            worker.stop();
            worker.startAgain();
            for (int i = 60; i < 90; i++) {
                publisher.create("p" + i % 6, "c" + i, "Write page " + i);
            }
            var completed = events.awaitCount(90, type("job.completed"));

            assertThat(completed)
                    .extracting(event -> event.get("commandId").asString())
                    .doesNotHaveDuplicates();
            assertThat(events.events(type("command.unknown"))).isEmpty();
            List<String> sent = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                sandbox.journal().posts("p" + i).forEach(post -> sent.add(post.prompt()));
            }
            assertThat(sent).hasSize(90).doesNotHaveDuplicates();
        }
    }

    private static String text(ConsumerRecord<byte[], byte[]> letter, String header) {
        return new String(letter.headers().lastHeader(header).value(), UTF_8);
    }

    private static List<@Nullable Integer> statuses(Sandbox sandbox, String project) {
        return sandbox.journal().posts(project).stream()
                .map(JournalEntry::status)
                .toList();
    }
}
