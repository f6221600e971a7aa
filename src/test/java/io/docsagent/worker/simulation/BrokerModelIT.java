package io.docsagent.worker.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.harness.EmbeddedBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The model of Kafka and a real broker, given the same script, show their readers the same. */
class BrokerModelIT {

    private static final int STEPS = 40;
    private static final int WRITERS = 3;

    private final EmbeddedBroker kafka = new EmbeddedBroker();
    private final String brokers = kafka.bootstrapServers();
    private final String name = "model-" + UUID.randomUUID();
    private final TopicPartition partition = new TopicPartition(name, 0);
    private final World world = new World(1, EventTrace.none());
    private final LogPartition model = new LogPartition(name, 0, world::now);
    private final Group modelGroup = new Group(
            world, 1, new Group.Timeouts(Duration.ofSeconds(3), Duration.ofSeconds(10), Duration.ofMinutes(5)));
    private final List<Writer> writers = new ArrayList<>();
    private final KafkaProducer<String, String> plain =
            new KafkaProducer<>(Map.of("bootstrap.servers", brokers), new StringSerializer(), new StringSerializer());
    private final KafkaConsumer<String, String> committed = consumer("read_committed");
    private final KafkaConsumer<String, String> uncommitted = consumer("read_uncommitted");
    private final Admin admin = kafka.admin();
    private int values;

    @BeforeEach
    void create() {
        kafka.create(new NewTopic(name, 1, (short) 1));
        for (int i = 0; i < WRITERS; i++) {
            writers.add(new Writer(name + "-" + i));
        }
    }

    @AfterEach
    void close() {
        writers.forEach(writer -> writer.producer.close(Duration.ZERO));
        plain.close();
        admin.close();
        committed.close();
        uncommitted.close();
    }

    private KafkaConsumer<String, String> consumer(String isolation) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", brokers,
                        "group.id", name,
                        "enable.auto.commit", "false",
                        "isolation.level", isolation),
                new StringDeserializer(),
                new StringDeserializer());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3})
    void readers_see_the_same(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < STEPS; i++) {
            step(random.nextInt(8), writers.get(random.nextInt(WRITERS)));
            sameBounds();
        }
        for (Writer writer : writers) {
            writer.end(true);
        }
        sameBounds();
        assertThat(readAll()).isEqualTo(modelled());
    }

    private void step(int kind, Writer writer) throws Exception {
        switch (kind) {
            case 0 -> {
                String value = "plain-" + values++;
                plain.send(new ProducerRecord<>(name, 0, "k", value)).get();
                append(value, null);
            }
            case 1 -> writer.end(false);
            case 2 -> writer.end(true);
            case 3 -> writer.commitOffset();
            case 4 -> writer.isFenced();
            default -> writer.write();
        }
    }

    private void append(String value, @Nullable Transaction transaction) {
        var unused = model.append(
                "k".getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8),
                new RecordHeaders(),
                transaction);
    }

    /** The broker writes the markers of a transaction after it has confirmed its end. */
    private void sameBounds() {
        await().untilAsserted(() -> {
            assertThat(committed.endOffsets(Set.of(partition))).containsEntry(partition, model.lastStable());
            assertThat(uncommitted.endOffsets(Set.of(partition))).containsEntry(partition, model.end());
            // A consumer would wait for the end of the transaction that commits another one.
            OffsetAndMetadata offset = admin.listConsumerGroupOffsets(
                            name, new ListConsumerGroupOffsetsOptions().requireStable(false))
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(partition);
            assertThat(offset == null ? null : offset.offset()).isEqualTo(modelGroup.committed(model));
        });
    }

    private List<String> readAll() {
        committed.assign(Set.of(partition));
        committed.seekToBeginning(Set.of(partition));
        List<String> read = new ArrayList<>();
        while (committed.position(partition) < model.end()) {
            for (ConsumerRecord<String, String> record : committed.poll(Duration.ofMillis(100))) {
                read.add(record.offset() + " " + record.value());
            }
        }
        return read;
    }

    private List<String> modelled() {
        return model.read(0, Integer.MAX_VALUE).stream()
                .map(entry -> entry.offset() + " " + entry.text())
                .toList();
    }

    /** A transactional producer, and its like in the model. */
    private final class Writer {

        private final String id;
        private KafkaProducer<String, String> producer;
        private Transaction transaction = new Transaction(null);
        private boolean begun;

        Writer(String id) {
            this.id = id;
            this.producer = started();
        }

        private KafkaProducer<String, String> started() {
            var made = new KafkaProducer<>(
                    Map.of("bootstrap.servers", brokers, "transactional.id", id),
                    new StringSerializer(),
                    new StringSerializer());
            made.initTransactions();
            return made;
        }

        private void begin() {
            if (!begun) {
                producer.beginTransaction();
                transaction = new Transaction(null);
                begun = true;
            }
        }

        void write() throws Exception {
            begin();
            String value = id + "-" + values++;
            producer.send(new ProducerRecord<>(name, 0, "k", value)).get();
            append(value, transaction);
        }

        void commitOffset() {
            begin();
            long offset = values;
            producer.sendOffsetsToTransaction(
                    Map.of(partition, new OffsetAndMetadata(offset)), committed.groupMetadata());
            transaction.onCommit(modelGroup.append(model, offset));
        }

        void end(boolean commit) {
            if (!begun) {
                return;
            }
            begun = false;
            if (commit) {
                producer.commitTransaction();
                transaction.commit();
            } else {
                producer.abortTransaction();
                transaction.abort();
            }
        }

        /** Another producer takes its name: what it has begun is aborted, and it can commit nothing any more. */
        void isFenced() {
            KafkaProducer<String, String> fenced = producer;
            producer = started();
            transaction.abort();
            if (begun) {
                assertThatThrownBy(fenced::commitTransaction).isInstanceOf(KafkaException.class);
                assertThatThrownBy(transaction::commit).isInstanceOf(IllegalStateException.class);
            }
            begun = false;
            fenced.close(Duration.ZERO);
        }
    }
}
