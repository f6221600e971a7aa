package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.Partitions;
import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.contract.Topics;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.wire.ContentHash;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records through ingress as Kafka Streams runs it. */
class IngressTopologyTest {

    static final Topics TOPICS = new Topics(
            "docs-agent.requests",
            "docs-agent.inputs",
            "docs-agent.calls",
            "docs-agent.job-status",
            "docs-agent.commands",
            "docs-agent.requests-dlt",
            "docs-agent.operations",
            "docs-agent.operations-dlt",
            "docs-agent.pull-requests");

    private static final String NIGHTLY = "docs-agent.requests.nightly";

    private static final Publishers PUBLISHERS = Readers.publishers(
            "publishers.nightly.topic", NIGHTLY,
            "publishers.nightly.max-priority", "low",
            "publishers.nightly.projects", "p,team-a-*",
            "publishers.default.max-priority", "normal");

    private static final Instant NOW = Instant.parse("2026-11-21T09:00:00Z");
    private static final String COMMAND = "{\"type\":\"create\",\"projectId\":\"p\",\"prompt\":\"hello\"}";

    private final List<String> observed = new ArrayList<>();
    private final TopologyTestDriver driver = new TopologyTestDriver(topology(), settings());
    private final TestInputTopic<byte[], byte[]> requests =
            driver.createInputTopic(TOPICS.requests(), new ByteArraySerializer(), new ByteArraySerializer());
    private final TestInputTopic<byte[], byte[]> nightly =
            driver.createInputTopic(NIGHTLY, new ByteArraySerializer(), new ByteArraySerializer());
    private final TestOutputTopic<String, byte[]> inputs =
            driver.createOutputTopic(TOPICS.inputs(), new StringDeserializer(), new ByteArrayDeserializer());
    private final TestOutputTopic<byte[], byte[]> deadLetters =
            driver.createOutputTopic(TOPICS.requestsDlt(), new ByteArrayDeserializer(), new ByteArrayDeserializer());

    private final TestInputTopic<byte[], byte[]> operations =
            driver.createInputTopic(TOPICS.operations(), new ByteArraySerializer(), new ByteArraySerializer());
    private final TestOutputTopic<byte[], byte[]> refusedOperations =
            driver.createOutputTopic(TOPICS.operationsDlt(), new ByteArrayDeserializer(), new ByteArrayDeserializer());

    private final TestInputTopic<byte[], byte[]> pullRequests =
            driver.createInputTopic(TOPICS.pullRequests(), new ByteArraySerializer(), new ByteArraySerializer());
    private final TestOutputTopic<byte[], byte[]> refusedReports = driver.createOutputTopic(
            TOPICS.pullRequestsDlt(), new ByteArrayDeserializer(), new ByteArrayDeserializer());

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void a_command_becomes_an_input_of_its_project_at_the_present_time_without_its_publishers_headers() {
        publish("another key", COMMAND, Records.headers("x", "y"), 5);

        TestRecord<String, byte[]> input = inputs.readRecord();
        Input.CommandArrived arrived = arrived(input);
        assertThat(input.key()).isEqualTo("p");
        assertThat(input.getRecordTime()).isEqualTo(NOW);
        assertThat(input.headers().toArray()).isEmpty();
        assertThat(arrived.command().prompt()).isEqualTo("hello");
        assertThat(arrived.identity()).isEqualTo(Identity.ofRecord(TOPICS.requests(), 0, 0, 5));
        assertThat(deadLetters.isEmpty()).isTrue();
        assertThat(observed).containsExactly("accepted CREATE");
    }

    @Test
    void the_topic_says_who_published_a_command_and_where_its_record_was() {
        nightly.pipeInput(Records.bytes(COMMAND), NOW);
        publish("k", COMMAND, new RecordHeaders(), Long.MAX_VALUE);

        Input.CommandArrived first = arrived(inputs.readRecord());
        assertThat(first.command().publisher()).isEqualTo("nightly");
        assertThat(first.published())
                .isEqualTo(new Input.Published("id of " + NIGHTLY, 0, 0, OriginalMetadata.NO_EPOCH));
        Input.CommandArrived second = arrived(inputs.readRecord());
        assertThat(second.command().publisher()).isEqualTo("default");
        assertThat(second.published())
                .isEqualTo(new Input.Published("id of " + TOPICS.requests(), 0, 0, OriginalMetadata.NO_EPOCH));
    }

    @ParameterizedTest
    @CsvSource({"high, LOW, NORMAL", "normal, LOW, NORMAL", "low, LOW, LOW"})
    void a_priority_is_lowered_to_what_the_publisher_may_have_and_the_content_stays_the_same(
            String published, Command.Priority ofNightly, Command.Priority ofDefault) {
        String command = "{\"type\":\"create\",\"projectId\":\"p\",\"prompt\":\"hello\",\"priority\":\"%s\"}"
                .formatted(published);
        nightly.pipeInput(Records.bytes(command));
        publish("k", command, new RecordHeaders(), 5);

        Input.CommandArrived first = arrived(inputs.readRecord());
        Input.CommandArrived second = arrived(inputs.readRecord());
        assertThat(first.command().priority()).isEqualTo(ofNightly);
        assertThat(second.command().priority()).isEqualTo(ofDefault);
        assertThat(first.contentHash())
                .isEqualTo(second.contentHash())
                .isEqualTo(ContentHash.of(second.command()
                        .with("hello", Command.Priority.valueOf(published.toUpperCase(Locale.ROOT)), null)));
    }

    @Test
    void a_command_for_a_project_that_is_not_open_to_its_publisher_is_a_dead_letter() {
        byte[] closed = Records.bytes(COMMAND.replace("\"p\"", "\"team-b-docs\""));
        nightly.pipeInput(closed);
        nightly.pipeInput(Records.bytes(COMMAND.replace("\"p\"", "\"team-a-docs\"")));

        TestRecord<byte[], byte[]> letter = deadLetters.readRecord();
        assertThat(letter.value()).isEqualTo(closed);
        assertThat(text(letter, "kafka_dlt-original-topic")).isEqualTo(NIGHTLY);
        assertThat(text(letter, "kafka_dlt-exception-message")).isEqualTo("/projectId: is not open to this publisher");
        assertThat(inputs.readRecord().key()).isEqualTo("team-a-docs");
        assertThat(observed).containsExactly("refused CLOSED of " + NIGHTLY, "accepted CREATE");
    }

    @Test
    void what_is_closed_is_named_where_it_stands_in_an_envelope() {
        String envelope = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\",\"data\":%s}"
                .formatted(COMMAND.replace("\"p\"", "\"team-b-docs\""));
        nightly.pipeInput(new TestRecord<>(
                null, Records.bytes(envelope), Records.headers("content-type", "application/cloudevents+json"), NOW));

        assertThat(text(deadLetters.readRecord(), "kafka_dlt-exception-message"))
                .isEqualTo("/data/projectId: is not open to this publisher");
    }

    @Test
    void a_refused_record_goes_to_the_dead_letters_as_it_was() {
        publish("k", "{}", Records.headers("x", "y", "x", "z"), 5);

        TestRecord<byte[], byte[]> letter = deadLetters.readRecord();
        assertThat(letter.key()).isEqualTo(Records.bytes("k"));
        assertThat(letter.value()).isEqualTo(Records.bytes("{}"));
        assertThat(letter.getRecordTime()).isEqualTo(NOW);
        assertThat(letter.headers().headers("x")).hasSize(2);
        assertThat(letter.headers().lastHeader(OriginalMetadata.HEADER)).isNull();
        assertThat(timestamp(letter)).isEqualTo(5);
        assertThat(text(letter, "kafka_dlt-exception-message"))
                .isEqualTo("/projectId: is missing; /prompt: is missing; /type: is missing");
        assertThat(inputs.isEmpty()).isTrue();
        assertThat(observed).containsExactly("refused INVALID of docs-agent.requests");
    }

    @Test
    void an_operation_becomes_an_input_of_its_project() {
        operate("{\"operation\":\"hold\",\"operationId\":\"op-1\",\"by\":\"alice\",\"projectId\":\"p\"}");

        TestRecord<String, byte[]> input = inputs.readRecord();
        assertThat(input.key()).isEqualTo("p");
        assertThat(Format.of(Input.class).read(input.value()))
                .isEqualTo(new Input.OperationRequested(
                        new Operation("op-1", "alice", null, "p", new Operation.Hold(null)),
                        new Input.Published("id of " + TOPICS.operations(), 0, 0, OriginalMetadata.NO_EPOCH)));
        assertThat(refusedOperations.isEmpty()).isTrue();
        assertThat(observed).containsExactly("requested");
    }

    @Test
    void what_is_no_operation_goes_to_dead_letters_of_its_own() {
        operate(COMMAND);

        TestRecord<byte[], byte[]> letter = refusedOperations.readRecord();
        assertThat(letter.value()).isEqualTo(Records.bytes(COMMAND));
        assertThat(new String(
                        letter.headers().lastHeader("kafka_dlt-original-topic").value(), StandardCharsets.UTF_8))
                .isEqualTo(TOPICS.operations());
        assertThat(inputs.isEmpty()).isTrue();
        assertThat(deadLetters.isEmpty()).isTrue();
        assertThat(observed).containsExactly("refused INVALID of docs-agent.operations");
    }

    @Test
    void a_report_of_a_pull_request_becomes_an_input() {
        String link = "https://example.com/pull/7";
        report("{\"prLink\":\"%s\",\"state\":\"merged\",\"at\":\"2026-11-21T12:00:00Z\"}".formatted(link));
        report("{\"prLink\":\"%s\",\"state\":\"open\",\"at\":\"2026-11-21T12:00:00Z\",\"projectId\":\"p\"}"
                .formatted(link));

        Instant at = Instant.parse("2026-11-21T12:00:00Z");
        assertThat(inputs.readRecordsToList())
                .extracting(input -> Format.of(Input.class).read(input.value()))
                .containsExactly(
                        new Input.PullRequestSeen("..", link, PullRequestState.MERGED, at),
                        new Input.PullRequestSeen("p", link, PullRequestState.OPEN, at));
        assertThat(observed).containsExactly("reported", "reported");
    }

    @Test
    void what_is_no_report_goes_to_dead_letters_of_its_own() {
        report(COMMAND);

        TestRecord<byte[], byte[]> letter = refusedReports.readRecord();
        assertThat(letter.value()).isEqualTo(Records.bytes(COMMAND));
        assertThat(inputs.isEmpty()).isTrue();
        assertThat(observed).containsExactly("refused INVALID of docs-agent.pull-requests");
    }

    @Test
    void a_tombstone_without_a_key_is_a_dead_letter_without_both() {
        publish(null, null, new RecordHeaders(), Long.MAX_VALUE);

        TestRecord<byte[], byte[]> letter = deadLetters.readRecord();
        assertThat(letter.key()).isNull();
        assertThat(letter.value()).isNull();
        assertThat(timestamp(letter)).isEqualTo(Long.MAX_VALUE);
        assertThat(letter.getRecordTime()).isEqualTo(NOW);
        assertThat(observed).containsExactly("refused EMPTY of docs-agent.requests");
    }

    @Test
    void a_publishers_header_of_our_name_survives() {
        Headers theirs = Records.headers(OriginalMetadata.HEADER, "a", "x", "y", OriginalMetadata.HEADER, "b");

        publish("k", "{}", theirs, 5);

        TestRecord<byte[], byte[]> letter = deadLetters.readRecord();
        assertThat(letter.headers().headers(OriginalMetadata.HEADER))
                .extracting(header -> new String(header.value(), StandardCharsets.UTF_8))
                .containsExactly("a", "b");
        assertThat(timestamp(letter)).isEqualTo(5);
    }

    @Test
    void any_timestamp_is_taken_for_the_present_and_remembered_with_the_epoch() {
        for (long written : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) {
            Headers headers = new RecordHeaders();
            ConsumerRecord<Object, Object> record = new ConsumerRecord<>(
                    "t", 0, 0, written, TimestampType.CREATE_TIME, -1, -1, "k", "v", headers, Optional.of(7));

            assertThat(new OriginalMetadata(clock()).extract(record, -1)).isEqualTo(NOW.toEpochMilli());
            assertThat(OriginalMetadata.timestamp(headers)).isEqualTo(written);
            assertThat(OriginalMetadata.leaderEpoch(headers)).isEqualTo(7);
            assertThat(OriginalMetadata.received(headers).toArray()).isEmpty();
        }
    }

    private Topology topology() {
        Topology topology = new Topology();
        new IngressTopology(
                        TOPICS,
                        new Intake(PUBLISHERS.topics(), new CommandReader(1024, PUBLISHERS)),
                        new Intake(List.of(TOPICS.operations()), new OperationReader(1024)),
                        new Intake(List.of(TOPICS.pullRequests()), new PullRequestReader(1024)),
                        new DeadLetters(1 << 20),
                        this::writeDown,
                        topics -> topics.stream().collect(Collectors.toMap(topic -> topic, topic -> "id of " + topic)),
                        clock())
                .addTo(topology, new Partitions(1), new CommitPolicy(System::nanoTime));
        return topology;
    }

    private static Properties settings() {
        Properties settings = new Properties();
        settings.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        return settings;
    }

    private static Clock clock() {
        return Clock.fixed(NOW, ZoneOffset.UTC);
    }

    private void report(String json) {
        pullRequests.pipeInput(Records.bytes(json));
    }

    private void operate(String json) {
        operations.pipeInput(new TestRecord<>(null, Records.bytes(json), new RecordHeaders(), 5L));
    }

    private void publish(@Nullable String key, @Nullable String value, Headers headers, long timestamp) {
        requests.pipeInput(new TestRecord<>(
                key == null ? null : Records.bytes(key),
                value == null ? null : Records.bytes(value),
                headers,
                timestamp));
    }

    private static Input.CommandArrived arrived(TestRecord<String, byte[]> input) {
        return (Input.CommandArrived) Format.of(Input.class).read(input.value());
    }

    private static String text(TestRecord<byte[], byte[]> letter, String header) {
        return new String(letter.headers().lastHeader(header).value(), StandardCharsets.UTF_8);
    }

    private static long timestamp(TestRecord<byte[], byte[]> letter) {
        return ByteBuffer.wrap(letter.headers()
                        .lastHeader("kafka_dlt-original-timestamp")
                        .value())
                .getLong();
    }

    private void writeDown(Reading reading, String topic) {
        observed.add(
                switch (reading) {
                    case Reading.Accepted accepted ->
                        "accepted " + accepted.arrived().command().type();
                    case Reading.Requested requested -> "requested";
                    case Reading.Reported reported -> "reported";
                    case Reading.Refused refused -> "refused " + refused.refusal() + " of " + topic;
                });
    }
}
