package io.docsagent.worker.ops.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.KafkaCluster;
import io.docsagent.worker.harness.KafkaNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A partition without a leader hides no stall of another one. */
class RequestOffsetsFaultsIT {

    private static final String TOPIC = "requests";
    private static final String GROUP = "worker";

    @TempDir
    private static Path home;

    @Test
    void what_is_unread_is_found_while_another_partition_has_no_leader() throws Exception {
        try (KafkaCluster cluster = KafkaCluster.start(home, 3)) {
            Map<String, Object> kafka = Map.of("bootstrap.servers", cluster.bootstrapServers());
            KafkaNode stays = cluster.controller();
            KafkaNode fails = cluster.nodes().stream()
                    .filter(node -> !node.equals(stays))
                    .findFirst()
                    .orElseThrow();
            try (Admin admin = Admin.create(kafka);
                    var publisher = new KafkaProducer<>(kafka, new StringSerializer(), new StringSerializer())) {
                admin.createTopics(List.of(new NewTopic(TOPIC, Map.of(0, List.of(fails.id()), 1, List.of(stays.id())))))
                        .all()
                        .get();
                for (int partition = 0; partition < 2; partition++) {
                    publisher
                            .send(new ProducerRecord<>(TOPIC, partition, "k", "unread"))
                            .get();
                    admin.alterConsumerGroupOffsets(
                                    GROUP, Map.of(new TopicPartition(TOPIC, partition), new OffsetAndMetadata(0)))
                            .all()
                            .get();
                }
            }
            fails.process().kill();

            UnreadRequests unread = new UnreadRequests(new LastTime(System::nanoTime), System::nanoTime);
            RequestOffsets offsets = new RequestOffsets(
                    () -> Admin.create(kafka), List.of(TOPIC), GROUP, unread, Duration.ofMillis(100));
            offsets.start();
            try {
                Awaitility.await()
                        .atMost(Duration.ofMinutes(2))
                        .until(() -> unread.progress().waiting() != null);
                assertThat(unread.progress().waitingFor()).isEqualTo("1 records of partition " + TOPIC + "-1");
            } finally {
                offsets.stop();
            }
        }
    }
}
