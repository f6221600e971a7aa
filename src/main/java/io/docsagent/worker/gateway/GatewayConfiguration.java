package io.docsagent.worker.gateway;

import io.docsagent.worker.ApiSettings;
import io.docsagent.worker.WorkerProperties;
import io.docsagent.worker.message.InputLog;
import io.docsagent.worker.message.LogClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

/** The beans of the gateway. */
@Configuration(proxyBeanMethods = false)
@Profile("!sandbox")
class GatewayConfiguration {

    static final String GROUP_ID = "docs-agent-gateway";

    /** How long after the longest call the outcomes may take to reach the log when the instance stops. */
    private static final Duration FLUSH = Duration.ofSeconds(3);

    @Bean(initMethod = "start")
    ApiKeys apiKeys(WorkerProperties properties, Clock clock) {
        return new ApiKeys(properties.api(), clock);
    }

    @Bean
    Redaction redaction(ApiKeys keys, WorkerProperties properties) {
        String password = properties.api().proxy().password();
        if (password != null) {
            keys.redaction().add(password);
        }
        properties.tracing().headers().values().forEach(value -> hideHeader(keys.redaction(), value));
        return keys.redaction();
    }

    /** A scheme in front of it, as in {@code Bearer x}, is no part of the secret. */
    private static void hideHeader(Redaction redaction, String value) {
        redaction.add(value.substring(value.lastIndexOf(' ') + 1));
    }

    @Bean
    AgentApi agentApi(
            WorkerProperties properties,
            ApiKeys keys,
            LogClock clock,
            SendPermission permission,
            GatewayObserver observer,
            CallTracing tracing,
            SslBundles bundles) {
        ServiceTls tls = ServiceTls.of(properties.api().sslBundle(), bundles);
        HttpAgentApi api =
                new HttpAgentApi(properties.api(), properties.poll().maxConcurrent(), keys, clock, permission, tls);
        return new ObservedAgentApi(api, observer, tracing);
    }

    @Bean
    Outcomes gatewayOutcomes(InputLog inputs, GatewayObserver observer) {
        return new Outcomes(inputs, observer);
    }

    @Bean
    CallLedger callLedger(LogClock clock) {
        return new CallLedger(clock);
    }

    @Bean
    CallSlots callPlaces(WorkerProperties properties) {
        ApiSettings api = properties.api();
        return new CallSlots(
                api.maxInFlight(), api.maxWaitingCalls(), api.maxWaitingSize().toBytes());
    }

    @Bean
    CallGate sendGate(CallSlots places, Outcomes outcomes, SendPermission permission) {
        return new CallGate(places, permission, outcomes::waiting);
    }

    @Bean
    CallExecutor callDesk(
            AgentApi api,
            CallLedger ledger,
            Outcomes outcomes,
            ApiKeys keys,
            CallGate gate,
            CallSlots places,
            KeyHolds holds,
            LogClock clock) {
        HeldProjects held = new HeldProjects(outcomes, holds);
        keys.onChange(held);
        return new CallExecutor(api, ledger, outcomes, held, gate, places, clock);
    }

    @Bean
    CallPositions callPositions() {
        return new CallPositions();
    }

    @Bean
    StopOnFailure gatewayFailure(CallPositions positions) {
        return new StopOnFailure(positions);
    }

    /** The transactional id begins like those of Kafka Streams, for which the worker has the right. */
    @Bean
    FirstPositions firstCallPositions(
            ConsumerFactory<?, ?> boot, ProducerFactory<?, ?> producers, WorkerProperties properties, Environment env) {
        Map<String, Object> config = new HashMap<>(producers.getConfigurationProperties());
        config.put(
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                env.getProperty("spring.kafka.streams.application-id", "docs-agent-worker") + "-first-positions");
        config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 10_000);
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 30_000);
        String group = groupOf(boot);
        return new FirstPositions(
                properties.topics().calls(),
                () -> callConsumers(boot).createConsumer(group, GROUP_ID, "-first-positions"),
                () -> new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer()));
    }

    /** From Boot's factory, so that {@code spring.kafka.*} (addresses, security) holds here too. */
    @Bean
    KafkaMessageListenerContainer<byte[], byte[]> callContainer(
            ConsumerFactory<?, ?> boot,
            WorkerProperties properties,
            CallGate gate,
            CallExecutor desk,
            CallPositions positions,
            StopOnFailure failure,
            GatewayObserver observer) {
        ContainerProperties container =
                new ContainerProperties(properties.topics().calls());
        container.setGroupId(groupOf(boot));
        container.setClientId(GROUP_ID);
        container.setAckMode(ContainerProperties.AckMode.MANUAL);
        container.setMessageListener(new CallListener(gate, desk, observer));
        container.setConsumerRebalanceListener(positions);
        container.setAuthExceptionRetryInterval(Duration.ofSeconds(10));
        var calls = new KafkaMessageListenerContainer<>(callConsumers(boot), container);
        calls.setCommonErrorHandler(failure);
        calls.setAutoStartup(false);
        return calls;
    }

    @Bean
    CallConsumption gatewayAttendance(
            KafkaMessageListenerContainer<byte[], byte[]> callContainer,
            SendPermission permission,
            StopOnFailure failure) {
        return new CallConsumption(callContainer, permission, () -> failure.failure() != null);
    }

    /** Two workers on one cluster, with topics of their own, need groups of their own. */
    private static String groupOf(ConsumerFactory<?, ?> boot) {
        Object own = boot.getConfigurationProperties().get(ConsumerConfig.GROUP_ID_CONFIG);
        return own == null ? GROUP_ID : own.toString();
    }

    static ConsumerFactory<byte[], byte[]> callConsumers(ConsumerFactory<?, ?> boot) {
        Map<String, Object> config = new HashMap<>(boot.getConfigurationProperties());
        config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        // Either way to go on by itself would be wrong: calls sent twice, or skipped without a word.
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
        config.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 3_000);
        config.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, 60_000);
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 256);
        config.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
        var calls = new DefaultKafkaConsumerFactory<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        @SuppressWarnings("unchecked") // Boot's listeners bind metrics, whatever the types
        var typed = (ConsumerFactory<byte[], byte[]>) boot;
        typed.getListeners().forEach(calls::addListener);
        return calls;
    }

    @Bean
    Draining gatewayDraining(WorkerProperties properties, CallGate gate, CallLedger ledger, Outcomes outcomes) {
        return new Draining(
                gate,
                () -> ledger.inFlight() == 0 && outcomes.waiting() == 0,
                properties.api().responseTimeout().plus(FLUSH));
    }

    @Bean
    GatewayStatus gatewayStatus(
            KafkaMessageListenerContainer<byte[], byte[]> callContainer,
            StopOnFailure failure,
            CallSlots places,
            Outcomes outcomes,
            ApiKeys keys) {
        return new GatewayStatus() {
            @Override
            public boolean isConsuming() {
                return callContainer.isRunning() && callContainer.isInExpectedState() && failure() == null;
            }

            @Override
            public @Nullable String failure() {
                return failure.failure();
            }

            @Override
            public int callsInFlight() {
                return places.inFlight();
            }

            @Override
            public int callsWaiting() {
                return places.waiting();
            }

            @Override
            public int outcomesWaiting() {
                return outcomes.waiting();
            }

            @Override
            public @Nullable Instant keyLoadedAt() {
                return keys.loadedAt();
            }
        };
    }
}
