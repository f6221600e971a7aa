package io.docsagent.worker.gateway.call;

import io.docsagent.worker.WorkerCannotStartException;
import io.docsagent.worker.WorkerProperties;
import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.gateway.SendPermission;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

/** The beans that consume calls, and where they begin to. */
@Configuration(proxyBeanMethods = false)
class CallListenerConfiguration {

    static final String GROUP_ID = "docs-agent-gateway";

    /** The consumer keeps one error for each partition and throws them one by one: so many waits once the right is back. */
    private static final Duration AUTHORIZATION_RETRY = Duration.ofSeconds(1);

    @Bean
    CallPositions callPositions() {
        return new CallPositions();
    }

    @Bean
    StopOnFailure gatewayFailure(CallPositions positions) {
        return new StopOnFailure(positions);
    }

    @Bean
    CallsAccess callsAccess(ConsumerFactory<?, ?> boot, WorkerProperties properties) {
        return new CallsAccess(properties.topics().calls(), groupOf(boot));
    }

    /** The transactional id begins like those of Kafka Streams, for which the worker has the right. */
    @Bean
    FirstPositions firstCallPositions(
            ConsumerFactory<?, ?> boot, ProducerFactory<?, ?> producers, WorkerProperties properties, Environment env) {
        String applicationId = env.getProperty("spring.kafka.streams.application-id", "docs-agent-worker");
        String group = groupOf(boot);
        requireTwoGroups(applicationId, group);
        Map<String, Object> config = new HashMap<>(producers.getConfigurationProperties());
        config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, applicationId + "-first-positions");
        config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 10_000);
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 30_000);
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
            CallExecutor executor,
            CallPositions positions,
            StopOnFailure failure,
            GatewayObserver observer) {
        ContainerProperties container =
                new ContainerProperties(properties.topics().calls());
        container.setGroupId(groupOf(boot));
        container.setClientId(GROUP_ID);
        container.setAckMode(ContainerProperties.AckMode.MANUAL);
        container.setMessageListener(new CallListener(gate, executor, observer));
        container.setConsumerRebalanceListener(positions);
        container.setAuthExceptionRetryInterval(AUTHORIZATION_RETRY);
        var calls = new KafkaMessageListenerContainer<>(callConsumers(boot), container);
        calls.setCommonErrorHandler(failure);
        calls.setAutoStartup(false);
        return calls;
    }

    @Bean
    CallConsumption callConsumption(
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

    /** Kafka Streams names its group after the application; members of one group must assign partitions in the same way. */
    private static void requireTwoGroups(String applicationId, String group) {
        if (group.equals(applicationId)) {
            throw new WorkerCannotStartException("spring.kafka.consumer.group-id and"
                    + " spring.kafka.streams.application-id are both " + group + ", but name two different groups. Set"
                    + " spring.kafka.consumer.group-id to another name, such as " + group + "-gateway.");
        }
    }

    static ConsumerFactory<byte[], byte[]> callConsumers(ConsumerFactory<?, ?> boot) {
        Map<String, Object> config = new HashMap<>(boot.getConfigurationProperties());
        config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        // Either way to go on by itself would be wrong: calls sent twice, or skipped silently.
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // An operator may lower it, where the brokers allow less than their default.
        config.putIfAbsent(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 6_000);
        config.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 500);
        config.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, 60_000);
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 256);
        config.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
        var calls = new DefaultKafkaConsumerFactory<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        @SuppressWarnings("unchecked") // Boot's listeners bind metrics, whatever the types
        var typed = (ConsumerFactory<byte[], byte[]>) boot;
        typed.getListeners().forEach(calls::addListener);
        return calls;
    }
}
