package io.docsagent.worker.engine;

import io.docsagent.worker.clock.ClockSkew;
import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.contract.Partitions;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.Input;
import io.docsagent.worker.wire.InputLog;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Appends inputs with a producer of its own; every append also reads the clock of its partition's leader. */
final class KafkaInputLog implements InputLog, AutoCloseable {

    /** No project can have this id, so no project is woken. */
    private static final Input PROBE = new Input.ClockProbed(".");

    private static final String WRITE = "WRITE";

    /** After an append for which the right was missing. */
    private static final Duration BEFORE_RETRY = Duration.ofSeconds(1);

    private final Producer<String, byte[]> producer;
    private final String topic;
    private final Partitions partitions;
    private final LogClock clock;
    private final ClockSkew skew;
    private final DeniedRights.Client rights;
    private final Executor later;
    private final Format<Input> format = Format.of(Input.class);

    /** @param timer the thread of retries */
    KafkaInputLog(
            Producer<String, byte[]> producer,
            String topic,
            Partitions partitions,
            LogClock clock,
            ClockSkew skew,
            DeniedRights.Client rights,
            Executor timer) {
        this.producer = producer;
        this.topic = topic;
        this.partitions = partitions;
        this.clock = clock;
        this.skew = skew;
        this.rights = rights;
        this.later = CompletableFuture.delayedExecutor(BEFORE_RETRY.toMillis(), TimeUnit.MILLISECONDS, timer);
    }

    @Override
    public CompletableFuture<Instant> append(Input input) {
        CompletableFuture<Instant> appended = new CompletableFuture<>();
        append(input, appended);
        return appended;
    }

    /** A right that is missing is waited for as a broker is. It may take hours, so no try leaves anything behind. */
    private void append(Input input, CompletableFuture<Instant> appended) {
        var unused = append(partitions.of(input.projectId()), input).whenComplete((at, failure) -> {
            if (failure == null) {
                appended.complete(at);
            } else if (rights.failed(failure, WRITE)) {
                later.execute(() -> append(input, appended));
            } else {
                appended.completeExceptionally(failure);
            }
        });
    }

    /** Appends a record that changes nothing, or fails. */
    CompletableFuture<Instant> probe(int partition) {
        return append(partition, PROBE).whenComplete((appended, failure) -> rights.failed(failure, WRITE));
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
                    rights.allWorks();
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
