package io.docsagent.worker.streams;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.docsagent.worker.engine.Driven;
import io.docsagent.worker.engine.EngineObserver;
import io.docsagent.worker.harness.Right;
import io.docsagent.worker.harness.SecuredBroker;
import io.docsagent.worker.ingress.CommitPolicy;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.topics.KafkaTopicIds;
import io.docsagent.worker.topics.NeededTopics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.streams.StreamsConfig.InternalConfig;
import org.apache.kafka.streams.processor.internals.assignment.ReferenceContainer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Kafka Streams' clients survive that Kafka Streams itself does not. */
class StreamsClientsIT {

    private static final String USER = "reader";
    private static final String TOPIC = "docs-agent.requests";

    private static final List<Right> TO_READ = List.of(right(ResourceType.TOPIC, TOPIC));

    /** It depends on when the broker responds whether leaving sees a denial. */
    private static final int TIMES = 6;

    private final AtomicLong time = new AtomicLong();

    /** Without pauses. */
    private final DeniedRights rights =
            new DeniedRights(() -> time.addAndGet(Duration.ofSeconds(1).toNanos()));

    @Test
    void a_thread_leaves_its_group_while_a_topic_may_not_be_seen(@TempDir Path home)
            throws ExecutionException, InterruptedException {
        try (SecuredBroker broker = new SecuredBroker(home);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
            broker.addUser(USER);
            broker.allow(USER, List.of(right(ResourceType.GROUP, USER)));
            try (Consumer<byte[], byte[]> consumer = clients().getConsumer(config(broker))) {
                for (int i = 0; i < TIMES; i++) {
                    broker.allow(USER, TO_READ);
                    consumer.subscribe(List.of(TOPIC));
                    polled(consumer, () -> !consumer.assignment().isEmpty() && !rights.isAnyDenied());
                    broker.deny(USER, TO_READ);
                    polled(consumer, rights::isAnyDenied);
                    // Asks for metadata, whose response is there after another one.
                    consumer.poll(Duration.ZERO);
                    admin.describeCluster().nodes().get();
                    assertThatCode(consumer::unsubscribe).as("attempt %s", i).doesNotThrowAnyException();
                }
            }
        }
    }

    private static void polled(Consumer<byte[], byte[]> consumer, BooleanSupplier isReached) {
        Awaitility.await().pollInSameThread().pollInterval(Duration.ofMillis(1)).until(() -> {
            consumer.poll(Duration.ofMillis(10));
            return isReached.getAsBoolean();
        });
    }

    private StreamsClients clients() {
        return new StreamsClients(
                new CommitPolicy(System::nanoTime),
                new LastCommits(TOPIC, 1, System::nanoTime),
                new AbandonedTransactions(Map.of(), USER),
                rights,
                new NeededTopics(absent -> Set.of(), Driven.TOPICS, Set.of(), USER),
                new ReadTopics(new KafkaTopicIds(Map.of())),
                new LostRecords(new EngineObserver() {}));
    }

    private static Right right(ResourceType type, String name) {
        return new Right(new ResourcePattern(type, name, PatternType.LITERAL), AclOperation.READ);
    }

    private static Map<String, Object> config(SecuredBroker broker) {
        Map<String, Object> config = new HashMap<>(broker.kafkaSettingsOf(USER));
        config.put("group.id", USER);
        config.put("metadata.max.age.ms", 1);
        config.put("reconnect.backoff.ms", 1);
        config.put("retry.backoff.ms", 1);
        config.put(InternalConfig.REFERENCE_CONTAINER_PARTITION_ASSIGNOR, new ReferenceContainer());
        return config;
    }
}
