package io.docsagent.worker.engine;

import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's producer, which reports a transaction that the broker has timed out as it reports a fence.
 *
 * <p>Kafka Streams 4.2.1 takes the one for a defect, which ends the thread and leaves its member in the group for a
 * session timeout; after the other the thread joins the group again, and begins at the last commit.
 */
final class RejoiningProducer extends KafkaProducer<byte[], byte[]> {

    private final Runnable afterCommit;

    RejoiningProducer(Map<String, Object> config, Runnable afterCommit) {
        super(config, new ByteArraySerializer(), new ByteArraySerializer());
        this.afterCommit = afterCommit;
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        try {
            return super.send(
                    record,
                    (metadata, failure) ->
                            callback.onCompletion(metadata, isOfLostTransaction(failure) ? fence(failure) : failure));
        } catch (KafkaException e) {
            // Here Kafka Streams looks at the cause.
            throw isOfLostTransaction(e) ? new KafkaException(fence(e)) : e;
        }
    }

    @Override
    public void beginTransaction() {
        reporting(super::beginTransaction);
    }

    @Override
    public void sendOffsetsToTransaction(
            Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata consumer) {
        reporting(() -> super.sendOffsetsToTransaction(offsets, consumer));
    }

    @Override
    public void commitTransaction() {
        reporting(super::commitTransaction);
        afterCommit.run();
    }

    @Override
    public void abortTransaction() {
        reporting(super::abortTransaction);
    }

    private static void reporting(Runnable call) {
        try {
            call.run();
        } catch (KafkaException e) {
            throw isOfLostTransaction(e) ? fence(e) : e;
        }
    }

    private static boolean isOfLostTransaction(@Nullable Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .anyMatch(InvalidTxnStateException.class::isInstance);
    }

    private static ProducerFencedException fence(Throwable failure) {
        var fence = new ProducerFencedException("the broker timed the transaction out");
        fence.initCause(failure);
        return fence;
    }
}
