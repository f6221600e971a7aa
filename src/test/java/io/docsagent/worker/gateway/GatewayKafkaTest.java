package io.docsagent.worker.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.WorkerProperties;
import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.InputLog;
import io.docsagent.worker.message.LogClock;
import io.docsagent.worker.testkit.LogClocks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** The whole gateway between a real broker and a real socket. */
class GatewayKafkaTest {

    private static final EmbeddedKafkaKraftBroker BROKER = new EmbeddedKafkaKraftBroker(1, 1);

    private final String topic = "calls-" + UUID.randomUUID();
    private final ScriptedService service = new ScriptedService();
    private final InputsInMemory inputs = new InputsInMemory();
    private final AtomicInteger commitsFailed = new AtomicInteger();
    private volatile SendPermission permission = SendPermission.ALWAYS;
    private final KafkaProducer<byte[], byte[]> producer = producer(Map.of());
    private final AnnotationConfigApplicationContext gateway = new AnnotationConfigApplicationContext();

    @BeforeAll
    static void startBroker() {
        BROKER.brokerProperties(Map.of(
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1",
                "group.initial.rebalance.delay.ms", "0"));
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
        gateway.close();
        service.close();
        producer.close();
    }

    private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> config = new HashMap<>(more);
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, BROKER.getBrokersAsString());
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private void start(String... settings) {
        String[] all = new String[settings.length + 2];
        System.arraycopy(settings, 0, all, 0, settings.length);
        all[settings.length] = "topics.calls";
        all[settings.length + 1] = topic;
        gateway.registerBean(WorkerProperties.class, () -> ApiSettings.all(service.url(), all));
        gateway.registerBean(InputLog.class, () -> inputs);
        gateway.registerBean(LogClock.class, () -> LogClocks.of(InstantSource.system()));
        gateway.registerBean(SendPermission.class, () -> () -> permission.granted());
        gateway.registerBean(GatewayObserver.class, () -> new GatewayObserver() {
            @Override
            public void commitFailed(int calls) {
                commitsFailed.addAndGet(calls);
            }
        });
        gateway.registerBean(
                ConsumerFactory.class,
                () -> new DefaultKafkaConsumerFactory<byte[], byte[]>(
                        Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, BROKER.getBrokersAsString())));
        gateway.registerBean(
                ProducerFactory.class,
                () -> new DefaultKafkaProducerFactory<byte[], byte[]>(
                        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, BROKER.getBrokersAsString())));
        gateway.register(GatewayConfiguration.class);
        gateway.refresh();
    }

    private void order(byte[]... orders) {
        for (byte[] order : orders) {
            var unused = producer.send(new ProducerRecord<>(topic, 0, null, order));
        }
        producer.flush();
    }

    private void awaitAnswer(String callId, Class<? extends Answer> kind) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !inputs.answersTo(callId).isEmpty());
        assertThat(inputs.answersTo(callId).getFirst()).isInstanceOf(kind);
    }

    private long committed() {
        return BROKER.doWithAdminFunction(admin -> committed(admin));
    }

    private long committed(Admin admin) {
        OffsetAndMetadata offset = admin.listConsumerGroupOffsets(GatewayConfiguration.GROUP_ID)
                .partitionsToOffsetAndMetadata()
                .toCompletionStage()
                .toCompletableFuture()
                .join()
                .get(new TopicPartition(topic, 0));
        return offset == null ? 0 : offset.offset();
    }

    private void removeMembers() {
        BROKER.doWithAdmin(admin -> admin.removeMembersFromConsumerGroup(
                        GatewayConfiguration.GROUP_ID, new RemoveMembersFromConsumerGroupOptions())
                .all()
                .toCompletionStage()
                .toCompletableFuture()
                .join());
    }

    @Test
    void whenTheServiceIsCalledTheCommitIsDone() {
        Map<Integer, Long> committedAtRequest = new ConcurrentHashMap<>();
        service.does((request, socket) -> {
            committedAtRequest.put(committedAtRequest.size(), committed());
            ScriptedService.reply(201, "{\"id\":\"job-1\"}").answer(request, socket);
        });
        start("api.max-in-flight", "1");
        order(Desk.call("a"), Desk.call("b"), Desk.call("late", Instant.EPOCH));
        awaitAnswer("b", Answer.Accepted.class);
        order(Desk.ask("a"), Desk.ask("x"));
        awaitAnswer("late", Answer.NoPlace.class);
        awaitAnswer("x", Answer.Unknown.class);
        await().until(() -> inputs.answersTo("a").size() == 2);
        assertThat(inputs.answersTo("a")).hasOnlyElementsOfType(Answer.Accepted.class);
        assertThat(service.requests).hasSize(2);
        assertThat(committedAtRequest.get(0)).isGreaterThanOrEqualTo(1);
        assertThat(committedAtRequest.get(1)).isGreaterThanOrEqualTo(2);
    }

    @Test
    void aMemberThatWasThrownOutSendsNothingUntilTheCallIsItsOwnAgain() {
        CountDownLatch thrownOut = new CountDownLatch(1);
        permission = () -> {
            // Asked by the listener, and not before: it has the orders by then.
            boolean delivered = Thread.currentThread().getName().startsWith("callContainer");
            if (delivered && thrownOut.getCount() > 0) {
                removeMembers();
                thrownOut.countDown();
            }
            return true;
        };
        start();
        order(Desk.call("a"), Desk.call("b"));
        await().until(() -> commitsFailed.get() > 0);
        awaitAnswer("a", Answer.Accepted.class);
        awaitAnswer("b", Answer.Accepted.class);
        assertThat(service.requests).hasSize(2);
        assertThat(inputs.appended).hasSize(2);
    }

    @Test
    void aDecisionThatIsNotDurableIsNotCarriedOut() {
        start();
        try (KafkaProducer<byte[], byte[]> engine = producer(Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, topic))) {
            engine.initTransactions();
            engine.beginTransaction();
            var unused = engine.send(new ProducerRecord<>(topic, 0, null, Desk.call("aborted")));
            engine.flush();
            engine.abortTransaction();
            engine.beginTransaction();
            var ignored = engine.send(new ProducerRecord<>(topic, 0, null, Desk.call("kept")));
            engine.commitTransaction();
        }
        awaitAnswer("kept", Answer.Accepted.class);
        assertThat(inputs.answersTo("aborted")).isEmpty();
        assertThat(service.requests).hasSize(1);
    }

    @Test
    void aRecordOfANewerReleaseStopsTheGatewayInFrontOfIt() {
        start();
        GatewayStatus status = gateway.getBean(GatewayStatus.class);
        await().until(status::isConsuming);
        order(Desk.call("a"), new byte[] {'3'}, Desk.call("b"));
        awaitAnswer("a", Answer.Accepted.class);
        await().until(() -> !status.isConsuming()
                && !gateway.getBean(KafkaMessageListenerContainer.class).isRunning());
        assertThat(status.failure()).contains("newer release");
        assertThat(committed()).isEqualTo(1);
        assertThat(service.requests).hasSize(1);
    }

    @Test
    void stoppingWaitsForTheCallsUnderWay() {
        CountDownLatch release = new CountDownLatch(1);
        service.does((request, socket) -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            ScriptedService.reply(201, "{\"id\":\"job-1\"}").answer(request, socket);
        });
        start();
        GatewayStatus status = gateway.getBean(GatewayStatus.class);
        order(Desk.call("a"));
        await().until(() -> service.requests.size() == 1);
        assertThat(status.callsUnderWay()).isOne();
        CompletableFuture<Void> closed = CompletableFuture.runAsync(gateway::close);
        await().until(() -> !status.isConsuming());
        assertThat(closed).isNotDone();
        release.countDown();
        await().until(closed::isDone);
        assertThat(inputs.answersTo("a")).hasSize(1).hasOnlyElementsOfType(Answer.Accepted.class);
    }

    @Test
    void noMoreCallsThanAllowedAreUnderWay() {
        int allowed = 3;
        int calls = 40;
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Semaphore mayEnd = new Semaphore(0);
        service.does((request, socket) -> {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            mayEnd.acquireUninterruptibly();
            underWay.decrementAndGet();
            ScriptedService.reply(201, "{\"id\":\"job-1\"}").answer(request, socket);
        });
        start("api.max-in-flight", String.valueOf(allowed), "api.response-timeout", "2m");
        for (int i = 0; i < calls; i++) {
            order(Desk.call("c" + i));
        }
        // None ends until it may: whatever is let in too early finds the others still there.
        for (int ended = 0; ended < calls; ended++) {
            int expected = Math.min(allowed, calls - ended);
            await().atMost(Duration.ofSeconds(20)).until(underWay::get, now -> now >= expected);
            mayEnd.release();
            int answers = ended + 1;
            await().atMost(Duration.ofSeconds(20)).until(() -> inputs.appended.size() >= answers);
        }
        assertThat(most).hasValue(allowed);
        assertThat(service.requests).hasSize(calls);
        for (int i = 0; i < calls; i++) {
            assertThat(inputs.answersTo("c" + i)).singleElement().isInstanceOf(Answer.Accepted.class);
        }
    }

    @Test
    void projectsWhoseCallsHangKeepNobodyElseWaiting() {
        service.does((request, socket) -> {
            if (!request.line().contains("/hanging-")) {
                ScriptedService.reply(201, "{\"id\":\"job-1\"}").answer(request, socket);
            }
        });
        start();
        Instant notAfter = Instant.now().plusSeconds(30);
        for (int i = 0; i < 320; i++) {
            order(Desk.callOf("hanging-" + i % 40, "h" + i, notAfter));
        }
        order(Desk.callOf("lone", "lone", notAfter));
        await().atMost(Duration.ofSeconds(5))
                .until(() -> !inputs.answersTo("lone").isEmpty());
        assertThat(inputs.answersTo("lone")).hasOnlyElementsOfType(Answer.Accepted.class);
        GatewayStatus status = gateway.getBean(GatewayStatus.class);
        assertThat(status.callsUnderWay()).isEqualTo(256);
        assertThat(status.callsWaiting()).isEqualTo(64);
        assertThat(inputs.appended).hasSize(1);
        service.does(ScriptedService.reply(201, "{\"id\":\"job-1\"}"));
        order(Desk.callOf("hanging-7", "behind", notAfter));
        order(Desk.callOf("lone", "again", notAfter));
        awaitAnswer("again", Answer.Accepted.class);
        assertThat(inputs.answersTo("behind")).isEmpty();
    }

    @Test
    void callsThatFindNoPlaceAreGivenBackAndNotSent() {
        service.does((request, socket) -> {});
        start("api.max-in-flight", "2", "api.response-timeout", "3s");
        Instant notAfter = Instant.now().plusMillis(1_500);
        for (int i = 0; i < 8; i++) {
            order(Desk.callOf("hanging", "h" + i, notAfter));
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> inputs.appended.size() == 8);
        assertThat(service.requests).hasSize(2);
        for (int i = 0; i < 8; i++) {
            assertThat(inputs.answersTo("h" + i))
                    .singleElement()
                    .isInstanceOf(i < 2 ? Answer.Unknown.class : Answer.NoPlace.class);
        }
    }

    @Test
    void aMalformedOrderIsSkipped() {
        start();
        order(Desk.call("a"), "1{\"order\":\"call\"}".getBytes(StandardCharsets.UTF_8), Desk.call("b"));
        awaitAnswer("a", Answer.Accepted.class);
        awaitAnswer("b", Answer.Accepted.class);
        assertThat(committed()).isEqualTo(3);
        assertThat(gateway.getBean(GatewayStatus.class).isConsuming()).isTrue();
    }

    @Test
    void aKeyChangeWakesAProjectThatWasRefusedElsewhere(@TempDir Path folder) throws IOException {
        gateway.registerBean(KeyHolds.class, () -> () -> List.of("elsewhere"));
        start("api.key-dir", folder.toString(), "api.key-refresh", "100ms");
        ApiKeys keys = gateway.getBean(ApiKeys.class);
        keys.refresh();
        Files.writeString(folder.resolve("elsewhere"), "sk-new\n");
        await().until(() -> inputs.appended.contains(new Input.WokeUp("elsewhere", Input.WokeUp.Cause.KEY_CHANGED)));
        assertThat(service.requests).isEmpty();
    }
}
