package io.docsagent.worker.cli.operation;

import io.docsagent.worker.client.ClientException;
import io.docsagent.worker.client.ClientFailures;
import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.Partitions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Publishes operations, and reads the events of their project from before that for the answer. */
final class OperationAnswers implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    private final ClientSettings settings;
    private final String operations;
    private final ClientFailures failures;
    private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> events;
    private final Supplier<Producer<String, byte[]>> producers;

    /** An event, as it is read and as it was written. */
    record Event(JsonNode fields, String json) {

        String text(String field) {
            return fields.path(field).asString("");
        }

        boolean isDone() {
            return text("type").equals("operation.done");
        }

        boolean answers(Operation operation) {
            return (isDone() || text("type").equals("operation.refused"))
                    && text("projectId").equals(operation.projectId())
                    && text("operationId").equals(operation.operationId());
        }
    }

    /** Nobody knows whether the operation was published. */
    static final class MayBePublishedException extends RuntimeException {

        private MayBePublishedException(Operation operation, ClientException failure) {
            super(
                    failure.getMessage() + " Operation " + operation.operationId()
                            + " may have been published: repeat it with --operation-id " + operation.operationId()
                            + ".",
                    failure);
        }
    }

    /** @param operations the topic */
    OperationAnswers(ClientSettings settings, String operations) {
        this(
                settings,
                operations,
                new KafkaConsumer<>(settings.forReading(), new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                () -> new KafkaProducer<>(settings.forWriting(), new StringSerializer(), new ByteArraySerializer()));
    }

    OperationAnswers(
            ClientSettings settings,
            String operations,
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> events,
            Supplier<Producer<String, byte[]>> producers) {
        this.settings = settings;
        this.operations = operations;
        this.failures = new ClientFailures(settings, operations, List.of(settings.jobStatus()));
        this.events = events;
        this.producers = producers;
    }

    /**
     * Publishes the operation and waits for its answer.
     *
     * @param value the record of the operation
     * @param others is given the other events of the project, those of one poll at a time
     * @return null where there is none in time
     * @throws ClientException where nothing was published: Kafka is away, a topic or a right is missing
     * @throws MayBePublishedException where something failed later
     */
    @Nullable
    Event ask(Operation operation, byte[] value, Duration patience, Consumer<List<Event>> others) {
        try {
            // A producer would not tell a topic that is missing from a broker that is away.
            partitionsOf(operations);
            TopicPartition partition = new TopicPartition(
                    settings.jobStatus(), new Partitions(partitionsOf(settings.jobStatus())).of(operation.projectId()));
            events.assign(List.of(partition));
            events.seekToEnd(List.of(partition));
            // It is resolved now, before anything is published.
            events.position(partition);
            publish(operation, producers.get(), value);
        } catch (KafkaException e) {
            throw failures.of(e);
        }
        try {
            return answer(operation, patience, others);
        } catch (KafkaException e) {
            throw new MayBePublishedException(operation, failures.of(e));
        }
    }

    private int partitionsOf(String topic) {
        var partitions = events.partitionsFor(topic);
        if (partitions == null || partitions.isEmpty()) {
            throw new UnknownTopicOrPartitionException(topic);
        }
        return partitions.size();
    }

    private void publish(Operation operation, Producer<String, byte[]> producer, byte[] value) {
        try (producer) {
            var unused = producer.send(new ProducerRecord<>(operations, operation.projectId(), value))
                    .get();
        } catch (ExecutionException e) {
            throw failed(
                    operation, e.getCause() instanceof KafkaException known ? known : new KafkaException(e.getCause()));
        } catch (KafkaException e) {
            throw failed(operation, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(operation, new KafkaException(e));
        }
    }

    private RuntimeException failed(Operation operation, KafkaException failure) {
        boolean isRefused = failure instanceof AuthorizationException
                || failure instanceof AuthenticationException
                || failure instanceof RecordTooLargeException;
        return isRefused ? failure : new MayBePublishedException(operation, failures.of(failure));
    }

    private @Nullable Event answer(Operation operation, Duration patience, Consumer<List<Event>> others) {
        long end = System.nanoTime() + patience.toNanos();
        Event answer = null;
        while (answer == null && System.nanoTime() < end) {
            List<Event> polled = new ArrayList<>();
            for (ConsumerRecord<byte[], byte[]> record : events.poll(POLL)) {
                Event event = event(record.value());
                if (event != null && event.answers(operation)) {
                    answer = event;
                    break;
                }
                if (event != null && event.text("projectId").equals(operation.projectId())) {
                    polled.add(event);
                }
            }
            others.accept(polled);
        }
        return answer;
    }

    private static @Nullable Event event(byte @Nullable [] value) {
        try {
            return value == null
                    ? null
                    : new Event(JsonMappers.PUBLIC.readTree(value), new String(value, StandardCharsets.UTF_8));
        } catch (JacksonException e) {
            return null;
        }
    }

    @Override
    public void close() {
        events.close();
    }
}
