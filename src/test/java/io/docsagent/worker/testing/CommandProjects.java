package io.docsagent.worker.testing;

import io.docsagent.worker.client.ClientSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Which project the command with an id belongs to, by the keys of the records of commands. */
final class CommandProjects implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<String, String> known = new HashMap<>();

    CommandProjects(ClientSettings settings) {
        this.consumer =
                new KafkaConsumer<>(settings.forReading(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            var partitions = consumer.partitionsFor(settings.commands()).stream()
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
        } catch (KafkaException e) {
            consumer.close();
            throw e;
        }
    }

    /** Null where it is not known by then. */
    synchronized @Nullable String await(String commandId, Instant until) {
        do {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                String key = new String(record.key(), StandardCharsets.UTF_8);
                int slash = key.indexOf('/');
                known.put(key.substring(slash + 1), key.substring(0, slash));
            }
        } while (!known.containsKey(commandId) && Instant.now().isBefore(until));
        return known.get(commandId);
    }

    @Override
    public synchronized void close() {
        consumer.close();
    }
}
