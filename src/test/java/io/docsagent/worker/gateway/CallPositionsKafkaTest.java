package io.docsagent.worker.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.WorkerProperties;
import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.InputLog;
import io.docsagent.worker.message.LogClock;
import io.docsagent.worker.testkit.LogClocks;
import io.docsagent.worker.testkit.SingleBroker;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** No call is sent twice, whatever becomes of the group's offsets, and none is skipped at the first start. */
class CallPositionsKafkaTest {

    private static final EmbeddedKafkaKraftBroker BROKER = SingleBroker.create();

    private final String topic = "calls-" + UUID.randomUUID();
    private final TopicPartition partition = new TopicPartition(topic, 0);
    private final String group = "gateway-" + topic;
    private final ScriptedService service = new ScriptedService();
    private final InputsInMemory inputs = new InputsInMemory();
    private volatile boolean permitted = true;
    private final KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, BROKER.getBrokersAsString()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    private @Nullable AnnotationConfigApplicationContext gateway;

    @BeforeAll
    static void startBroker() {
        BROKER.afterPropertiesSet();
    }

    @AfterAll
    static void stopBroker() {
        BROKER.destroy();
    }

    @BeforeEach
    void createTopic() {
        BROKER.addTopics(topic);
    }

    @AfterEach
    void close() throws IOException {
        stop();
        service.close();
        producer.close();
    }

    private AnnotationConfigApplicationContext start() {
        return start(group);
    }

    private AnnotationConfigApplicationContext start(String ofGroup) {
        var context = new AnnotationConfigApplicationContext();
        gateway = context;
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("spring.kafka.streams.application-id", topic)));
        context.registerBean(WorkerProperties.class, () -> ApiSettings.all(service.url(), "topics.calls", topic));
        context.registerBean(InputLog.class, () -> inputs);
        context.registerBean(LogClock.class, () -> LogClocks.of(InstantSource.system()));
        context.registerBean(SendPermission.class, () -> () -> permitted);
        context.registerBean(
                ConsumerFactory.class,
                () -> new DefaultKafkaConsumerFactory<byte[], byte[]>(Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        BROKER.getBrokersAsString(),
                        ConsumerConfig.GROUP_ID_CONFIG,
                        ofGroup)));
        context.registerBean(
                ProducerFactory.class,
                () -> new DefaultKafkaProducerFactory<byte[], byte[]>(
                        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, BROKER.getBrokersAsString())));
        context.register(GatewayConfiguration.class);
        context.refresh();
        return context;
    }

    private void stop() {
        if (gateway != null) {
            gateway.close();
            gateway = null;
        }
    }

    private void order(byte[]... orders) {
        for (byte[] order : orders) {
            var unused = producer.send(new ProducerRecord<>(topic, 0, null, order));
        }
        producer.flush();
    }

    private void awaitAnswer(String callId, Class<? extends Answer> kind) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !inputs.answersTo(callId).isEmpty());
        assertThat(inputs.answersTo(callId)).last().isInstanceOf(kind);
    }

    private static <T> T done(KafkaFuture<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }

    private @Nullable Long committed(String ofGroup) {
        OffsetAndMetadata offset = BROKER.doWithAdminFunction(
                        admin -> done(admin.listConsumerGroupOffsets(ofGroup).partitionsToOffsetAndMetadata()))
                .get(partition);
        return offset == null ? null : offset.offset();
    }

    /** Two calls that were sent, and two that are open when the gateway is gone. */
    private void sentTwoAndLeftTwoOpen() {
        start();
        order(Desk.call("sent-1"), Desk.call("sent-2"));
        awaitAnswer("sent-1", Answer.Accepted.class);
        awaitAnswer("sent-2", Answer.Accepted.class);
        stop();
        order(Desk.call("open-1"), Desk.call("open-2"));
        inputs.appended.clear();
        assertThat(service.requests).hasSize(2);
    }

    /** None of the four is sent; each is unknown once the engine asks; and what comes later is sent. */
    private void assertNothingTwiceAndGoesOn() {
        assertSkipped();
        for (String callId : List.of("sent-1", "sent-2")) {
            order(Desk.ask(callId));
            awaitAnswer(callId, Answer.Unknown.class);
        }
        assertGoesOn();
    }

    private void assertSkipped() {
        await().atMost(Duration.ofSeconds(30)).until(() -> Long.valueOf(4).equals(committed(groupInUse)));
        assertThat(inputs.appended).as("nothing is said about what is not ours").isEmpty();
    }

    private void assertGoesOn() {
        for (String callId : List.of("open-1", "open-2")) {
            order(Desk.ask(callId));
            awaitAnswer(callId, Answer.Unknown.class);
        }
        order(Desk.call("later"));
        awaitAnswer("later", Answer.Accepted.class);
        assertThat(service.requests).hasSize(3);
    }

    private String groupInUse = group;

    private void withAdmin(Consumer<Admin> action) {
        // The members may take a moment to be gone.
        await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> {
            BROKER.doWithAdmin(action::accept);
            return true;
        });
    }

    @Test
    void afterTheGroupWasDeletedNothingIsSentTwice() {
        sentTwoAndLeftTwoOpen();
        withAdmin(admin -> done(admin.deleteConsumerGroups(List.of(group)).all()));
        start();
        assertNothingTwiceAndGoesOn();
    }

    @Test
    void aRenamedGroupCountsAsOneWithoutOffsets() {
        sentTwoAndLeftTwoOpen();
        groupInUse = group + "-renamed";
        start(groupInUse);
        assertNothingTwiceAndGoesOn();
    }

    @Test
    void anOffsetBeyondTheEndIsOutOfRange() {
        sentTwoAndLeftTwoOpen();
        withAdmin(admin -> done(admin.alterConsumerGroupOffsets(group, Map.of(partition, new OffsetAndMetadata(1_000)))
                .all()));
        start();
        assertNothingTwiceAndGoesOn();
    }

    @Test
    void anOffsetBelowTheBeginningIsOutOfRange() {
        sentTwoAndLeftTwoOpen();
        withAdmin(admin -> done(admin.alterConsumerGroupOffsets(group, Map.of(partition, new OffsetAndMetadata(0)))
                .all()));
        withAdmin(admin -> done(admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(1)))
                .all()));
        start();
        assertNothingTwiceAndGoesOn();
    }

    @Test
    void aPositionThatFallsOutOfRangeWhileRunningIsSkippedToo() {
        start();
        order(Desk.call("sent-1"), Desk.call("sent-2"));
        awaitAnswer("sent-2", Answer.Accepted.class);
        permitted = false;
        order(Desk.call("open-1"), Desk.call("open-2"));
        inputs.appended.clear();
        withAdmin(admin -> done(admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(3)))
                .all()));
        assertSkipped();
        permitted = true;
        assertGoesOn();
    }

    @Test
    void anIntactOffsetIsGoneOnFrom() {
        sentTwoAndLeftTwoOpen();
        start();
        awaitAnswer("open-1", Answer.Accepted.class);
        awaitAnswer("open-2", Answer.Accepted.class);
        assertThat(service.requests).hasSize(4);
    }

    @Test
    void callsThatTheEngineDecidedBeforeTheFirstAssignmentAreSent() {
        permitted = false;
        start();
        assertThat(committed(group)).isZero();
        order(Desk.call("first"), Desk.call("second"));
        permitted = true;
        awaitAnswer("first", Answer.Accepted.class);
        awaitAnswer("second", Answer.Accepted.class);
        assertThat(service.requests).hasSize(2);
    }

    @Test
    void aSecondStartTakesNothingBack() {
        var first = start();
        order(Desk.call("a"));
        awaitAnswer("a", Answer.Accepted.class);
        start();
        order(Desk.call("b"));
        awaitAnswer("b", Answer.Accepted.class);
        first.close();
        order(Desk.call("c"));
        awaitAnswer("c", Answer.Accepted.class);
        assertThat(service.requests).hasSize(3);
        assertThat(committed(group)).isEqualTo(3);
    }

    @Test
    void aFirstStartThatFreezesBeforeItsCommitTakesNothingBack() {
        AtomicBoolean frozen = new AtomicBoolean();
        var late = new FirstPositions(
                topic,
                this::consumer,
                () ->
                        new KafkaProducer<>(
                                Map.of(
                                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                        BROKER.getBrokersAsString(),
                                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                                        topic + "-first-positions"),
                                new ByteArraySerializer(),
                                new ByteArraySerializer()) {
                            @Override
                            public void beginTransaction() {
                                if (frozen.compareAndSet(false, true)) {
                                    start();
                                    order(Desk.call("a"));
                                    awaitAnswer("a", Answer.Accepted.class);
                                    stop();
                                }
                                super.beginTransaction();
                            }
                        });
        late.start();
        assertThat(frozen).isTrue();
        assertThat(committed(group)).isEqualTo(1);
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        BROKER.getBrokersAsString(),
                        ConsumerConfig.GROUP_ID_CONFIG,
                        group,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }
}
