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

/** Publishers as companies have them: each compresses, partitions and keys in its own way, some in transactions. */
final class Publishers implements AutoCloseable {

    private static final String TOPIC = "docs-agent.requests";
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

    /** In the order of the calls, for one project. */
    void inOrder(String projectId, String json) {
        send(orderly, projectId, json);
    }

    /** By any publisher and with any key, so that the partition says nothing of the project. */
    void anyhow(SplittableRandom random, String projectId, String json) {
        String key = switch (random.nextInt(3)) {
            case 0 -> projectId;
            case 1 -> "not-" + random.nextInt(100);
            default -> null;
        };
        send(careless.get(random.nextInt(careless.size())), key, json);
    }

    void inTransaction(Map<String, String> projectsByJson, boolean commit) {
        transactional.beginTransaction();
        projectsByJson.forEach((json, projectId) -> send(transactional, projectId, json));
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

    private static void send(KafkaProducer<@Nullable String, byte[]> producer, @Nullable String key, String json) {
        var unused = producer.send(new ProducerRecord<>(TOPIC, key, json.getBytes(StandardCharsets.UTF_8)));
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
