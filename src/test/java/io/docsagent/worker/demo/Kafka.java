package io.docsagent.worker.demo;

import io.docsagent.worker.contract.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** The broker as publishers and subscribers see it. */
record Kafka(String bootstrapServers, Topics topics) {

    /** A key that is the same for all commands of a project keeps their order. */
    record Published(@Nullable String key, String value) {}

    void publish(List<Published> commands) {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", bootstrapServers),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (Published command : commands) {
                byte[] key = command.key() == null ? null : command.key().getBytes(StandardCharsets.UTF_8);
                var unused = producer.send(new ProducerRecord<>(
                        topics.requests(), key, command.value().getBytes(StandardCharsets.UTF_8)));
                // One after the other, so that they are told apart by their time.
                producer.flush();
            }
        }
    }

    /** Reads commands, events and dead letters from the beginning, once they are committed. */
    KafkaConsumer<byte[], byte[]> subscribe() {
        return consumerOf(List.of(topics.requests(), topics.jobStatus(), topics.requestsDlt()));
    }

    /** The last record of each command that there is, by its key, in the order of their first ones. */
    Collection<ConsumerRecord<byte[], byte[]>> commands() {
        Map<String, ConsumerRecord<byte[], byte[]>> last = new LinkedHashMap<>();
        try (var consumer = consumerOf(List.of(topics.commands()))) {
            var ends = consumer.endOffsets(consumer.assignment());
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(200))
                        .forEach(each -> last.put(new String(each.key(), StandardCharsets.UTF_8), each));
            }
        }
        last.values().removeIf(each -> each.value() == null);
        return last.values();
    }

    private KafkaConsumer<byte[], byte[]> consumerOf(List<String> names) {
        var consumer = new KafkaConsumer<>(
                Map.<String, Object>of(
                        "bootstrap.servers", bootstrapServers,
                        "isolation.level", "read_committed",
                        "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(names.stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList());
        return consumer;
    }
}
