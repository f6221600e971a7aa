package io.docsagent.worker.cli.dlt;

import io.docsagent.worker.cli.kafka.ToTheEnd;
import io.docsagent.worker.client.ClientSettings;
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
public final class DeadLetterTopic implements AutoCloseable {

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final @Nullable String group;
    private final ToTheEnd records;
    private final Map<TopicPartition, Long> begins = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> passed = new HashMap<>();

    /**
     * Finds the beginning and the end.
     *
     * @param group whose committed offsets to begin at; null for the beginning of the topic
     * @throws NoSuchTopicException where there is none
     */
    public DeadLetterTopic(ClientSettings settings, String name, @Nullable String group) {
        this.group = group;
        Map<String, Object> kafka = settings.forReading();
        if (group != null) {
            kafka.put("group.id", group);
        }
        this.consumer = new KafkaConsumer<>(kafka, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            List<TopicPartition> partitions = consumer.partitionsFor(name).stream()
                    .map(partition -> new TopicPartition(name, partition.partition()))
                    .toList();
            if (partitions.isEmpty()) {
                throw new NoSuchTopicException(name);
            }
            consumer.assign(partitions);
            if (group == null) {
                consumer.seekToBeginning(partitions);
            }
            partitions.forEach(partition -> begins.put(partition, consumer.position(partition)));
            this.records = new ToTheEnd(consumer, partitions, settings.connectWithin());
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
    }

    /** There is no topic of that name. */
    static final class NoSuchTopicException extends RuntimeException {

        NoSuchTopicException(String name) {
            super("There is no topic " + name + ". Set --dlt or $DOCS_AGENT_TOPICS_REQUESTS_DLT.");
        }
    }

    /** Reads all records until one is not taken, or the end is reached. */
    public void each(Predicate<ConsumerRecord<byte[], byte[]>> taken) {
        records.each(taken);
    }

    /** The next reading begins where the first one did, and nothing has been passed. */
    void rewind() {
        begins.forEach(consumer::seek);
        passed.clear();
    }

    /** The group is to go on behind this record, once that is committed. */
    void passed(ConsumerRecord<byte[], byte[]> record) {
        passed.put(ToTheEnd.partition(record), new OffsetAndMetadata(record.offset() + 1));
    }

    void commit() {
        if (group != null) {
            consumer.commitSync(passed);
            passed.clear();
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
