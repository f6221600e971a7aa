package io.docsagent.worker.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.engine.Driven;
import io.docsagent.worker.engine.EngineObserver;
import io.docsagent.worker.harness.Right;
import io.docsagent.worker.harness.SecuredBroker;
import io.docsagent.worker.ingress.CommitPolicy;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.topics.KafkaTopicIds;
import io.docsagent.worker.topics.NeededTopics;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig.InternalConfig;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.apache.kafka.streams.processor.internals.assignment.ReferenceContainer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Kafka Streams' clients survive that Kafka Streams itself does not. */
class StreamsClientsIT {

    private static final String USER = "reader";
    private static final String TOPIC = "docs-agent.requests";

    private static final List<Right> TO_READ = List.of(right(ResourceType.TOPIC, TOPIC));
    private static final List<Right> TO_COMMIT =
            List.of(new Right(literal(ResourceType.TRANSACTIONAL_ID, USER), AclOperation.WRITE));

    /** It depends on when the broker responds whether leaving sees a denial. */
    private static final int TIMES = 6;

    private final AtomicLong time = new AtomicLong();

    /** Without pauses. */
    private final DeniedRights rights =
            new DeniedRights(() -> time.addAndGet(Duration.ofSeconds(1).toNanos()));

    @TempDir
    private static Path home;

    private static SecuredBroker broker;
    private static Admin admin;

    @BeforeAll
    static void start() throws ExecutionException, InterruptedException {
        broker = new SecuredBroker(home);
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
        broker.addUser(USER);
        broker.allow(USER, List.of(right(ResourceType.GROUP, USER)));
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    @Test
    void a_thread_leaves_its_group_while_a_topic_may_not_be_seen() throws ExecutionException, InterruptedException {
        try (Consumer<byte[], byte[]> consumer = clients().getConsumer(config())) {
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

    @Test
    void a_task_that_begins_when_the_right_is_back_reads_at_once() throws ExecutionException, InterruptedException {
        TopicPartition partition = new TopicPartition(TOPIC, 0);
        admin.alterConsumerGroupOffsets(USER, Map.of(partition, new OffsetAndMetadata(0, Optional.of(0), "")))
                .all()
                .get();
        publish();
        Map<String, Object> config = config();
        config.remove("metadata.max.age.ms");
        try (Consumer<byte[], byte[]> consumer = clients().getConsumer(config)) {
            broker.allow(USER, TO_READ);
            consumer.assign(List.of(partition));
            await().pollInSameThread().until(() -> isRead(consumer));
            broker.deny(USER, TO_READ);
            polled(consumer, rights::isAnyDenied);
            consumer.assign(List.of());
            consumer.assign(List.of(partition));
            await().pollInSameThread().until(() -> !hasBegun(consumer, partition));
            broker.allow(USER, TO_READ);
            await().pollInSameThread().until(() -> hasBegun(consumer, partition));

            await().pollInSameThread().until(() -> isRead(consumer));
        } finally {
            broker.deny(USER, TO_READ);
        }
    }

    private static boolean isRead(Consumer<?, ?> consumer) {
        return !consumer.poll(Duration.ofMillis(10)).isEmpty();
    }

    /** As Kafka Streams begins a task, which polls meanwhile. */
    private static boolean hasBegun(Consumer<?, ?> consumer, TopicPartition partition) {
        consumer.poll(Duration.ofMillis(10));
        try {
            return !consumer.committed(Set.of(partition)).isEmpty();
        } catch (TimeoutException denied) {
            return false;
        }
    }

    private static void publish() throws ExecutionException, InterruptedException {
        try (var producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(TOPIC, new byte[1])).get();
        }
    }

    /** Kafka Streams would wait longer and longer between its tries. */
    @Test
    void a_producer_that_may_not_begin_lets_the_thread_rejoin_at_once() {
        StreamsClients clients = clients();
        Map<String, Object> config = config();
        config.put("transactional.id", USER);
        try (Consumer<byte[], byte[]> consumer = clients.getConsumer(config());
                Producer<byte[], byte[]> producer = clients.getProducer(config)) {
            assertThatCode(producer::initTransactions).doesNotThrowAnyException();

            assertThat(rights.now()).singleElement().asString().startsWith("WRITE on transactional ids");
            assertThatExceptionOfType(TaskMigratedException.class).isThrownBy(() -> consumer.poll(Duration.ZERO));
        }
    }

    /** Kafka Streams ends the thread after every exception of the question for the partitions. */
    @Test
    void a_producer_that_may_not_see_a_topic_lets_the_thread_rejoin_and_commits_nothing() {
        Map<String, Object> config = config();
        config.put("transactional.id", USER);
        broker.allow(USER, TO_COMMIT);
        try (Producer<byte[], byte[]> producer = clients().getProducer(config)) {
            producer.initTransactions();
            producer.beginTransaction();

            assertThatCode(() -> producer.partitionsFor(TOPIC)).doesNotThrowAnyException();
            assertThat(rights.now()).containsExactly("WRITE on topic " + TOPIC);
            assertThatExceptionOfType(KafkaException.class)
                    .isThrownBy(() -> send(producer, TOPIC))
                    .withCauseInstanceOf(ProducerFencedException.class);
            assertThatCode(() -> send(producer, "of-a-store")).doesNotThrowAnyException();
            assertThatExceptionOfType(ProducerFencedException.class).isThrownBy(producer::commitTransaction);
            assertThatCode(producer::abortTransaction).doesNotThrowAnyException();
        } finally {
            broker.deny(USER, TO_COMMIT);
        }
    }

    /** As while no broker answers. */
    @Test
    void a_producer_that_cannot_see_a_topic_in_time_lets_the_thread_rejoin_and_commits_nothing() {
        String invisible = "docs-agent.invisible";
        List<Right> rightsToWrite =
                List.of(TO_COMMIT.getFirst(), new Right(literal(ResourceType.TOPIC, invisible), AclOperation.WRITE));
        Map<String, Object> config = config();
        config.put("transactional.id", USER);
        config.put("max.block.ms", 2_000);
        broker.allow(USER, rightsToWrite);
        try (Producer<byte[], byte[]> producer = clients().getProducer(config)) {
            producer.initTransactions();
            producer.beginTransaction();

            assertThatCode(() -> producer.partitionsFor(invisible)).doesNotThrowAnyException();
            assertThat(rights.now()).isEmpty();
            assertThatExceptionOfType(KafkaException.class)
                    .isThrownBy(() -> send(producer, invisible))
                    .withCauseInstanceOf(ProducerFencedException.class);
            assertThatExceptionOfType(ProducerFencedException.class).isThrownBy(producer::commitTransaction);
        } finally {
            broker.deny(USER, rightsToWrite);
        }
    }

    /** As an input is that was appended by a broker whose clock is wrong. */
    @Test
    void what_is_dated_two_hours_ahead_of_the_brokers_is_written_at_their_time()
            throws ExecutionException, InterruptedException {
        List<Right> rightsToWrite =
                List.of(TO_COMMIT.getFirst(), new Right(literal(ResourceType.TOPIC, TOPIC), AclOperation.WRITE));
        Map<String, Object> config = config();
        config.put("transactional.id", USER);
        broker.allow(USER, rightsToWrite);
        Instant ahead = Instant.now().plus(Duration.ofHours(2));
        try (Producer<byte[], byte[]> producer = clients().getProducer(config)) {
            producer.initTransactions();
            producer.beginTransaction();

            var sent = producer.send(
                    new ProducerRecord<>(TOPIC, 0, ahead.toEpochMilli(), null, new byte[1]), (where, failure) -> {});

            assertThat(Instant.ofEpochMilli(sent.get().timestamp())).isBefore(ahead.minus(Duration.ofHours(1)));
            producer.commitTransaction();
        } finally {
            broker.deny(USER, rightsToWrite);
        }
    }

    private static void send(Producer<byte[], byte[]> producer, String topic) {
        var unused = producer.send(new ProducerRecord<>(topic, 0, null, new byte[1]), (sent, failure) -> {});
    }

    /** Where the right is taken away between the offsets and the ids. */
    @Test
    void a_topic_without_an_id_is_a_missing_right() {
        TopicPartition partition = new TopicPartition(TOPIC, 0);
        try (KafkaTopicIds ids = new KafkaTopicIds(Map.copyOf(broker.kafkaSettingsOf(USER)))) {
            ReadTopics topics = new ReadTopics(ids);

            assertThatExceptionOfType(TopicAuthorizationException.class)
                    .isThrownBy(() -> topics.begin(Set.of(partition), Map.of()))
                    .satisfies(denied -> assertThat(denied.unauthorizedTopics()).containsExactly(TOPIC));

            broker.allow(USER, TO_READ);
            try {
                assertThat(topics.begin(Set.of(partition), Map.of())).isEmpty();
            } finally {
                broker.deny(USER, TO_READ);
            }
        }
    }

    private static void polled(Consumer<byte[], byte[]> consumer, BooleanSupplier isReached) {
        await().pollInSameThread().pollInterval(Duration.ofMillis(1)).until(() -> {
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
                new ReadTopics(new KafkaTopicIds(Map.copyOf(broker.kafkaSettingsOf(USER)))),
                new LostRecords(new EngineObserver() {}),
                Clock.systemUTC());
    }

    private static Right right(ResourceType type, String name) {
        return new Right(literal(type, name), AclOperation.READ);
    }

    private static ResourcePattern literal(ResourceType type, String name) {
        return new ResourcePattern(type, name, PatternType.LITERAL);
    }

    private static Map<String, Object> config() {
        Map<String, Object> config = new HashMap<>(broker.kafkaSettingsOf(USER));
        config.put("group.id", USER);
        config.put("metadata.max.age.ms", 1);
        config.put("reconnect.backoff.ms", 1);
        config.put("retry.backoff.ms", 1);
        config.put(InternalConfig.REFERENCE_CONTAINER_PARTITION_ASSIGNOR, new ReferenceContainer());
        return config;
    }
}
