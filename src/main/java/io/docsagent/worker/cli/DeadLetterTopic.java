package io.docsagent.worker.cli;

import io.docsagent.worker.client.ClientSettings;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads a topic of dead letters, from its beginning or from where a group has come to, to where it ends now. */
final class DeadLetterTopic implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final @Nullable String group;
    private final List<TopicPartition> partitions;
    private final Map<TopicPartition, Long> ends;

    /**
     * Finds the beginning and the end.
     *
     * @param group whose committed offsets to begin at; null for the beginning of the topic
     * @throws NoSuchTopicException where there is none
     */
    DeadLetterTopic(ClientSettings settings, String name, @Nullable String group) {
        this.group = group;
        this.consumer =
                new KafkaConsumer<>(kafka(settings, group), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.partitions = consumer.partitionsFor(name, settings.connectWithin()).stream()
                .map(partition -> new TopicPartition(name, partition.partition()))
                .toList();
        if (partitions.isEmpty()) {
            consumer.close();
            throw new NoSuchTopicException(name);
        }
        consumer.assign(partitions);
        if (group == null) {
            consumer.seekToBeginning(partitions);
        }
        this.ends = consumer.endOffsets(partitions);
    }

    /** There is no topic of that name. */
    static final class NoSuchTopicException extends RuntimeException {

        NoSuchTopicException(String name) {
            super("There is no topic " + name + ". Name it with --dlt, or by $DOCS_AGENT_TOPICS_REQUESTS_DLT.");
        }
    }

    private static Map<String, Object> kafka(ClientSettings settings, @Nullable String group) {
        Map<String, Object> kafka = new HashMap<>(settings.kafka());
        kafka.put("isolation.level", "read_committed");
        kafka.put("enable.auto.commit", false);
        kafka.put("allow.auto.create.topics", false);
        kafka.put("auto.offset.reset", "earliest");
        kafka.put(
                "default.api.timeout.ms",
                Math.toIntExact(settings.connectWithin().toMillis()));
        kafka.remove("group.id");
        if (group != null) {
            kafka.put("group.id", group);
        }
        return kafka;
    }

    /** Reads all records until one is not taken, or the end is reached. */
    void each(Predicate<ConsumerRecord<byte[], byte[]>> taken) {
        while (hasMore(partitions)) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                if (record.offset() < ends.getOrDefault(partition, 0L) && !taken.test(record)) {
                    return;
                }
            }
        }
    }

    private boolean hasMore(Collection<TopicPartition> among) {
        return among.stream().anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L));
    }

    /** The group has come to these offsets, by partition. */
    void commit(Map<Integer, Long> offsets) {
        if (group != null) {
            Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
            offsets.forEach((partition, offset) -> positions.put(
                    new TopicPartition(partitions.getFirst().topic(), partition), new OffsetAndMetadata(offset)));
            consumer.commitSync(positions);
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
