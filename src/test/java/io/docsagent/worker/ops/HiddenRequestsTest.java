package io.docsagent.worker.ops;

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
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An open transaction of a publisher, on a real broker, is seen with its topic and partition and for as long as it lasts. */
@MostlyWaits
class HiddenRequestsTest {

    private static final String TOPIC = "t" + UUID.randomUUID();
    private static final String OTHER = TOPIC + "-other";

    private final Map<String, Object> kafka = Map.of("bootstrap.servers", new EmbeddedBroker().bootstrapServers());
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final HiddenRequests hidden =
            new HiddenRequests(() -> Admin.create(kafka), List.of(TOPIC, OTHER), Duration.ofMillis(100), registry);

    @BeforeEach
    void start() {
        new EmbeddedBroker().create(new NewTopic(TOPIC, 3, (short) 1), new NewTopic(OTHER, 2, (short) 1));
        hidden.start();
    }

    @AfterEach
    void stop() {
        hidden.stop();
    }

    @Test
    void records_behind_it_are_counted_until_it_ends() throws Exception {
        try (var open = producer(Map.of("transactional.id", TOPIC));
                var other = producer(Map.of())) {
            open.initTransactions();
            open.beginTransaction();
            open.send(new ProducerRecord<>(TOPIC, 1, "k", "of the transaction")).get();
            other.send(new ProducerRecord<>(TOPIC, 1, "k", "behind it")).get();
            other.send(new ProducerRecord<>(TOPIC, 2, "k", "elsewhere")).get();

            await(() -> records(1) == 2);
            await(() -> seconds(1) > 0.5);
            assertThat(records(0)).isZero();
            assertThat(records(OTHER, 1)).isZero();
            assertThat(records(2)).isZero();
            assertThat(seconds(2)).isZero();

            open.abortTransaction();
            await(() -> records(1) == 0 && seconds(1) == 0);

            open.beginTransaction();
            open.send(new ProducerRecord<>(OTHER, 1, "k", "of the next")).get();
            await(() -> records(OTHER, 1) == 1);
            assertThat(records(1)).isZero();
            open.commitTransaction();
            await(() -> records(OTHER, 1) == 0);
        }
    }

    private KafkaProducer<String, String> producer(Map<String, Object> more) {
        Map<String, Object> config = new HashMap<>(kafka);
        config.putAll(more);
        return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
    }

    private double records(int partition) {
        return records(TOPIC, partition);
    }

    private double records(String topic, int partition) {
        return value("docs.agent.requests.hidden.records", topic, partition);
    }

    private double seconds(int partition) {
        return value("docs.agent.requests.hidden", TOPIC, partition);
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
