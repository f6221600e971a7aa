package io.docsagent.worker.cli.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Reads partitions from where a consumer is to where they ended at first. */
public final class ToTheEnd {

    private static final Duration POLL = Duration.ofMillis(200);

    private final Consumer<byte[], byte[]> consumer;
    private final Duration patience;
    private final Map<TopicPartition, Long> ends;

    /**
     * Finds the ends.
     *
     * @param partitions that are assigned to the consumer
     * @param patience how long the brokers may give nothing
     */
    public ToTheEnd(Consumer<byte[], byte[]> consumer, Collection<TopicPartition> partitions, Duration patience) {
        this.consumer = consumer;
        this.patience = patience;
        this.ends = consumer.endOffsets(partitions);
    }

    /**
     * Reads all records until one is not taken, or the end is reached.
     *
     * @throws TimeoutException where the broker is away for as long as it may be when the client connects
     */
    public void each(Predicate<ConsumerRecord<byte[], byte[]>> taken) {
        long read = System.nanoTime();
        while (hasMore()) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            // The last records may be followed by the end of a transaction alone.
            if (records.isEmpty() && hasMore() && System.nanoTime() - read > patience.toNanos()) {
                throw new TimeoutException("No records within " + patience.toSeconds() + " s");
            }
            for (ConsumerRecord<byte[], byte[]> record : records) {
                if (record.offset() < end(partition(record)) && !taken.test(record)) {
                    return;
                }
            }
            if (!records.isEmpty()) {
                // What is done with them takes time that the brokers do not need.
                read = System.nanoTime();
            }
        }
    }

    public static TopicPartition partition(ConsumerRecord<byte[], byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }

    private long end(TopicPartition partition) {
        return ends.getOrDefault(partition, 0L);
    }

    private boolean hasMore() {
        return ends.keySet().stream().anyMatch(partition -> consumer.position(partition) < end(partition));
    }
}
