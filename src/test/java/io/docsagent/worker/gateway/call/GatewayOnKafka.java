package io.docsagent.worker.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.clock.LogClocks;
import io.docsagent.worker.gateway.BoundSettings;
import io.docsagent.worker.gateway.CallTracing;
import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.gateway.KeyHolds;
import io.docsagent.worker.gateway.ScriptedService;
import io.docsagent.worker.gateway.SendPermission;
import io.docsagent.worker.gateway.http.HttpConfiguration;
import io.docsagent.worker.gateway.keys.KeysConfiguration;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.InputLog;
import io.docsagent.worker.wire.InputsInMemory;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.ProducerFactory;

/** The whole gateway between a real broker and a real socket, on a topic and in a group of its own. */
final class GatewayOnKafka implements AutoCloseable {

    private static final EmbeddedBroker BROKER = new EmbeddedBroker();

    final String topic = "calls-" + UUID.randomUUID();
    final TopicPartition partition = new TopicPartition(topic, 0);
    final String group = "gateway-" + topic;
    final ScriptedService service = new ScriptedService();
    final InputsInMemory inputs = new InputsInMemory();
    volatile SendPermission permission = () -> true;
    volatile GatewayObserver observer = new GatewayObserver() {};
    private final KafkaProducer<byte[], byte[]> producer = producer(Map.of());
    private final List<AnnotationConfigApplicationContext> running = new ArrayList<>();

    GatewayOnKafka() {
        BROKER.create(new NewTopic(topic, 1, (short) 1));
    }

    AnnotationConfigApplicationContext start(String... settings) {
        List<String> all = new ArrayList<>(List.of(settings));
        all.addAll(List.of("topics.calls", topic));
        var context = new AnnotationConfigApplicationContext();
        running.add(context);
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("spring.kafka.streams.application-id", topic)));
        context.registerBean(
                WorkerProperties.class, () -> BoundSettings.all(service.url(), all.toArray(String[]::new)));
        context.registerBean(InputLog.class, () -> inputs);
        context.registerBean(LogClock.class, () -> LogClocks.of(InstantSource.system()));
        context.registerBean(Clock.class, Clock::systemUTC);
        context.registerBean(DeniedRights.class, () -> new DeniedRights(System::nanoTime));
        context.registerBean(SslBundles.class, () -> new DefaultSslBundleRegistry());
        context.registerBean(GatewayObserver.class, () -> observer);
        context.registerBean(CallTracing.class, () -> CallTracing.NONE);
        context.registerBean(KeyHolds.class, () -> List::of);
        context.registerBean(SendPermission.class, () -> () -> permission.granted());
        context.registerBean(
                ConsumerFactory.class,
                () -> new DefaultKafkaConsumerFactory<byte[], byte[]>(clientSettings(Map.of("group.id", group))));
        context.registerBean(
                ProducerFactory.class, () -> new DefaultKafkaProducerFactory<byte[], byte[]>(clientSettings(Map.of())));
        context.register(KeysConfiguration.class, HttpConfiguration.class, CallConfiguration.class);
        context.refresh();
        return context;
    }

    void stop() {
        running.forEach(AnnotationConfigApplicationContext::close);
        running.clear();
    }

    /** For as long as it may take while other tests keep the machine busy. */
    static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(1));
    }

    void request(byte[]... requests) {
        for (byte[] request : requests) {
            var unused = producer.send(new ProducerRecord<>(topic, 0, null, request));
        }
        producer.flush();
    }

    void awaitAnswer(String callId, Class<? extends Answer> kind) {
        await().until(() -> !inputs.answersTo(callId).isEmpty());
        assertThat(inputs.answersTo(callId)).last().isInstanceOf(kind);
    }

    @Nullable
    Long committed(String ofGroup) {
        try (Admin admin = BROKER.admin()) {
            OffsetAndMetadata offset = done(admin.listConsumerGroupOffsets(ofGroup)
                            .partitionsToOffsetAndMetadata())
                    .get(partition);
            return offset == null ? null : offset.offset();
        }
    }

    /** Again where Kafka refuses: the members of a group may take a moment to be gone. */
    void withAdmin(Consumer<Admin> action) {
        try (Admin admin = BROKER.admin()) {
            await().ignoreExceptions().until(() -> {
                action.accept(admin);
                return true;
            });
        }
    }

    static <T> T done(KafkaFuture<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }

    static KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
        return new KafkaProducer<>(clientSettings(more), new ByteArraySerializer(), new ByteArraySerializer());
    }

    static Map<String, Object> clientSettings(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", BROKER.bootstrapServers());
        return settings;
    }

    @Override
    public void close() throws IOException {
        stop();
        service.close();
        producer.close();
    }
}
