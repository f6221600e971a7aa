package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** When a subscriber that reads only what is committed first read of each command, from its construction on. */
final class FirstEvents implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();

    private record First(Instant at, String type) {}

    private final Map<String, First> firstRead = new ConcurrentHashMap<>();
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread thread = new Thread(this::poll, "subscriber");
    private final Predicate<String> types;
    private volatile boolean closed;

    FirstEvents(String brokers, String topic) {
        this(brokers, topic, anyType -> true);
    }

    /** @param types of the events that count */
    FirstEvents(String brokers, String topic, Predicate<String> types) {
        this.types = types;
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", brokers, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        startAtTheEnd(partitions);
        thread.start();
    }

    /** Otherwise it would read old events first, and the delays that it measures would be its own. */
    private void startAtTheEnd(List<TopicPartition> partitions) {
        consumer.seekToEnd(partitions);
        // Seeking waits until a position is asked for, and would miss what is published until then.
        partitions.forEach(consumer::position);
    }

    private void poll() {
        while (!closed) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                Instant now = Instant.now();
                JsonNode event = JSON.readTree(record.value());
                String type = event.path("type").asString("");
                if (types.test(type)) {
                    firstRead.putIfAbsent(event.path("commandId").asString(""), new First(now, type));
                }
            }
        }
        consumer.close();
    }

    /** By command id. */
    Map<String, Instant> read() {
        return firstRead.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, first -> first.getValue().at()));
    }

    /** Commands whose first event had this type. */
    long count(String type) {
        return firstRead.values().stream()
                .filter(first -> first.type().equals(type))
                .count();
    }

    void awaitCommands(int count) {
        Waiting.untilTrue("events of " + count + " commands", () -> firstRead.size() >= count);
    }

    /** When the last of so many commands of a round was first read of. */
    Instant awaitLast(String round, int count) {
        Waiting.untilTrue(
                "events of %d commands of %s".formatted(count, round),
                () -> of(round).count() >= count);
        return of(round).max(Comparator.naturalOrder()).orElseThrow();
    }

    private Stream<Instant> of(String round) {
        return firstRead.entrySet().stream()
                .filter(read -> read.getKey().startsWith(round + "-"))
                .map(read -> read.getValue().at());
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
