package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Partitions;
import io.docsagent.worker.contract.Topics;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.MostlyWaits;
import io.docsagent.worker.harness.RunningWorker;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that a broker takes and that stop other consumers, through ingress with exactly-once, on a real broker. */
@MostlyWaits
class IngressOnBrokerTest {

    private static final int ROOM = 8 * 1024 * 1024;
    private static final String COMMAND = "{\"type\":\"create\",\"projectId\":\"p\",\"prompt\":\"hello\"}";
    private static final EmbeddedBroker BROKER = new EmbeddedBroker();
    private static final String PREFIX = RunningWorker.newPrefix();
    private static final Topics TOPICS = new Topics(
            PREFIX + ".requests",
            PREFIX + ".inputs",
            PREFIX + ".calls",
            PREFIX + ".job-status",
            PREFIX + ".commands",
            PREFIX + ".requests-dlt",
            PREFIX + ".operations",
            PREFIX + ".operations-dlt");
    private static final Publishers PUBLISHERS = Readers.publishers("topics.requests", TOPICS.requests());

    @BeforeAll
    static void createTopics() {
        String room = Integer.toString(ROOM);
        BROKER.create(
                new NewTopic(TOPICS.requests(), 1, (short) 1)
                        .configs(Map.of(
                                "max.message.bytes",
                                room,
                                "message.timestamp.after.max.ms",
                                Long.toString(Long.MAX_VALUE))),
                new NewTopic(TOPICS.inputs(), 3, (short) 1),
                new NewTopic(TOPICS.operations(), 1, (short) 1),
                new NewTopic(TOPICS.operationsDlt(), 1, (short) 1),
                new NewTopic(TOPICS.requestsDlt(), 1, (short) 1).configs(Map.of("max.message.bytes", room)));
    }

    @Test
    void no_record_stops_the_next(@TempDir Path state) throws ExecutionException, InterruptedException {
        byte[] oversize = new byte[3 * 1024 * 1024];
        long future = Clock.systemUTC().millis() + Duration.ofDays(10_000).toMillis();
        try (KafkaProducer<byte[], byte[]> publisher = publisher()) {
            publisher.send(new Timed(-1, Records.bytes("{}"))).get();
            publisher.send(new Timed(future, Records.bytes("{\"type\":1}"))).get();
            publisher.send(new Timed(1, null)).get();
            publisher.send(new Timed(2, oversize)).get();
            publisher.send(new Timed(-1, Records.bytes(COMMAND))).get();
            publisher.send(new Timed(future, Records.bytes(COMMAND))).get();
        }

        List<ConsumerRecord<byte[], byte[]>> letters = new ArrayList<>();
        List<ConsumerRecord<byte[], byte[]>> inputs = new ArrayList<>();
        try (KafkaStreams streams = new KafkaStreams(topology(), settings(state));
                KafkaConsumer<byte[], byte[]> ofLetters = subscriber(TOPICS.requestsDlt());
                KafkaConsumer<byte[], byte[]> ofInputs = subscriber(TOPICS.inputs())) {
            streams.start();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                ofLetters.poll(Duration.ofMillis(100)).forEach(letters::add);
                ofInputs.poll(Duration.ofMillis(100)).forEach(inputs::add);
                return letters.size() == 4 && inputs.size() == 2;
            });
        }

        assertThat(letters).extracting(IngressOnBrokerTest::writtenAt).containsExactly(-1L, future, 1L, 2L);
        assertThat(letters.get(2).value()).isNull();
        assertThat(letters.get(3).value()).hasSize(DeadLetters.KEPT);
        assertThat(text(letters.get(3), "docs-agent-original-length")).isEqualTo(Integer.toString(oversize.length));
        assertThat(text(letters.get(3), "kafka_dlt-exception-message")).contains("3145728 bytes");
        assertThat(inputs)
                .extracting(input -> new String(input.key(), StandardCharsets.UTF_8))
                .containsExactly("p", "p");
        long now = Clock.systemUTC().millis();
        assertThat(inputs).allSatisfy(input -> assertThat(input.timestamp()).isBetween(now - 60_000, now));
    }

    private static Topology topology() {
        Topology topology = new Topology();
        new IngressTopology(
                        TOPICS,
                        new Intake(PUBLISHERS.topics(), new CommandReader(256 * 1024, PUBLISHERS)),
                        new Intake(List.of(TOPICS.operations()), new OperationReader(256 * 1024)),
                        new DeadLetters(ROOM / 4),
                        new IngressObserver() {},
                        topics -> topics.stream().collect(Collectors.toMap(topic -> topic, topic -> "id of " + topic)),
                        Clock.systemUTC())
                .addTo(topology, new Partitions(1), new CommitPolicy(System::nanoTime));
        return topology;
    }

    private static Properties settings(Path state) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, PREFIX);
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, BROKER.bootstrapServers());
        settings.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        settings.put(StreamsConfig.producerPrefix("max.request.size"), ROOM);
        return settings;
    }

    private static KafkaProducer<byte[], byte[]> publisher() {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", BROKER.bootstrapServers());
        settings.put("compression.type", "gzip");
        settings.put("max.request.size", ROOM);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static KafkaConsumer<byte[], byte[]> subscriber(String topic) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                BROKER.bootstrapServers(),
                "group.id",
                "test-" + topic,
                "auto.offset.reset",
                "earliest",
                "isolation.level",
                "read_committed");
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumer.subscribe(List.of(topic));
        return consumer;
    }

    private static Long writtenAt(ConsumerRecord<byte[], byte[]> letter) {
        return ByteBuffer.wrap(letter.headers()
                        .lastHeader("kafka_dlt-original-timestamp")
                        .value())
                .getLong();
    }

    private static String text(ConsumerRecord<byte[], byte[]> letter, String header) {
        return new String(letter.headers().lastHeader(header).value(), StandardCharsets.UTF_8);
    }

    /** A record with a time that the Java client would refuse: -1, none at all, as clients in other languages write it. */
    private static final class Timed extends ProducerRecord<byte[], byte[]> {

        private final long timestamp;

        Timed(long timestamp, byte @Nullable [] value) {
            super(TOPICS.requests(), 0, null, null, value, new RecordHeaders());
            this.timestamp = timestamp;
        }

        @Override
        public Long timestamp() {
            return timestamp;
        }
    }
}
