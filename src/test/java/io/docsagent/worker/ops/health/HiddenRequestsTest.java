package io.docsagent.worker.ops.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.MostlyWaits;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
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

/** An open transaction of a publisher, on a real broker, is seen with its topic and partition and for as long as it lasts. */
@MostlyWaits
class HiddenRequestsTest {

    private final String topic = "t" + UUID.randomUUID();
    private final String other = topic + "-other";
    private final String group = topic + "-group";

    private final Map<String, Object> kafka = Map.of("bootstrap.servers", new EmbeddedBroker().bootstrapServers());
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final UnreadRequests unread = new UnreadRequests(new LastTime(System::nanoTime), System::nanoTime);
    private final HiddenRequests hidden = new HiddenRequests(
            () -> Admin.create(kafka), List.of(topic, other), group, unread, Duration.ofMillis(100), registry);

    @BeforeEach
    void start() {
        new EmbeddedBroker().create(new NewTopic(topic, 3, (short) 1), new NewTopic(other, 2, (short) 1));
        hidden.start();
    }

    @AfterEach
    void stop() {
        hidden.stop();
    }

    @Test
    void records_behind_it_are_counted_until_it_ends() throws Exception {
        try (var open = producer(Map.of("transactional.id", topic));
                var others = producer(Map.of())) {
            open.initTransactions();
            open.beginTransaction();
            open.send(new ProducerRecord<>(topic, 1, "k", "of the transaction")).get();
            others.send(new ProducerRecord<>(topic, 1, "k", "behind it")).get();
            others.send(new ProducerRecord<>(topic, 2, "k", "elsewhere")).get();

            await(() -> records(1) == 2);
            await(() -> seconds(1) > 0.5);
            assertThat(records(0)).isZero();
            assertThat(records(other, 1)).isZero();
            assertThat(records(2)).isZero();
            assertThat(seconds(2)).isZero();

            open.abortTransaction();
            await(() -> records(1) == 0 && seconds(1) == 0);

            open.beginTransaction();
            open.send(new ProducerRecord<>(other, 1, "k", "of the next")).get();
            await(() -> records(other, 1) == 1);
            assertThat(records(1)).isZero();
            open.commitTransaction();
            await(() -> records(other, 1) == 0);
        }
    }

    @Test
    void what_the_group_has_not_read_is_waited_for_until_it_has() throws Exception {
        try (Admin admin = Admin.create(kafka);
                var publisher = producer(Map.of())) {
            readUpTo(admin, 0);
            await(() -> unread.progress().waiting() == null);

            publisher.send(new ProducerRecord<>(topic, 1, "k", "unread")).get();
            await(() -> unread.progress().stalled().toMillis() > 500);
            assertThat(unread.progress().waitingFor()).isEqualTo("1 records of partition " + topic + "-1");

            readUpTo(admin, 1);
            await(() -> unread.progress().waiting() == null);
        }
    }

    private void readUpTo(Admin admin, long offset) throws Exception {
        admin.alterConsumerGroupOffsets(group, Map.of(new TopicPartition(topic, 1), new OffsetAndMetadata(offset)))
                .all()
                .get();
    }

    private KafkaProducer<String, String> producer(Map<String, Object> more) {
        Map<String, Object> config = new HashMap<>(kafka);
        config.putAll(more);
        return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
    }

    private double records(int partition) {
        return records(topic, partition);
    }

    private double records(String topic, int partition) {
        return value("docs.agent.requests.hidden.records", topic, partition);
    }

    private double seconds(int partition) {
        return value("docs.agent.requests.hidden", topic, partition);
    }

    private double value(String name, String topic, int partition) {
        var gauge = registry.find(name)
                .tag("topic", topic)
                .tag("partition", Integer.toString(partition))
                .gauge();
        return gauge == null ? Double.NaN : gauge.value();
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(condition);
    }
}
