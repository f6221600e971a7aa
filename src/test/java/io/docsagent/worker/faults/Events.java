package io.docsagent.worker.faults;

import io.docsagent.worker.guarantee.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tools.jackson.databind.json.JsonMapper;

/** A subscriber that reads only what is committed, from the beginning and for as long as it lives. */
final class Events implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String TOPIC = "docs-agent.job-status";

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<Event> seen = new ArrayList<>();
    private final Thread thread = new Thread(this::read, "subscriber");
    private volatile boolean closed;

    Events(String brokers, int partitions) {
        consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", brokers,
                        "isolation.level", "read_committed",
                        "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(TOPIC, partition))
                .toList());
        thread.setDaemon(true);
        thread.start();
    }

    private void read() {
        while (!closed) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                add(Event.of(record.partition(), JSON.readTree(record.value())));
            }
        }
        consumer.close();
    }

    private synchronized void add(Event event) {
        seen.add(event);
    }

    synchronized List<Event> of(String prefix) {
        return seen.stream().filter(event -> event.project().startsWith(prefix)).toList();
    }

    @Override
    public void close() {
        closed = true;
    }
}
