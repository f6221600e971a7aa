package io.docsagent.worker.streams;

import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.topics.NeededTopics;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's producer, which reports as a fence what a thread of Kafka Streams can survive: that the broker has timed the
 * transaction out, that a right is missing, or that the partitions of a topic could not be seen in time.
 *
 * <p>Kafka Streams 4.2.1 takes each for a defect, which ends the thread and leaves its member in the group for a
 * session timeout; after a fence the thread joins the group again, with another producer, and begins at the last commit.
 * Before it can do so it retries what timed out.
 */
final class RejoiningProducer extends KafkaProducer<byte[], byte[]> {

    private static final String WRITE = "WRITE";

    /** Of the offsets of a topic that may not be read; Kafka has no exception of its own for it. The consumer names it. */
    private static final String UNREADABLE = "Topic authorization failed.";

    /** Milliseconds; synchronised brokers, and what is known of their time, differ by less. */
    private static final long CLOCKS_AGREE = 60_000;

    private final DeniedRights.Client rights;
    private final ReadTopics readTopics;
    private final NeededTopics topics;
    private final InstantSource clock;
    private final Runnable afterBreak;
    private final Runnable afterCommit;

    /** After it, nothing is sent or committed until the thread has another producer. Used by that thread only. */
    private @Nullable Unseen unseen;

    /** A topic whose partitions could not be seen. */
    private record Unseen(String topic, ProducerFencedException fence) {}

    /**
     * @param clock the brokers' time
     * @param afterBreak runs where the producer could not begin and never will: the thread needs another one
     */
    RejoiningProducer(
            Map<String, Object> config,
            DeniedRights.Client rights,
            ReadTopics readTopics,
            NeededTopics topics,
            InstantSource clock,
            Runnable afterBreak,
            Runnable afterCommit) {
        super(config, new ByteArraySerializer(), new ByteArraySerializer());
        this.rights = rights;
        this.readTopics = readTopics;
        this.topics = topics;
        this.clock = clock;
        this.afterBreak = afterBreak;
        this.afterCommit = afterCommit;
    }

    /**
     * Where a right is missing, it returns, and the thread gets another producer at its next poll. After any exception
     * Kafka Streams would end the thread, or wait for up to 15 s before each further try.
     */
    @Override
    public void initTransactions() {
        try {
            super.initTransactions();
        } catch (KafkaException e) {
            if (!rights.failed(e, WRITE)) {
                throw e;
            }
            afterBreak.run();
        }
    }

    /**
     * Where a right is missing, or brokers do not answer, it returns, and the record is not sent. After any exception from
     * here Kafka Streams (4.2.2) would end the thread, even after one that it retries elsewhere.
     */
    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        try {
            return super.partitionsFor(topic);
        } catch (KafkaException e) {
            boolean mayBeSeenLater =
                    e instanceof TimeoutException && topics.ask().isEmpty();
            if (!mayBeSeenLater && !rights.failed(e, WRITE)) {
                throw e;
            }
            unseen = new Unseen(topic, fence(e));
            // For a topic without any, Kafka Streams would send nothing.
            return List.of(new PartitionInfo(topic, 0, null, new Node[0], new Node[0]));
        }
    }

    /**
     * Sends nothing more once the partitions of a topic could not be seen, even if they can be by now: one of them was
     * chosen without knowing how many there are.
     */
    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        if (unseen != null) {
            if (record.topic().equals(unseen.topic())) {
                // Here Kafka Streams looks at the cause.
                throw new KafkaException(unseen.fence());
            }
            // What a store has cached until its task is closed: Kafka Streams would log an error with each try.
            return CompletableFuture.failedFuture(unseen.fence());
        }
        try {
            return super.send(
                    dated(record),
                    (metadata, failure) -> callback.onCompletion(
                            metadata, failure != null && endsTransaction(failure) ? fence(failure) : failure));
        } catch (KafkaException e) {
            // Here Kafka Streams looks at the cause.
            throw endsTransaction(e) ? new KafkaException(fence(e)) : e;
        }
    }

    /**
     * A broker whose clock is wrong may append an input with a time far ahead, and the others refuse what is dated an hour
     * ahead of them. Where the clocks agree, an output keeps the time of its input.
     */
    private ProducerRecord<byte[], byte[]> dated(ProducerRecord<byte[], byte[]> record) {
        long now = clock.millis();
        return record.timestamp() == null || record.timestamp() <= now + CLOCKS_AGREE
                ? record
                : new ProducerRecord<>(
                        record.topic(), record.partition(), now, record.key(), record.value(), record.headers());
    }

    @Override
    public void beginTransaction() {
        reporting(super::beginTransaction);
    }

    @Override
    public void sendOffsetsToTransaction(
            Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata consumer) {
        reporting(() -> super.sendOffsetsToTransaction(readTopics.withIds(offsets), consumer));
    }

    @Override
    public void commitTransaction() {
        if (unseen != null) {
            throw unseen.fence();
        }
        reporting(super::commitTransaction);
        afterCommit.run();
    }

    @Override
    public void abortTransaction() {
        reporting(super::abortTransaction);
    }

    private void reporting(Runnable call) {
        try {
            call.run();
        } catch (KafkaException e) {
            throw endsTransaction(e) ? fence(e) : e;
        }
    }

    private boolean endsTransaction(Throwable failure) {
        return rights.failed(failure, WRITE)
                || Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                        .anyMatch(cause -> cause instanceof InvalidTxnStateException
                                || String.valueOf(cause.getMessage()).endsWith(UNREADABLE));
    }

    private static ProducerFencedException fence(Throwable failure) {
        var fence = new ProducerFencedException("the transaction cannot go on: " + failure.getMessage());
        fence.initCause(failure);
        return fence;
    }
}
