package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.ContractLimits;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.ingress.CommandReader;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.topics.RecordSizes;
import io.docsagent.worker.topics.StoreNames;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Whatever ingress accepts, every record that follows from it can be written, is not too large, and is read back. */
class AcceptedCommandsTest {

    /** More in continuous integration. */
    private static final int COMMANDS = 10 * Integer.getInteger("histories", 50);

    private static final WorkerProperties SETTINGS = Driven.settings(Map.of());

    private static final RecordSizes SIZES = new RecordSizes(SETTINGS, new Policies(SETTINGS).all());

    private static final Map<String, Class<?>> STORES = Map.of(
            StoreNames.PROJECTS, Project.class,
            StoreNames.QUEUE, QueuedCommand.class,
            StoreNames.JOBS, Job.class,
            StoreNames.SEEN, Remembered.class);

    /** As long as texts of the service are, and longest in JSON. */
    private static final String TEXT = "\u0001".repeat(ContractLimits.SERVICE_TEXT_BYTES);

    private final CommandReader reader = new CommandReader(Driven.MAX_BYTES, Driven.PUBLISHERS);

    @Test
    void go_all_the_way_and_are_read_back() {
        long seed = Long.getLong("seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        try (Driven driven = new Driven()) {
            for (int i = 0; i < COMMANDS; i++) {
                try {
                    String text = random.nextInt(8) == 0 ? TEXT : "any";
                    HostileCommand command = HostileCommand.any(random, i, Driven.MAX_BYTES);
                    follow(driven, command, answers(command, text).get(random.nextInt(3)), text);
                } catch (RuntimeException | AssertionError e) {
                    fail("to repeat: -Dseed=" + seed + " (command " + i + ")", e);
                }
            }
        }
    }

    /** A bound that is too low by one of its parts is passed by none of these. */
    @Test
    void the_largest_of_all_are_within_the_bounds() {
        try (Driven driven = new Driven()) {
            for (int answer = 0; answer < 3; answer++) {
                HostileCommand command = HostileCommand.largest(answer, Driven.MAX_BYTES);
                assertThat(command.value()).hasSize(Driven.MAX_BYTES);
                follow(driven, command, answers(command, TEXT).get(answer), TEXT);
            }
        }
    }

    private void follow(Driven driven, HostileCommand hostile, Answer answer, String text) {
        Command command = hostile.command();
        requireAccepted(hostile);
        driven.publish(hostile.value(), hostile.headers());
        assertThat(driven.deadLetters()).isEmpty();

        GatewayRequest.Call call = (GatewayRequest.Call) driven.requests().getLast();
        assertThat(call.prompt()).isEqualTo(command.prompt());
        assertThat(call.jobId()).isEqualTo(command.jobId());
        assertThat(bytesOf(call)).isLessThan(SIZES.call());
        driven.answer(call, answer);
        requireEvents(driven, command);
        JobSnapshot seen = snapshot(command, text, text.replace('\u0001', '\u0002'));
        driven.input(Input.JobObserved.shown(command.projectId(), seen.id(), 1, Driven.START, seen));
        driven.events().forEach(event -> requireEvent(event, command));
        STORES.forEach((store, type) -> requireReadBack(store, type, driven));
    }

    private void requireAccepted(HostileCommand hostile) {
        Reading reading = reader.read(new ConsumerRecord<>(
                "requests",
                0,
                0,
                0,
                TimestampType.CREATE_TIME,
                -1,
                -1,
                null,
                hostile.value(),
                hostile.headers(),
                Optional.empty()));
        assertThat(reading).isInstanceOf(Reading.Accepted.class);
        Input arrived = ((Reading.Accepted) reading).arrived();
        assertThat(((Input.CommandArrived) arrived).command())
                .usingRecursiveComparison()
                .ignoringFields("request")
                .isEqualTo(hostile.command());

        byte[] written = Format.of(Input.class).write(arrived);
        assertThat(Format.of(Input.class).read(written)).isEqualTo(arrived);
        assertThat(written.length).isLessThan((int) (hostile.value().length + RecordSizes.FIXED));
    }

    private static List<Answer> answers(HostileCommand hostile, String text) {
        return List.of(
                new Answer.Accepted(201, snapshot(hostile.command(), text, text)),
                new Answer.Unknown(Answer.Unknown.Reason.SERVER_ERROR, 500, text),
                new Answer.Rejected(422, text));
    }

    private static JobSnapshot snapshot(Command command, String text, String status) {
        String jobId = command.jobId() != null ? command.jobId() : text;
        return new JobSnapshot(jobId, status, text, new JobSnapshot.Source(text, text), text, text, text);
    }

    private static void requireEvents(Driven driven, Command command) {
        List<TestRecord<String, byte[]>> events = driven.events();
        assertThat(events).isNotEmpty();
        events.forEach(event -> requireEvent(event, command));
    }

    private static void requireEvent(TestRecord<String, byte[]> event, Command command) {
        JsonNode json = JsonMappers.PUBLIC.readTree(event.value());
        assertThat(json.path("commandId").stringValue(null)).isEqualTo(command.commandId());
        Map<String, String> metadata = new HashMap<>();
        json.path("metadata").forEachEntry((name, value) -> metadata.put(name, value.stringValue()));
        assertThat(metadata).isEqualTo(command.metadata());
        long size = (long) event.value().length + event.key().length();
        for (Header header : event.headers()) {
            size += (long) header.key().length() + header.value().length;
        }
        assertThat(size).isLessThan(SIZES.event());
    }

    private static <T> void requireReadBack(String store, Class<T> type, Driven driven) {
        Format<T> format = Format.of(type);
        for (TestRecord<String, byte[]> record : driven.changelog(store)) {
            if (record.value() != null) {
                assertThat((long) record.value().length)
                        .isLessThan(SIZES.stores().get(store));
                T read = format.read(record.value());
                assertThat(format.read(format.write(read))).isEqualTo(read);
            }
        }
    }

    private static long bytesOf(GatewayRequest request) {
        byte[] written = Format.of(GatewayRequest.class).write(request);
        assertThat(Format.of(GatewayRequest.class).read(written)).isEqualTo(request);
        return (long) written.length + request.projectId().getBytes(StandardCharsets.UTF_8).length;
    }
}
