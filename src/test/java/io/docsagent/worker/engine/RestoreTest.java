package io.docsagent.worker.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.docsagent.worker.clock.RecordedAlarms;
import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.state.Installation;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.topics.StoreNames;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.ContentHash;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.WrappedStateStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A new owner that reads the changelogs decides as the old one would have. */
class RestoreTest {

    @Test
    void stores_alarms_jobs_and_queues_are_rebuilt_from_the_changelogs() {
        try (Driven first = new Driven()) {
            // Eight calls in flight, one of them ended as a job, and two commands waiting for a place.
            for (int i = 0; i < 11; i++) {
                first.create("docs", "c" + i);
            }
            List<GatewayRequest> calls = first.requests();
            first.answer(calls.getFirst(), Driven.accepted("job-0"));
            first.publish("{\"type\":\"message\",\"projectId\":\"docs\",\"commandId\":\"m0\","
                    + "\"createCommandId\":\"c0\",\"prompt\":\"p\",\"priority\":\"high\"}");
            first.requests();
            first.events();

            RecordedAlarms alarms = new RecordedAlarms();
            RecordedWatch watch = new RecordedWatch();
            var context = restored(first);
            var second = new EngineProcessor(Driven.dependencies(alarms, watch));
            second.init(context);

            assertThat(alarms.set).containsExactly(entry("docs", Instant.EPOCH));
            Input look = new Input.WokeUp("docs", Input.WokeUp.Cause.TIME);
            first.input(look);
            process(second, context, 999, look);
            assertThat(alarms.set).isEqualTo(first.alarms.set);
            assertThat(watch.watched).isNotEmpty().isEqualTo(first.watch.watched);

            Input next = new Input.CallAnswered("docs", calls.get(1).callId(), new Answer.Rejected(400, "no"));
            first.input(next);
            process(second, context, 1_000, next);

            List<GatewayRequest> forwarded = context.forwarded("calls").stream()
                    .map(sent ->
                            Format.of(GatewayRequest.class).read(sent.record().value()))
                    .toList();
            assertThat(forwarded).isNotEmpty().isEqualTo(first.requests());
        }
    }

    @Test
    void what_becomes_due_of_jobs_and_of_what_is_remembered_is_rebuilt_from_the_changelogs() {
        try (Driven first = new Driven()) {
            first.create("followed", "c1");
            first.answer(first.requests().getFirst(), Driven.accepted("job-0"));
            first.create("remembered", "c1");
            first.answer(first.requests().getFirst(), new Answer.Rejected(400, "no"));

            RecordedAlarms alarms = new RecordedAlarms();
            var context = restored(first);
            var second = new EngineProcessor(Driven.dependencies(alarms, new RecordedWatch()));
            second.init(context);
            process(second, context, 999, new Input.WokeUp("followed", Input.WokeUp.Cause.TIME));
            process(second, context, 1_000, new Input.WokeUp("remembered", Input.WokeUp.Cause.TIME));

            assertThat(alarms.set).hasSize(2).isEqualTo(first.alarms.set);
        }
    }

    @Test
    void commands_and_jobs_of_a_project_whose_own_record_was_deleted_go_on() {
        try (Driven first = new Driven()) {
            for (int i = 0; i < 11; i++) {
                first.create("docs", "c" + i);
            }
            List<GatewayRequest> calls = first.requests();
            first.answer(calls.getFirst(), Driven.accepted("job-0"));
            first.answer(calls.get(1), new Answer.Rejected(400, "no"));
            List<String> called = new ArrayList<>(callIds(calls));
            called.addAll(callIds(first.requests()));
            var context = restored(first);
            deleteAll(context.getStateStore(StoreNames.PROJECTS));
            RecordedAlarms alarms = new RecordedAlarms();
            RecordedWatch watch = new RecordedWatch();
            var dependencies =
                    Driven.dependencies(alarms, watch, Map.of("docs-agent.quota.spent-until", "2026-11-01T00:00:00Z"));
            var second = new EngineProcessor(dependencies);

            second.init(context);
            assertThat(alarms.set).containsExactly(entry("docs", Instant.EPOCH));
            process(second, context, 999, new Input.WokeUp("docs", Input.WokeUp.Cause.TIME));

            Project before = requireNonNull(first.dependencies.projects().get("docs"));
            Project after = requireNonNull(dependencies.projects().get("docs"));
            assertThat(after.counts()).isEqualTo(before.counts());
            assertThat(after.quota().inFlight()).isEqualTo(before.quota().inFlight());
            assertThat(after.calls()).isEqualTo(before.calls());
            assertThat(after.activeJobs()).isEqualTo(before.activeJobs());
            assertThat(watch.watched).isNotEmpty().isEqualTo(first.watch.watched);

            // Accepted, rejected, in flight and waiting.
            for (String again : List.of("c0", "c1", "c5", "c10")) {
                process(second, context, 1_000, arrival("docs", again));
            }
            process(second, context, 1_001, arrival("docs", "c11"));
            calls.stream()
                    .skip(2)
                    .forEach(call -> process(
                            second,
                            context,
                            1_002 + calls.indexOf(call),
                            new Input.CallAnswered("docs", call.callId(), new Answer.Rejected(400, "no"))));
            called.addAll(callIds(context.forwarded("calls").stream()
                    .map(sent ->
                            Format.of(GatewayRequest.class).read(sent.record().value()))
                    .toList()));
            assertThat(called).hasSize(12).doesNotHaveDuplicates();
        }
    }

    private static List<String> callIds(List<GatewayRequest> requests) {
        return requests.stream()
                .map(request -> ((GatewayRequest.Call) request).callId())
                .toList();
    }

    @Test
    void a_project_whose_own_record_was_deleted_has_spent_its_uses_where_no_operator_says_otherwise() {
        try (Driven first = new Driven()) {
            first.create("docs", "c0");
            first.answer(first.requests().getFirst(), Driven.accepted("job-0"));
            var context = restored(first);
            deleteAll(context.getStateStore(StoreNames.PROJECTS));
            var dependencies = Driven.dependencies(new RecordedAlarms(), new RecordedWatch());
            var second = new EngineProcessor(dependencies);

            second.init(context);
            process(second, context, 999, arrival("docs", "c1"));
            process(second, context, 1_000, arrival("docs", "c2"));

            assertThat(context.forwarded("calls")).isEmpty();
            assertThat(requireNonNull(dependencies.projects().get("docs"))
                            .counts()
                            .waiting())
                    .isEqualTo(2);
        }
    }

    @Test
    void a_project_whose_own_record_was_deleted_is_not_forgotten_for_another() {
        Map<String, String> one = Map.of("docs-agent.queue.max-projects-per-partition", "1");
        try (Driven first = new Driven(one)) {
            first.create("docs", "c0");
            first.answer(first.requests().getFirst(), Driven.accepted("job-0"));
            var context = restored(first);
            deleteAll(context.getStateStore(StoreNames.PROJECTS));
            var dependencies = Driven.dependencies(new RecordedAlarms(), new RecordedWatch(), one);
            var second = new EngineProcessor(dependencies);

            second.init(context);
            process(second, context, 999, arrival("new", "c1"));

            assertThat(dependencies.projects().get("docs")).isNotNull();
            assertThat(dependencies.projects().get("new")).isNull();
        }
    }

    @Test
    void a_project_whose_probe_was_deleted_probes_again() {
        try (Driven first = new Driven()) {
            first.create("docs", "c0");
            first.answer(first.requests().getFirst(), new Answer.Unauthorized(401, "no"));
            first.operate("{\"operation\":\"probe\",\"operationId\":\"o1\",\"by\":\"anna\",\"projectId\":\"docs\"}");
            assertThat(first.requests()).hasSize(1);
            var context = restored(first);
            deleteAll(context.getStateStore(StoreNames.QUEUE));
            var second = new EngineProcessor(Driven.dependencies(new RecordedAlarms(), new RecordedWatch()));

            second.init(context);
            process(second, context, 999, arrival("docs", "c1"));

            assertThat(context.forwarded("calls")).hasSize(1);
        }
    }

    @Test
    void a_project_whose_commands_were_deleted_has_none_waiting() {
        try (Driven first = new Driven()) {
            for (int i = 0; i < 11; i++) {
                first.create("docs", "c" + i);
            }
            var context = restored(first);
            deleteAll(context.getStateStore(StoreNames.QUEUE));
            var dependencies = Driven.dependencies(new RecordedAlarms(), new RecordedWatch());
            var second = new EngineProcessor(dependencies);

            second.init(context);
            process(second, context, 999, arrival("docs", "c10"));

            Project after = requireNonNull(dependencies.projects().get("docs"));
            assertThat(after.counts().waiting()).isZero();
            assertThat(after.counts().seen()).isEqualTo(1);
            assertThat(after.counts().nextSequence()).isEqualTo(12);
            assertThat(after.quota().inFlight()).isEqualTo(1);
        }
    }

    private static void deleteAll(KeyValueStore<String, ?> store) {
        List<String> keys = new ArrayList<>();
        try (var entries = store.all()) {
            entries.forEachRemaining(entry -> keys.add(entry.key));
        }
        assertThat(keys).isNotEmpty();
        keys.forEach(store::delete);
    }

    private static Input arrival(String projectId, String commandId) {
        Command command = new Command(
                Command.Type.CREATE, projectId, "p", null, null, commandId, Command.Priority.NORMAL, null, Map.of());
        return new Input.CommandArrived(command, Identity.ofCommandId(commandId), ContentHash.of(command), null);
    }

    @Test
    void state_is_not_taken_over_under_another_number_of_partitions() {
        try (Driven first = new Driven()) {
            for (int i = 0; i < 12; i++) {
                first.create("p" + i, "c1");
            }
            var dependencies = Driven.dependencies(new RecordedAlarms(), new RecordedWatch(), Map.of(), 2);
            var second = new EngineProcessor(dependencies);

            assertThatThrownBy(() -> second.init(restored(first)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("which is wrong with docs-agent.topics.partitions=2");
        }
    }

    @Test
    void a_restored_project_without_anything_to_do_makes_room_for_another() {
        Map<String, String> one = Map.of("docs-agent.queue.max-projects-per-partition", "1");
        try (Driven first = new Driven(one)) {
            first.publish("{\"type\":\"create\",\"projectId\":\"old\",\"commandId\":\"c1\",\"prompt\":\"p\","
                    + "\"expiresAt\":\"2020-01-01T00:00:00Z\"}");
            first.events();

            var context = restored(first);
            var dependencies = Driven.dependencies(new RecordedAlarms(), new RecordedWatch(), one);
            var second = new EngineProcessor(dependencies);
            second.init(context);
            assertThat(dependencies.projects().get("old")).isNotNull();
            process(second, context, 1_000, arrival("new", "c2"));

            assertThat(dependencies.projects().get("old")).isNull();
            assertThat(dependencies.projects().get("new")).isNotNull();
            assertThat(context.forwarded("calls")).hasSize(1);
        }
    }

    /** Set aside, it would be committed as far as it was written. */
    @Test
    void an_input_whose_output_kafka_does_not_take_is_no_dead_letter() {
        Map<String, String> one = Map.of("docs-agent.queue.max-projects-per-partition", "1");
        try (Driven first = new Driven(one)) {
            first.publish("{\"type\":\"create\",\"projectId\":\"old\",\"commandId\":\"c1\",\"prompt\":\"p\","
                    + "\"expiresAt\":\"2020-01-01T00:00:00Z\"}");
            Input makesRoom = arrival("new", "c2");
            var ofAll = new Input.OperationRequested(
                    new Operation("op", "alice", null, Operation.ALL_PROJECTS, new Operation.Hold(null)),
                    new Input.Published("id of the operations", 0, 7, -1));

            assertThat(deadLettersWithout(EngineTopology.COMMANDS, first, makesRoom, one))
                    .isEmpty();
            assertThat(deadLettersWithout(EngineTopology.INPUTS_OF_ALL, first, ofAll, one))
                    .isEmpty();
        }
    }

    private static List<?> deadLettersWithout(String denied, Driven first, Input input, Map<String, String> settings) {
        var context = restored(first, denied);
        var second = new EngineProcessor(Driven.dependencies(new RecordedAlarms(), new RecordedWatch(), settings));
        second.init(context);
        assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> process(second, context, 1_000, input));
        return context.forwarded(EngineTopology.DEAD_LETTERS);
    }

    /** Each wake-up would be one more dead letter, for ever. */
    @Test
    void a_project_whose_state_cannot_be_read_is_woken_once() {
        try (Driven first = new Driven()) {
            for (int i = 0; i < 11; i++) {
                first.create("docs", "c" + i);
            }
            RecordedAlarms alarms = new RecordedAlarms();
            var context = restored(first);
            makeUnreadable(context.getStateStore(StoreNames.QUEUE));
            var second = new EngineProcessor(Driven.dependencies(alarms, new RecordedWatch()));
            second.init(context);
            assertThat(alarms.silenced).isEmpty();

            process(second, context, 999, new Input.WokeUp("docs", Input.WokeUp.Cause.TIME));

            assertThat(context.forwarded(EngineTopology.DEAD_LETTERS)).hasSize(1);
            assertThat(alarms.silenced).containsExactly("docs");
        }
    }

    @SuppressWarnings("unchecked")
    private static void makeUnreadable(StateStore store) {
        var typed = (WrappedStateStore<KeyValueStore<Bytes, byte[]>, ?, ?>) store;
        List<Bytes> keys = new ArrayList<>();
        try (var entries = typed.wrapped().all()) {
            entries.forEachRemaining(entry -> keys.add(entry.key));
        }
        assertThat(keys).isNotEmpty();
        keys.forEach(key -> typed.wrapped().put(key, "4{}".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void a_hung_thread_that_closes_late_takes_nothing_from_the_one_that_followed_it() {
        try (Driven first = new Driven()) {
            for (int i = 0; i < 11; i++) {
                first.create("docs", "c" + i);
            }
            first.answer(first.requests().getFirst(), Driven.accepted("job-0"));
            RecordedAlarms alarms = new RecordedAlarms();
            RecordedWatch watch = new RecordedWatch();
            var dependencies = Driven.dependencies(alarms, watch);
            var hung = new EngineProcessor(dependencies);
            var next = new EngineProcessor(dependencies);
            var context = restored(first);
            hung.init(context);
            next.init(context);

            process(next, context, 999, new Input.WokeUp("docs", Input.WokeUp.Cause.TIME));

            hung.close();

            assertThat(alarms.set).isNotEmpty();
            assertThat(watch.watched).isNotEmpty().isEqualTo(first.watch.watched);
            assertThat(dependencies.projects().get("docs")).isNotNull();

            next.close();

            assertThat(alarms.set).isEmpty();
            assertThat(watch.watched).isEmpty();
            assertThat(dependencies.projects().get("docs")).isNull();
        }
    }

    static void process(
            EngineProcessor processor, MockProcessorContext<Object, byte[]> context, long offset, Input input) {
        context.setRecordMetadata("inputs", 0, offset);
        processor.process(new Record<>(
                input.projectId(),
                Format.of(Input.class).write(input),
                Driven.START.plus(Duration.ofSeconds(1)).toEpochMilli()));
    }

    static MockProcessorContext<Object, byte[]> restored(Driven first) {
        return restored(first, null);
    }

    /** @param denied the sink to which nothing can be forwarded */
    static MockProcessorContext<Object, byte[]> restored(Driven first, @Nullable String denied) {
        MockProcessorContext<Object, byte[]> context = new DenyingContext<>(denied);
        for (var builder : StateStores.builders(Map.of())) {
            var store = builder.withCachingDisabled().withLoggingDisabled().build();
            store.init(context.getStateStoreContext(), store);
            first.changelog(store.name()).forEach(record -> put(store, record));
        }
        return context;
    }

    private static final class DenyingContext<K, V> extends MockProcessorContext<K, V> {

        private final @Nullable String denied;

        DenyingContext(@Nullable String denied) {
            super(config(), new TaskId(0, 0), new java.io.File(System.getProperty("java.io.tmpdir")));
            this.denied = denied;
        }

        private static Properties config() {
            Properties config = new Properties();
            config.put("application.id", "restored");
            config.put("bootstrap.servers", "nowhere:1");
            return config;
        }

        @Override
        public <F extends K, W extends V> void forward(Record<F, W> record, String sink) {
            if (sink.equals(denied)) {
                throw new TimeoutException("no broker");
            }
            super.forward(record, sink);
        }
    }

    @SuppressWarnings("unchecked")
    private static void put(Object store, TestRecord<String, byte[]> record) {
        var typed = (KeyValueStore<String, Object>) store;
        typed.put(record.key(), value(typed.name(), record.value()));
    }

    private static @Nullable Object value(String store, byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        Class<?> type = switch (store) {
            case StoreNames.PROJECTS -> Project.class;
            case StoreNames.QUEUE -> QueuedCommand.class;
            case StoreNames.JOBS -> Job.class;
            case StoreNames.INSTALLATION -> Installation.class;
            case StoreNames.POSITIONS -> ReadPositions.ReadUpTo.class;
            default -> Remembered.class;
        };
        return Format.of(type).read(bytes);
    }
}
