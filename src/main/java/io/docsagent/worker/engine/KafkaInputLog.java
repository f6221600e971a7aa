package io.docsagent.worker.engine;

import io.docsagent.worker.message.Format;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.InputLog;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Appends inputs with a producer of its own; every append also measures this instance's clock. */
final class KafkaInputLog implements InputLog, AutoCloseable {

    private final Producer<String, byte[]> producer;
    private final String topic;
    private final InstantSource clock;
    private final ClockSkew skew;
    private final Format<Input> format = Format.of(Input.class);

    KafkaInputLog(Producer<String, byte[]> producer, String topic, InstantSource clock, ClockSkew skew) {
        this.producer = producer;
        this.topic = topic;
        this.clock = clock;
        this.skew = skew;
    }

    @Override
    public CompletableFuture<Instant> append(Input input) {
        CompletableFuture<Instant> appended = new CompletableFuture<>();
        Instant sent = clock.instant();
        try {
            var unused = producer.send(
                    new ProducerRecord<>(topic, input.projectId(), format.write(input)), (metadata, failure) -> {
                        if (failure != null) {
                            appended.completeExceptionally(failure);
                        } else {
                            Instant at = Instant.ofEpochMilli(metadata.timestamp());
                            skew.measured(sent, at, clock.instant());
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
