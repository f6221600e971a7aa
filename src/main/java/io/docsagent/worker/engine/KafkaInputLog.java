package io.docsagent.worker.engine;

import io.docsagent.worker.message.Format;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.InputLog;
import io.docsagent.worker.message.LogClock;
import io.docsagent.worker.message.Partitions;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Appends inputs with a producer of its own; every append also reads the clock of its partition's leader. */
final class KafkaInputLog implements InputLog, AutoCloseable {

    /** No project can have this id, so no project is woken. */
    private static final Input PROBE = new Input.ClockProbed(".");

    private final Producer<String, byte[]> producer;
    private final String topic;
    private final Partitions partitions;
    private final LogClock clock;
    private final ClockSkew skew;
    private final Format<Input> format = Format.of(Input.class);

    KafkaInputLog(
            Producer<String, byte[]> producer, String topic, Partitions partitions, LogClock clock, ClockSkew skew) {
        this.producer = producer;
        this.topic = topic;
        this.partitions = partitions;
        this.clock = clock;
        this.skew = skew;
    }

    @Override
    public CompletableFuture<Instant> append(Input input) {
        return append(partitions.of(input.projectId()), input);
    }

    /** Appends a record that changes nothing. */
    CompletableFuture<Instant> probe(int partition) {
        return append(partition, PROBE);
    }

    private CompletableFuture<Instant> append(int partition, Input input) {
        CompletableFuture<Instant> appended = new CompletableFuture<>();
        long sent = clock.uptime();
        try {
            var record = new ProducerRecord<>(topic, partition, input.projectId(), format.write(input));
            var unused = producer.send(record, (metadata, failure) -> {
                if (failure != null) {
                    appended.completeExceptionally(failure);
                } else {
                    Instant at = Instant.ofEpochMilli(metadata.timestamp());
                    skew.measured(clock.acknowledged(metadata.partition(), sent, at));
                    appended.complete(at);
                }
            });
        } catch (RuntimeException e) {
            appended.completeExceptionally(e);
        }
        return appended;
    }

    @Override
    public void close() {
        producer.close();
    }
}
