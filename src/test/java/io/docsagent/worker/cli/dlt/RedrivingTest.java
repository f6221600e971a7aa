package io.docsagent.worker.cli.dlt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.dlt.Redriving.Result;
import io.docsagent.worker.ingress.CommandReader;
import io.docsagent.worker.ingress.DeadLetters;
import io.docsagent.worker.ingress.Readers;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import io.docsagent.worker.wire.Input.CommandArrived;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a dead letter of the worker, read as the worker would read it. */
class RedrivingTest {

    private static final String REQUESTS = "docs-agent.requests";
    private static final String INPUTS = "docs-agent.inputs";
    private static final byte[] CREATE =
            "{\"type\":\"create\",\"projectId\":\"docs\",\"prompt\":\"Hello\"}".getBytes(UTF_8);

    private final DeadLetters deadLetters = new DeadLetters(DeadLetters.LEAST_LIMIT);
    private final CommandReader reader = Readers.of(1_000_000);

    @Test
    void a_record_goes_to_its_topic_byte_for_byte() {
        Headers own = new RecordHeaders().add("tenant", new byte[] {(byte) 0xff, 0});
        byte[] value = {'{', (byte) 0xc3, 0};

        ProducerRecord<byte[], byte[]> sent = sent(redriving(null).of(letter("team.requests", 7, value, own)));

        assertThat(sent.topic()).isEqualTo("team.requests");
        assertThat(sent.partition()).isNull();
        assertThat(sent.key()).asString(UTF_8).isEqualTo("key");
        assertThat(sent.value()).isEqualTo(value);
        assertThat(sent.headers().lastHeader("tenant").value()).containsExactly(0xff, 0);
        assertThat(sent.headers()).noneMatch(header -> header.key().startsWith("kafka_dlt-"));
    }

    @Test
    void a_record_without_an_id_is_one_command_however_often_it_comes() {
        Redriving redriving = redriving(null);
        CommandArrived once = read(sent(redriving.of(letter(REQUESTS, 7, CREATE, new RecordHeaders()))));
        CommandArrived twice = read(sent(redriving.of(letter(REQUESTS, 7, CREATE, new RecordHeaders()))), 2_000);
        CommandArrived other = read(sent(redriving.of(letter(REQUESTS, 8, CREATE, new RecordHeaders()))));
        ProducerRecord<byte[], byte[]> sent = sent(redriving.of(letter(REQUESTS, 7, CREATE, new RecordHeaders())));
        CommandArrived cameBack = read(sent(redriving.of(letter(REQUESTS, 99, CREATE, sent.headers()))));

        assertThat(twice.identity()).isEqualTo(once.identity()).isEqualTo(cameBack.identity());
        assertThat(other.identity()).isNotEqualTo(once.identity());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ce_id", "ce_source"})
    void half_a_name_of_an_event_is_none(String header) {
        Headers half = new RecordHeaders().add(header, "42".getBytes(UTF_8));
        CommandArrived once = read(sent(redriving(null).of(letter(REQUESTS, 7, CREATE, half))));
        CommandArrived other = read(sent(redriving(null).of(letter(REQUESTS, 8, CREATE, half))));

        ProducerRecord<byte[], byte[]> again = sent(redriving(null).of(letter(REQUESTS, 7, CREATE, half)));
        assertThat(read(again, 2_000).identity()).isEqualTo(once.identity()).isNotEqualTo(other.identity());
    }

    @Test
    void an_event_keeps_its_name() {
        Headers event =
                new RecordHeaders().add("ce_source", "ci".getBytes(UTF_8)).add("ce_id", "42".getBytes(UTF_8));
        assertThat(read(sent(redriving(null).of(letter(REQUESTS, 7, CREATE, event))))
                        .identity())
                .isEqualTo(Identity.ofCloudEvent("ci", "42"));
    }

    @Test
    void a_record_that_has_come_back_three_times_is_left() {
        Headers headers = new RecordHeaders();
        for (int times = 1; times <= 3; times++) {
            headers = sent(redriving(null).of(letter(REQUESTS, times, CREATE, headers)))
                    .headers();
        }
        assertThat(why(redriving(null).of(letter(REQUESTS, 4, CREATE, headers))))
                .contains("come back 3 times");
    }

    @Test
    void a_record_that_was_cut_is_left() {
        assertThat(why(redriving(null).of(letter(REQUESTS, 7, new byte[2_000_000], new RecordHeaders()))))
                .contains("too large");
    }

    static List<Path> commands() throws IOException {
        try (Stream<Path> examples = Files.list(Path.of("schemas/examples/command/valid"))) {
            return examples.toList();
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void what_the_engine_set_aside_is_the_command_that_it_was(Path example) throws IOException {
        CommandArrived arrived = read(new ProducerRecord<>(REQUESTS, Files.readAllBytes(example)));
        Result result = redriving(null).of(engines(arrived));

        CommandArrived again = read(sent(result));
        assertThat(sent(result).topic()).isEqualTo(REQUESTS);
        // Where nothing else identifies it, the redriven record is a CloudEvent, whose request is the command's.
        assertThat(again.command())
                .usingRecursiveComparison()
                .ignoringFields("request")
                .isEqualTo(arrived.command());
        assertThat(again.contentHash()).isEqualTo(arrived.contentHash());
        if (arrived.command().commandId() == null) {
            CommandArrived twice = read(sent(redriving(null).of(engines(arrived))));
            assertThat(twice.identity()).isEqualTo(again.identity());
        } else {
            assertThat(again.identity()).isEqualTo(arrived.identity());
        }
    }

    @Test
    void what_the_engine_set_aside_keeps_its_trace() {
        String traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        Headers traced = new RecordHeaders().add("traceparent", traceparent.getBytes(UTF_8));
        CommandArrived arrived = read(new ProducerRecord<>(REQUESTS, null, null, null, CREATE, traced));
        assertThat(read(sent(redriving(null).of(engines(arrived)))).command().traceparent())
                .isEqualTo(traceparent);
    }

    @Test
    void what_the_engine_set_aside_is_left_where_it_cannot_be_restored() {
        Headers event =
                new RecordHeaders().add("ce_source", "ci".getBytes(UTF_8)).add("ce_id", "42".getBytes(UTF_8));
        ProducerRecord<byte[], byte[]> named = new ProducerRecord<>(REQUESTS, null, null, null, CREATE, event);
        assertThat(why(redriving(null).of(engines(read(named))))).contains("CloudEvent");
        assertThat(why(redriving(null).of(letter(INPUTS, 7, "7{}".getBytes(UTF_8), new RecordHeaders()))))
                .contains("format");
        assertThat(why(redriving(null).of(letter(INPUTS, 7, "nonsense".getBytes(UTF_8), new RecordHeaders()))))
                .contains("format");
    }

    @Test
    void another_publishers_command_needs_its_topic() {
        CommandReader nightly =
                new CommandReader(1_000_000, Readers.publishers("publishers.nightly.topic", "docs-agent.nightly"));
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("docs-agent.nightly", 0, 3, null, CREATE);
        CommandArrived arrived = ((Reading.Accepted) nightly.read(record)).arrived();

        assertThat(why(redriving(null).of(engines(arrived)))).contains("nightly", "--topic");
        assertThat(sent(redriving("docs-agent.nightly").of(engines(arrived))).topic())
                .isEqualTo("docs-agent.nightly");
    }

    /** A header is written by whoever may write to the topic of dead letters. */
    @ParameterizedTest
    @ValueSource(strings = {"payments.transfers", "docs-agent.operations", "docs-agent.job-status", ""})
    void a_record_goes_to_no_topic_that_is_none_of_commands(String forged) {
        assertThat(why(redriving(null).of(letter(forged, 7, CREATE, new RecordHeaders()))))
                .contains("not known as a publisher's", "--publisher-topic");
        assertThat(why(redriving("team.requests").of(letter(forged, 7, CREATE, new RecordHeaders()))))
                .contains("not known as a publisher's");
    }

    @Test
    void a_record_goes_to_another_topic_only_where_its_own_is_named() {
        DeadLetter letter = letter(REQUESTS, 7, CREATE, new RecordHeaders());

        assertThat(sent(redriving("team.requests").of(letter)).topic()).isEqualTo(REQUESTS);
        Redriving moving = new Redriving(INPUTS, Set.of(), REQUESTS, "team.requests", Set.of(REQUESTS));
        assertThat(sent(moving.of(letter)).topic()).isEqualTo("team.requests");
    }

    @Test
    void a_record_of_somebody_else_is_none() {
        assertThat(DeadLetter.of(new ConsumerRecord<>("dlt", 0, 0, null, CREATE)))
                .isNull();
        var strange = new ConsumerRecord<byte[], byte[]>("dlt", 0, 0, null, CREATE);
        for (String name : new String[] {"topic", "partition", "offset", "timestamp"}) {
            strange.headers().add("kafka_dlt-original-" + name, new byte[3]);
        }
        strange.headers().add("kafka_dlt-exception-message", new byte[3]);
        assertThat(DeadLetter.of(strange)).isNull();
    }

    private static Redriving redriving(@Nullable String topic) {
        return new Redriving(INPUTS, Set.of(REQUESTS, "team.requests"), REQUESTS, topic, Set.of());
    }

    private DeadLetter engines(CommandArrived arrived) {
        return letter(INPUTS, 7, Format.of(Input.class).write(arrived), new RecordHeaders());
    }

    private DeadLetter letter(String topic, long offset, byte[] value, Headers headers) {
        var letter = deadLetters.of(
                new ConsumerRecord<>(
                        topic,
                        1,
                        offset,
                        1_000,
                        TimestampType.CREATE_TIME,
                        3,
                        value.length,
                        "key".getBytes(UTF_8),
                        value,
                        headers,
                        Optional.empty()),
                "/prompt: is missing",
                2_000);
        var record = new ConsumerRecord<>(REQUESTS + "-dlt", 0, 0, letter.key(), letter.value());
        letter.headers().forEach(record.headers()::add);
        return requireNonNull(DeadLetter.of(record));
    }

    private CommandArrived read(ProducerRecord<byte[], byte[]> sent) {
        return read(sent, 1_000);
    }

    private CommandArrived read(ProducerRecord<byte[], byte[]> sent, long offset) {
        var record = new ConsumerRecord<>(sent.topic(), 2, offset, sent.key(), sent.value());
        sent.headers().forEach(record.headers()::add);
        Reading reading = reader.read(record);
        assertThat(reading).isInstanceOf(Reading.Accepted.class);
        return ((Reading.Accepted) reading).arrived();
    }

    private static ProducerRecord<byte[], byte[]> sent(Result result) {
        assertThat(result).isInstanceOf(Result.Sent.class);
        return ((Result.Sent) result).record();
    }

    private static String why(Result result) {
        assertThat(result).isInstanceOf(Result.Left.class);
        return ((Result.Left) result).why();
    }
}
