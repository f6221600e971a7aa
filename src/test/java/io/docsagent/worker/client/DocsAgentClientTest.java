package io.docsagent.worker.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.client.ClientException.Kind;
import io.docsagent.worker.contract.Coalesce;
import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.KafkaException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Publishers' programs, with a worker, a broker and a service. */
@Order(2)
class DocsAgentClientTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Broker BROKER = new EmbeddedBroker();

    private static Sandbox sandbox;
    private static RunningWorker worker;

    @BeforeAll
    static void start() {
        sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=500ms"));
        worker = RunningWorker.start(BROKER, sandbox);
    }

    @AfterAll
    static void stop() {
        worker.close();
        sandbox.close();
    }

    private static ClientSettings settings() {
        return ClientSettings.of(BROKER.bootstrapServers())
                .withTopics(worker.topic("requests"), worker.topic("commands"), worker.topic("job-status"));
    }

    @Test
    void a_command_ends_as_a_pull_request() {
        List<CommandRecord> changes = new CopyOnWriteArrayList<>();
        try (DocsAgentClient client = DocsAgentClient.of(settings())) {
            Ended ended = client.ask(
                            NewCommand.create("docs", "a1", "Describe the export")
                                    .metadata("run", "7"),
                            PATIENCE,
                            changes::add)
                    .join();

            assertThat(ended.outcome()).isEqualTo(Outcome.PULL_REQUEST);
            assertThat(ended.prLink()).startsWith("https://");
            assertThat(ended.command().metadata()).containsEntry("run", "7");
            assertThat(ended.event()).contains("\"job.completed\"", Objects.requireNonNull(ended.prLink()));
            assertThat(changes)
                    .extracting(CommandRecord::state)
                    .startsWith(CommandState.SENT)
                    .endsWith(CommandState.ACCEPTED);
        }
    }

    @Test
    void outcomes_of_jobs() {
        try (DocsAgentClient client = DocsAgentClient.of(settings())) {
            assertThat(client.ask(NewCommand.create("jobs", "b1", "Change it [no-changes]"), PATIENCE)
                            .join()
                            .outcome())
                    .isEqualTo(Outcome.NO_CHANGES);
            assertThat(client.ask(NewCommand.create("jobs", "b2", "Change it [fail]"), PATIENCE)
                            .join()
                            .outcome())
                    .isEqualTo(Outcome.FAILED);
            Ended rejected = client.ask(NewCommand.create("jobs", "b3", "Change it [answer 422]"), PATIENCE)
                    .join();
            assertThat(rejected.outcome()).isEqualTo(Outcome.REJECTED);
            assertThat(Objects.requireNonNull(rejected.reason()).httpStatus()).isEqualTo(422);
        }
    }

    @Test
    void a_message_follows_up_the_job_of_a_create() {
        try (DocsAgentClient client = DocsAgentClient.of(settings())) {
            var create = client.ask(NewCommand.create("talk", "m1", "Describe the export"), PATIENCE);
            var message = client.ask(NewCommand.messageToCreate("talk", "m2", "m1", "Add an example"), PATIENCE);

            assertThat(message.join().command().jobId())
                    .isEqualTo(create.join().command().jobId());
        }
    }

    @Test
    void commands_are_published_however_many_are_asked_for_after_them() {
        try (DocsAgentClient client = DocsAgentClient.of(settings())) {
            AtomicInteger asked = new AtomicInteger();

            // If each of them restarted the read, it would not finish before the last.
            Awaitility.await().pollInterval(Duration.ofMillis(100)).until(() -> {
                var unused = client.ask(
                        NewCommand.create("steady", "s" + asked.incrementAndGet(), "Describe the export"), PATIENCE);
                return posts("steady") > 3;
            });
        }
    }

    @Test
    void a_program_that_asks_again_gets_the_same_end_and_spends_one_use() {
        NewCommand command = NewCommand.create("again", "c1", "Describe the export [takes 2s]");
        CompletableFuture<Ended> interrupted;
        try (DocsAgentClient first = DocsAgentClient.of(settings())) {
            interrupted = first.ask(command, PATIENCE);
            Awaitility.await().until(() -> posts("again") == 1);
        }
        assertFails(interrupted::join, Kind.CLOSED);
        try (DocsAgentClient second = DocsAgentClient.of(settings())) {
            Ended ended = second.ask(command, PATIENCE).join();
            assertThat(ended.outcome()).isEqualTo(Outcome.PULL_REQUEST);
            // It is answered by what is remembered, although the worker answers one repetition a minute.
            Ended third = second.ask(command, PATIENCE).join();
            assertThat(third.prLink()).isEqualTo(ended.prLink());
            assertThat(second.ended("again", "c1", PATIENCE).join().prLink()).isEqualTo(ended.prLink());
        }
        assertThat(posts("again")).isEqualTo(1);
    }

    @Test
    void an_id_that_was_used_for_another_command_is_refused() {
        try (DocsAgentClient client = DocsAgentClient.of(settings())) {
            var first = client.ask(NewCommand.create("reuse", "d1", "Describe the export [takes 2s]"), PATIENCE);
            Awaitility.await().until(() -> posts("reuse") == 1);
            Ended second = client.ask(NewCommand.create("reuse", "d1", "Something else"), PATIENCE)
                    .join();

            assertThat(second.outcome()).isEqualTo(Outcome.REJECTED);
            assertThat(Objects.requireNonNull(second.reason()).code()).isEqualTo("command_id_reused");
            assertThat(second.event()).contains("\"command.rejected\"");
            assertThat(first.join().outcome()).isEqualTo(Outcome.PULL_REQUEST);
        }
    }

    @Test
    void a_malformed_record_ends_who_waits_for_it_and_not_the_command_that_has_its_id() {
        try (DocsAgentClient client = DocsAgentClient.of(settings());
                Publisher publisher = new Publisher(worker)) {
            var running = client.ask(NewCommand.create("bad", "n1", "Describe the export [takes 2s]"), PATIENCE);
            var unseen = client.ended("bad", "n2", PATIENCE);
            Awaitility.await().until(() -> posts("bad") == 1);
            for (String id : List.of("n1", "n2")) {
                publisher.publish(
                        "bad".getBytes(UTF_8),
                        ("{\"projectId\":\"bad\",\"commandId\":\"" + id + "\"}").getBytes(UTF_8));
            }

            assertThat(unseen.join().outcome()).isEqualTo(Outcome.REJECTED);
            assertThat(Objects.requireNonNull(unseen.join().reason()).message()).contains("/type: is missing");
            assertThat(running.join().outcome()).isEqualTo(Outcome.PULL_REQUEST);
        }
    }

    @Test
    void commands_that_wait_are_superseded_and_cancelled() {
        try (DocsAgentClient client = DocsAgentClient.of(settings())) {
            Instant later = Instant.now().plus(Duration.ofHours(1));
            List<CommandRecord> changes = new CopyOnWriteArrayList<>();
            var older = client.ask(waiting("e1", later), PATIENCE, changes::add);
            Awaitility.await().until(() -> !changes.isEmpty());
            assertThat(changes.getFirst().state()).isEqualTo(CommandState.QUEUED);
            var newer = client.ask(waiting("e2", later), PATIENCE);

            Ended superseded = older.join();
            assertThat(superseded.outcome()).isEqualTo(Outcome.SUPERSEDED);
            assertThat(superseded.command().supersededBy()).isEqualTo("e2");
            client.cancel("later", "e2", "not needed").join();
            Ended cancelled = newer.join();
            assertThat(cancelled.outcome()).isEqualTo(Outcome.CANCELLED);
            assertThat(cancelled.event()).contains("\"command.cancelled\"", "not needed");
        }
    }

    private static NewCommand waiting(String commandId, Instant notBefore) {
        return NewCommand.create("later", commandId, "Describe the export")
                .notBefore(notBefore)
                .coalesce("main", Coalesce.Mode.REPLACE);
    }

    @Test
    void a_wait_ends_when_patience_does_and_the_command_goes_on() {
        try (DocsAgentClient client = DocsAgentClient.of(settings())) {
            var nobody = client.ended("nobody", "f1", Duration.ofMillis(500));
            assertThatThrownBy(nobody::join)
                    .hasRootCauseInstanceOf(ClientException.class)
                    .hasMessageContaining("nobody/f1", "It is not known", "ask again");
            assertFails(nobody::join, Kind.NO_ANSWER);
            // The consumer goes on for the next one.
            assertThat(client.ask(NewCommand.create("nobody", "f2", "Describe the export"), PATIENCE)
                            .join()
                            .outcome())
                    .isEqualTo(Outcome.PULL_REQUEST);
        }
    }

    @Test
    void what_is_wrong_is_named() {
        try (DocsAgentClient client = DocsAgentClient.of(
                settings().withTopics(worker.topic("requests"), "no-such-commands", worker.topic("job-status")))) {
            var end = client.ended("docs", "g1", PATIENCE);
            assertFails(end::join, Kind.TOPIC_MISSING);
            assertThatThrownBy(end::join).hasMessageContaining("no-such-commands", "docs-agent.topics.commands");
        }
        try (DocsAgentClient client = DocsAgentClient.of(settings().withRequests("no-such-requests"))) {
            var end = client.ask(NewCommand.create("docs", "g1", "Hello"), PATIENCE);
            assertFails(end::join, Kind.TOPIC_MISSING);
            assertThatThrownBy(end::join).hasMessageContaining("no-such-requests");
        }
        try (DocsAgentClient client =
                DocsAgentClient.of(ClientSettings.of("127.0.0.1:1").withConnectWithin(Duration.ofSeconds(1)))) {
            assertFails(() -> client.ended("docs", "g2", PATIENCE).join(), Kind.BROKER_AWAY);
            assertFails(
                    () -> client.send(NewCommand.create("docs", "g2", "Hello")).join(), Kind.BROKER_AWAY);
        }
        assertFails(() -> NewCommand.create("docs", "", "Hello"), Kind.INVALID_COMMAND);
        assertFails(() -> NewCommand.create("docs/site", "g3", "Hello"), Kind.INVALID_COMMAND);
        assertFails(() -> NewCommand.create("..", "g3", "Hello"), Kind.INVALID_COMMAND);
        assertFails(() -> NewCommand.create("docs", "g3", ""), Kind.INVALID_COMMAND);
        assertFails(
                () -> NewCommand.create("docs", "g3", "Hello").coalesce("k".repeat(129), Coalesce.Mode.REPLACE),
                Kind.INVALID_COMMAND);
        assertFails(
                () -> NewCommand.create("docs", "g3", "Hello").metadata("name", "v".repeat(4_097)),
                Kind.INVALID_COMMAND);
        assertFails(() -> DocsAgentClient.of(ClientSettings.of("nonsense")), Kind.BROKER_AWAY);
    }

    @Test
    void patience_ends_also_while_others_wait_for_brokers_that_are_away() {
        try (DocsAgentClient client =
                DocsAgentClient.of(ClientSettings.of("127.0.0.1:1").withConnectWithin(Duration.ofSeconds(1)))) {
            List<CompletableFuture<Ended>> waits = IntStream.range(0, 8)
                    .mapToObj(i -> client.ended("docs", "w" + i, Duration.ofSeconds(2)))
                    .toList();

            assertFails(waits.getFirst()::join, Kind.BROKER_AWAY);
            assertFails(waits.getLast()::join, Kind.NO_ANSWER);
        }
    }

    @Test
    void records_that_are_no_records_of_commands_or_events_are_skipped() {
        try (DocsAgentClient client = DocsAgentClient.of(settings());
                Publisher commands = new Publisher(worker, "commands");
                Publisher events = new Publisher(worker, "job-status")) {
            String key = CommandRecord.keyOf("foreign", "k1");
            int partition = CommandRecord.partitionOf(key, 3);
            for (String value : List.of("", "no JSON", "[]", "null", "{}", "{\"state\":\"paused\"}", "\"queued\"")) {
                commands.publish(partition, key, value);
                events.publish(partition, key, value);
            }
            var end = client.ask(NewCommand.create("foreign", "k1", "Describe the export [takes 2s]"), PATIENCE);
            Awaitility.await().until(() -> posts("foreign") == 1);
            for (String value : List.of("no JSON", "[]")) {
                commands.publish(partition, key, value);
                events.publish(partition, key, value);
            }

            assertThat(end.join().outcome()).isEqualTo(Outcome.PULL_REQUEST);
        }
    }

    @Test
    void a_client_that_is_closed_says_so() {
        DocsAgentClient client = DocsAgentClient.of(settings());
        var waits = client.ended("docs", "h1", PATIENCE);
        client.close();
        assertFails(waits::join, Kind.CLOSED);
        assertFails(() -> client.ended("docs", "h2", PATIENCE).join(), Kind.CLOSED);
        assertFails(() -> client.send(NewCommand.create("docs", "h2", "Hello")).join(), Kind.CLOSED);
    }

    @Test
    void everything_that_was_sent_has_an_end_when_the_client_is_closed() {
        List<CompletableFuture<Void>> sent;
        try (DocsAgentClient client =
                DocsAgentClient.of(ClientSettings.of("127.0.0.1:1").withConnectWithin(Duration.ofMillis(200)))) {
            sent = IntStream.range(0, 8)
                    .mapToObj(i -> client.send(NewCommand.create("docs", "i" + i, "Hello")))
                    .toList();
        }

        assertThat(CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new)))
                .failsWithin(Duration.ofSeconds(10));
        assertThat(sent).allSatisfy(each -> assertFails(each::join, Kind.CLOSED));
    }

    @Test
    void everything_that_was_sent_has_an_end_also_where_the_producer_cannot_be_closed() {
        Map<String, String> kafka =
                Map.of("bootstrap.servers", "127.0.0.1:1", "partitioner.class", Unclosable.class.getName());
        DocsAgentClient client = DocsAgentClient.of(ClientSettings.of(kafka).withConnectWithin(Duration.ofMillis(200)));
        var sent = client.send(NewCommand.create("docs", "i", "Hello"));
        var next = client.send(NewCommand.create("docs", "j", "Hello"));

        assertThatThrownBy(client::close).isInstanceOf(KafkaException.class);

        assertFails(sent::join, Kind.CLOSED);
        assertFails(next::join, Kind.CLOSED);
    }

    /** As one that compresses with a library that this system does not have. */
    @Test
    void a_producer_that_fails_by_itself_fails_the_send() {
        Map<String, String> kafka = Map.of(
                "bootstrap.servers", BROKER.bootstrapServers(), "partitioner.class", NoPartitions.class.getName());
        try (DocsAgentClient client =
                DocsAgentClient.of(ClientSettings.of(kafka).withRequests(worker.topic("requests")))) {
            var sent = client.send(NewCommand.create("docs", "j1", "Hello"));

            assertThat(sent).failsWithin(Duration.ofSeconds(30));
            assertFails(() -> sent.join(), Kind.KAFKA);
        }
    }

    /** Lacks a library. */
    public static class NoPartitions implements Partitioner {

        @Override
        public int partition(
                String topic, Object key, byte[] keyBytes, Object value, byte[] valueBytes, Cluster cluster) {
            throw new NoClassDefFoundError("Could not initialize class org.example.Native");
        }

        @Override
        public void configure(Map<String, ?> settings) {}

        @Override
        public void close() {}
    }

    /** Cannot be closed. */
    public static final class Unclosable extends NoPartitions {

        @Override
        public void close() {
            throw new IllegalStateException("cannot be closed");
        }
    }

    @Test
    void a_wait_that_has_ended_takes_no_memory_until_its_patience_does() {
        try (DocsAgentClient client =
                DocsAgentClient.of(ClientSettings.of("127.0.0.1:1").withConnectWithin(Duration.ofMillis(200)))) {
            WeakReference<?> listener = failedWait(client);

            Awaitility.await().until(() -> {
                System.gc();
                return listener.refersTo(null);
            });
        }
    }

    private static WeakReference<?> failedWait(DocsAgentClient client) {
        List<CommandRecord> changes = new CopyOnWriteArrayList<>();
        assertFails(() -> client.ended("docs", "l1", PATIENCE, changes::add).join(), Kind.BROKER_AWAY);
        return new WeakReference<>(changes);
    }

    @Test
    void a_wait_may_be_without_end() {
        try (DocsAgentClient client = DocsAgentClient.of(settings())) {
            assertThat(client.ask(
                                    NewCommand.create("forever", "k1", "Describe the export"),
                                    ChronoUnit.FOREVER.getDuration())
                            .join()
                            .outcome())
                    .isEqualTo(Outcome.PULL_REQUEST);
        }
    }

    private static long posts(String projectId) {
        return sandbox.journal().entries().stream()
                .filter(entry -> entry.isPost() && projectId.equals(entry.projectId()))
                .count();
    }

    private static void assertFails(ThrowingCallable call, Kind kind) {
        assertThatThrownBy(call).satisfies(failure -> {
            Throwable known = failure instanceof CompletionException ? failure.getCause() : failure;
            assertThat(known)
                    .isInstanceOfSatisfying(
                            ClientException.class,
                            client -> assertThat(client.kind()).isEqualTo(kind));
        });
    }
}
