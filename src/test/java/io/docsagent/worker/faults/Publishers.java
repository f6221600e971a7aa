package io.docsagent.worker.faults;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Publishers as companies have them: each has a topic of its own, and clients that compress, partition and key in
 * their own ways, some in transactions; and operators, who have one client.
 */
final class Publishers implements AutoCloseable {

    static final String DEFAULT = "default";

    /** Has a budget. */
    static final String BATCH = "batch";

    /** Has a greater weight. */
    static final String CI = "ci";

    static final List<String> NAMES = List.of(DEFAULT, BATCH, CI);

    private static final List<String> CODECS = List.of("gzip", "snappy", "lz4", "zstd");

    private final KafkaProducer<@Nullable String, byte[]> orderly;
    private final KafkaProducer<@Nullable String, byte[]> transactional;
    private final List<KafkaProducer<@Nullable String, byte[]>> careless;

    Publishers(String brokers) {
        orderly = producer(brokers, Map.of());
        careless = Stream.concat(
                        CODECS.stream()
                                .map(codec -> producer(brokers, Map.of("compression.type", codec, "linger.ms", 20))),
                        Stream.of(
                                producer(brokers, Map.of("partitioner.class", RoundRobinPartitioner.class.getName()))))
                .toList();
        transactional = producer(brokers, Map.of("transactional.id", "publisher"));
        transactional.initTransactions();
    }

    static String topicOf(String publisher) {
        return publisher.equals(DEFAULT) ? "docs-agent.requests" : "docs-agent.requests." + publisher;
    }

    /** In the order of the calls, for one project and publisher. */
    void inOrder(Published command, String json) {
        send(orderly, command, command.projectId(), json);
    }

    /** An operation, in the order of the calls for one project. */
    void operation(String projectId, String json) {
        send(orderly, "docs-agent.operations", projectId, json);
    }

    /** By any of the publisher's clients and with any key, so that the partition says nothing of the project. */
    void anyhow(SplittableRandom random, Published command, String json) {
        String key = switch (random.nextInt(3)) {
            case 0 -> command.projectId();
            case 1 -> "not-" + random.nextInt(100);
            default -> null;
        };
        send(careless.get(random.nextInt(careless.size())), command, key, json);
    }

    void inTransaction(Map<String, Published> commandsByJson, boolean commit) {
        transactional.beginTransaction();
        commandsByJson.forEach((json, command) -> send(transactional, command, command.projectId(), json));
        transactional.flush();
        if (commit) {
            transactional.commitTransaction();
        } else {
            transactional.abortTransaction();
        }
    }

    void flush() {
        orderly.flush();
        careless.forEach(KafkaProducer::flush);
    }

    private static void send(
            KafkaProducer<@Nullable String, byte[]> producer, Published command, @Nullable String key, String json) {
        send(producer, topicOf(command.publisher()), key, json);
    }

    private static void send(
            KafkaProducer<@Nullable String, byte[]> producer, String topic, @Nullable String key, String json) {
        var unused = producer.send(new ProducerRecord<>(topic, key, json.getBytes(StandardCharsets.UTF_8)));
    }

    private static KafkaProducer<@Nullable String, byte[]> producer(String brokers, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", brokers);
        settings.put("acks", "all");
        return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
    }

    @Override
    public void close() {
        orderly.close();
        careless.forEach(KafkaProducer::close);
        transactional.close();
    }
}
