package io.docsagent.worker.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.harness.EmbeddedBroker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class KafkaTopicIdsTest {

    /** In which it tries again several times. */
    private static final Duration A_WHILE = Duration.ofSeconds(1);

    @Test
    void it_waits_for_a_topic_and_says_so_once(CapturedOutput output) throws Exception {
        EmbeddedBroker broker = new EmbeddedBroker();
        String topic = "ids-" + UUID.randomUUID();
        try (Admin admin = broker.admin();
                KafkaTopicIds ids = new KafkaTopicIds(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            var read = CompletableFuture.supplyAsync(() -> ids.of(List.of(topic)));
            await().until(() -> said(output, topic) > 0);
            await().during(A_WHILE).until(() -> said(output, topic) == 1);

            admin.createTopics(List.of(new NewTopic(topic, Optional.of(1), Optional.empty())))
                    .all()
                    .get();

            assertThat(read.join()).containsOnlyKeys(topic);
            assertThat(said(output, topic)).isEqualTo(1);
        }
    }

    private static long said(CapturedOutput output, String topic) {
        return output.toString()
                .lines()
                .filter(line -> line.contains("Could not read the ids of topics") && line.contains(topic))
                .count();
    }
}
