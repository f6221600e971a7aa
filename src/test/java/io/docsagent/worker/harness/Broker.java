package io.docsagent.worker.harness;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.awaitility.Awaitility;

/** A real Kafka broker. */
public interface Broker {

    String bootstrapServers();

    /** Configuration that tells a Spring application where the broker is; none where its address is a setting. */
    default Class<?> connection() {
        return NoConnection.class;
    }

    /** Tells nothing. */
    final class NoConnection {}

    /** A client of the caller's own, to be closed. */
    default Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
    }

    /** Returns once clients see them. */
    default void create(NewTopic... topics) {
        List<String> names = Stream.of(topics).map(NewTopic::name).toList();
        try (Admin admin = admin()) {
            var unused = Waiting.resultOf(admin.createTopics(List.of(topics)).all());
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> admin.listTopics().names().get().containsAll(names));
        }
    }
}
