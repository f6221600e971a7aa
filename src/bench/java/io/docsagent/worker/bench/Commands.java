package io.docsagent.worker.bench;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Publishes creates; the prompt of each begins with its command id, so that the journal tells them apart. */
final class Commands implements AutoCloseable {

    private final String topic;
    private final KafkaProducer<String, byte[]> producer;

    Commands(String brokers, String topic, int lingerMillis) {
        this(brokers, topic, lingerMillis, Map.of());
    }

    /** @param more settings of the producer */
    Commands(String brokers, String topic, int lingerMillis, Map<String, ?> more) {
        this.topic = topic;
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", brokers);
        settings.put("linger.ms", lingerMillis);
        this.producer = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
        // Otherwise the first command would wait for what the producer has to learn about the topic.
        var unused = producer.partitionsFor(topic);
    }

    void create(String project, String commandId) {
        create(project, commandId, Sizes.COMMAND_BYTES);
    }

    void create(String project, String commandId, int bytes) {
        String empty = json(project, commandId, commandId + "-");
        String filler = "-".repeat(1 + Math.max(0, bytes - empty.length()));
        send(project, json(project, commandId, commandId + filler));
    }

    /** A message to the job of a create. */
    void message(String project, String commandId, String createCommandId) {
        send(
                project,
                "{\"type\":\"message\",\"projectId\":\"%s\",\"commandId\":\"%s\",\"createCommandId\":\"%s\",\"prompt\":\"%s\"}"
                        .formatted(project, commandId, createCommandId, commandId + "-"));
    }

    /** With a mark for the sandbox in its prompt. */
    void create(String project, String commandId, String mark) {
        send(project, json(project, commandId, commandId + "-" + mark));
    }

    void flush() {
        producer.flush();
    }

    /** So many commands, the projects taking turns. */
    void create(String round, int count, int projects) {
        for (int i = 0; i < count; i++) {
            create(round + "-p" + i % projects, round + "-c" + i);
        }
        producer.flush();
    }

    private void send(String project, String json) {
        var unused = producer.send(new ProducerRecord<>(topic, project, json.getBytes(StandardCharsets.UTF_8)));
    }

    private static String json(String project, String commandId, String prompt) {
        return "{\"type\":\"create\",\"projectId\":\"" + project + "\",\"commandId\":\"" + commandId
                + "\",\"prompt\":\"" + prompt + "\"}";
    }

    @Override
    public void close() {
        producer.close();
    }
}
