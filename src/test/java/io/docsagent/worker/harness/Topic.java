package io.docsagent.worker.harness;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A topic of the worker's, looked into from outside. */
public final class Topic implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(20);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;

    private Topic(String brokers, String name, String isolation) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", brokers, "isolation.level", isolation, "fetch.max.wait.ms", 20),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        partitions = consumer.partitionsFor(name).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
    }

    public static Topic committed(String brokers, String name) {
        return new Topic(brokers, name, "read_committed");
    }

    /** Also what is in flight, and what was aborted. */
    public static Topic uncommitted(String brokers, String name) {
        return new Topic(brokers, name, "read_uncommitted");
    }

    /** Reads all that there is. */
    public void each(Consumer<ConsumerRecord<byte[], byte[]>> seen) {
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            consumer.poll(POLL).forEach(seen);
        }
    }

    /** How many records there are. */
    public int count() {
        int[] count = {0};
        each(record -> count[0]++);
        return count[0];
    }

    /** From now on {@link #mentions} reads what is new. */
    public Topic fromNowOn() {
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
        return this;
    }

    /** Whether a record that is new says this. */
    public boolean mentions(String text) {
        boolean mentioned = false;
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            mentioned |= new String(record.value(), StandardCharsets.UTF_8).contains(text);
        }
        return mentioned;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
