package io.docsagent.worker.simulation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The producer of one instance's inputs: a record is appended once, or not at all, and who sent it may never know. */
final class InputsProducer extends MockProducer<String, byte[]> {

    private final World world;
    private final Broker broker;
    private final Link link;
    private final Release release;
    private final String instance;
    private final Promises promises;
    private boolean fails;

    InputsProducer(World world, Broker broker, Link link, Release release, String instance, Promises promises) {
        this.release = release;
        this.instance = instance;
        this.promises = promises;
        this.world = world;
        this.broker = broker;
        this.link = link;
    }

    /** From now on nothing is appended, or all is again. */
    void fail(boolean now) {
        fails = now;
    }

    @Override
    public synchronized Future<RecordMetadata> send(
            ProducerRecord<String, byte[]> record, @Nullable Callback whenSent) {
        Callback callback = Objects.requireNonNull(whenSent, "the worker wants to know");
        CompletableFuture<RecordMetadata> sent = new CompletableFuture<>();
        byte[] key = record.key().getBytes(StandardCharsets.UTF_8);
        LogPartition partition = record.partition() == null
                ? broker.partitionFor(record.topic(), key)
                : broker.partition(record.topic(), record.partition());
        promises.appending(instance, record.value());
        byte[] value = release.writes(record.value());
        boolean refused = fails || world.oneIn(500);
        boolean failsAfterwards = world.oneIn(500);
        Duration way = link.delay();
        link.toBroker(way, () -> {
            LogPartition.Entry entry = null;
            Exception failure = new TimeoutException("simulated");
            try {
                entry = refused ? null : broker.append(partition, key, value, record.headers(), null);
            } catch (RecordTooLargeException e) {
                failure = e;
            }
            RecordMetadata metadata = entry == null || failsAfterwards ? null : metadata(partition, entry);
            Exception reason = metadata == null ? failure : null;
            link.fromBroker(way, () -> callback.onCompletion(metadata, reason));
        });
        return sent;
    }

    private static RecordMetadata metadata(LogPartition partition, LogPartition.Entry entry) {
        TopicPartition at = new TopicPartition(partition.topic(), partition.number());
        return new RecordMetadata(at, entry.offset(), 0, entry.appendedAt().toEpochMilli(), 0, 0);
    }
}
