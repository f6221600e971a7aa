package io.docsagent.worker.gateway.call;

import io.docsagent.worker.settings.WorkerCannotStartException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Commits the first offset of partitions that never had a call, before Kafka Streams runs: the engine may decide calls
 * before the gateway is first assigned their partition, and without an offset they would be skipped.
 *
 * <p>An instance that reads the offsets, freezes and commits much later must not undo what another one committed
 * meanwhile, or calls would be sent twice. So the commit is a transaction of an id that all instances share, and the
 * offsets that count are read after {@code initTransactions}: an instance that starts after it fences the frozen one,
 * and what an earlier one committed is seen by that read. A call exists only once some instance has finished here,
 * since its engine starts afterwards. An instance that is refused reads the offsets again. Members of the group are not
 * disturbed: their offsets are older than their membership.
 */
final class FirstPositions implements SmartLifecycle {

    /** Before Kafka Streams ({@code MAX_VALUE - 1000}). */
    static final int PHASE = Integer.MAX_VALUE - 1100;

    private static final Logger log = LoggerFactory.getLogger(FirstPositions.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final String topic;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Supplier<Producer<byte[], byte[]>> producers;
    private volatile boolean running;

    /**
     * @param consumers of the group, {@code read_committed}
     * @param producers with the transactional id that all instances share
     */
    FirstPositions(
            String topic, Supplier<Consumer<byte[], byte[]>> consumers, Supplier<Producer<byte[], byte[]>> producers) {
        this.topic = topic;
        this.consumers = consumers;
        this.producers = producers;
    }

    @Override
    public void start() {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            while (!fresh(consumer).isEmpty()) {
                try {
                    begin(consumer);
                } catch (AuthorizationException e) {
                    throw e;
                } catch (KafkaException e) {
                    if (System.nanoTime() > deadline) {
                        throw e;
                    }
                    log.info("Another instance may be starting; reading the initial offsets again: {}", e.toString());
                }
            }
        } catch (GroupAuthorizationException e) {
            throw new WorkerCannotStartException(
                    "The worker's Kafka user lacks the right READ on group " + e.groupId()
                            + ". Run: kafka-acls.sh --add --allow-principal User:... --group " + e.groupId()
                            + " --operation Read",
                    e);
        } catch (TransactionalIdAuthorizationException e) {
            throw new WorkerCannotStartException(
                    "The worker's Kafka user lacks the right WRITE on transactional ids that begin with the application"
                            + " id (spring.kafka.streams.application-id)",
                    e);
        }
        running = true;
    }

    /** Partitions without a record and without an offset of the group. */
    private Set<TopicPartition> fresh(Consumer<?, ?> consumer) {
        Set<TopicPartition> all = consumer.partitionsFor(topic, TIMEOUT).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .collect(Collectors.toSet());
        // Otherwise the consumer warns that these partitions are not assigned to it.
        consumer.assign(all);
        Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(all, TIMEOUT);
        Map<TopicPartition, Long> ends = consumer.endOffsets(all, TIMEOUT);
        all.removeIf(partition ->
                committed.get(partition) != null || !Long.valueOf(0).equals(ends.get(partition)));
        return all;
    }

    private void begin(Consumer<?, ?> consumer) {
        try (Producer<byte[], byte[]> producer = producers.get()) {
            producer.initTransactions();
            Map<TopicPartition, OffsetAndMetadata> first = new HashMap<>();
            fresh(consumer).forEach(partition -> first.put(partition, new OffsetAndMetadata(0)));
            if (first.isEmpty()) {
                return;
            }
            producer.beginTransaction();
            producer.sendOffsetsToTransaction(first, consumer.groupMetadata());
            producer.commitTransaction();
        }
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
