package io.docsagent.worker.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a topic from its beginning as a subscriber would: only what is committed. */
public final class Subscriber implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    private final List<JsonNode> events = new ArrayList<>();

    public Subscriber(RunningWorker worker, String topic) {
        this(worker.broker().bootstrapServers(), worker.topic(topic));
    }

    public Subscriber(String bootstrapServers, String topic) {
        consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", bootstrapServers,
                        "isolation.level", "read_committed",
                        "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
    }

    public List<ConsumerRecord<byte[], byte[]>> records() {
        consumer.poll(Duration.ofMillis(50)).forEach(records::add);
        return records;
    }

    public List<ConsumerRecord<byte[], byte[]>> awaitRecords(int count) {
        return Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(20))
                .until(this::records, found -> found.size() >= count);
    }

    public List<JsonNode> events() {
        records().stream()
                .skip(events.size())
                .forEach(
                        record -> events.add(record.value() == null ? JSON.nullNode() : JSON.readTree(record.value())));
        return List.copyOf(events);
    }

    public List<JsonNode> events(Predicate<JsonNode> wanted) {
        return events().stream().filter(wanted).toList();
    }

    public List<String> types(String project) {
        return events(of(project)).stream()
                .map(event -> event.get("type").asString())
                .toList();
    }

    public JsonNode await(Predicate<JsonNode> wanted) {
        return awaitCount(1, wanted).getFirst();
    }

    public List<JsonNode> awaitCount(int count, Predicate<JsonNode> wanted) {
        return Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> events(wanted), found -> found.size() >= count);
    }

    public static Predicate<JsonNode> of(String project) {
        return event -> project.equals(event.path("projectId").asString());
    }

    public static Predicate<JsonNode> type(String type) {
        return event -> type.equals(event.path("type").asString());
    }

    public static Predicate<JsonNode> command(String commandId) {
        return event -> commandId.equals(event.path("commandId").asString(""));
    }

    @Override
    public void close() {
        consumer.close();
    }
}
