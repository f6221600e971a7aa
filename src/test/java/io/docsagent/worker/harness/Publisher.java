package io.docsagent.worker.harness;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes commands as a publisher would: any key, JSON text. */
public final class Publisher implements AutoCloseable {

    private final String topic;
    private final KafkaProducer<byte[], byte[]> producer;

    public Publisher(RunningWorker worker) {
        this(worker, "requests");
    }

    /** @param topic without the worker's prefix */
    public Publisher(RunningWorker worker, String topic) {
        this.topic = worker.topic(topic);
        this.producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        worker.broker().bootstrapServers(),
                        "linger.ms",
                        0,
                        "max.request.size",
                        8 * 1024 * 1024),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    public void create(String project, String commandId, String prompt) {
        publish("{\"type\":\"create\",\"projectId\":\"%s\",\"commandId\":\"%s\",\"prompt\":\"%s\"}"
                .formatted(project, commandId, prompt));
    }

    public void followUp(String project, String commandId, String createCommandId, String prompt) {
        publish(
                "{\"type\":\"message\",\"projectId\":\"%s\",\"commandId\":\"%s\",\"createCommandId\":\"%s\",\"prompt\":\"%s\"}"
                        .formatted(project, commandId, createCommandId, prompt));
    }

    public void publish(String json) {
        publishWith(new RecordHeaders(), json);
    }

    public void publishWith(Headers headers, String json) {
        var unused = producer.send(
                new ProducerRecord<byte[], byte[]>(topic, null, null, json.getBytes(StandardCharsets.UTF_8), headers));
    }

    public RecordMetadata publish(byte @Nullable [] key, byte @Nullable [] value) {
        return Waiting.resultOf(producer.send(new ProducerRecord<>(topic, key, value)));
    }

    public void publish(int partition, String key, String value) {
        var record = new ProducerRecord<>(
                topic, partition, key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
        var unused = Waiting.resultOf(producer.send(record));
    }

    @Override
    public void close() {
        producer.close();
    }
}
