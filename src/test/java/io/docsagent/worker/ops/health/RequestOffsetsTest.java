package io.docsagent.worker.ops.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.EmbeddedBroker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the worker's group has not read of a topic, on a real broker, and what an open transaction hides. */
class RequestOffsetsTest {

    private final String topic = "t" + UUID.randomUUID();
    private final String group = topic + "-group";

    private final Map<String, Object> kafka = Map.of("bootstrap.servers", new EmbeddedBroker().bootstrapServers());
    private final UnreadRequests unread = new UnreadRequests(new LastTime(System::nanoTime), System::nanoTime);
    private final RequestOffsets offsets =
            new RequestOffsets(() -> Admin.create(kafka), List.of(topic), group, unread, Duration.ofMillis(100));

    @BeforeEach
    void start() {
        new EmbeddedBroker().create(new NewTopic(topic, 3, (short) 1));
        offsets.start();
    }

    @AfterEach
    void stop() {
        offsets.stop();
    }

    @Test
    void what_the_group_has_not_read_is_waited_for_until_it_has() throws Exception {
        try (Admin admin = Admin.create(kafka);
                var publisher = producer(Map.of())) {
            readUpTo(admin, 1, 0);
            await(() -> unread.progress().waiting() == null);

            publisher.send(new ProducerRecord<>(topic, 1, "k", "unread")).get();
            await(() -> unread.progress().stalled().toMillis() > 500);
            assertThat(unread.progress().waitingFor()).isEqualTo("1 records of partition " + topic + "-1");

            readUpTo(admin, 1, 1);
            await(() -> unread.progress().waiting() == null);
        }
    }

    /** The worker cannot read it, and a publisher's open transaction must not make it look stalled. */
    @Test
    void what_an_open_transaction_hides_is_not_waited_for() throws Exception {
        try (Admin admin = Admin.create(kafka);
                var open = producer(Map.of("transactional.id", topic));
                var publisher = producer(Map.of())) {
            readUpTo(admin, 1, 0);
            readUpTo(admin, 2, 0);
            open.initTransactions();
            open.beginTransaction();
            open.send(new ProducerRecord<>(topic, 1, "k", "of the transaction")).get();
            publisher.send(new ProducerRecord<>(topic, 1, "k", "behind it")).get();
            await(() -> unread.progress().waiting() == null);

            publisher.send(new ProducerRecord<>(topic, 2, "k", "elsewhere")).get();
            await(() -> unread.progress().waiting() != null);
            assertThat(unread.progress().waitingFor()).isEqualTo("1 records of partition " + topic + "-2");
        }
    }

    private void readUpTo(Admin admin, int partition, long offset) throws Exception {
        var read = Map.of(new TopicPartition(topic, partition), new OffsetAndMetadata(offset));
        admin.alterConsumerGroupOffsets(group, read).all().get();
    }

    private KafkaProducer<String, String> producer(Map<String, Object> more) {
        Map<String, Object> config = new HashMap<>(kafka);
        config.putAll(more);
        return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(condition);
    }
}
