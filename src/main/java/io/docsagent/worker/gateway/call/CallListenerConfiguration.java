package io.docsagent.worker.gateway.call;

import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.gateway.SendPermission;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.settings.WorkerCannotStartException;
import io.docsagent.worker.settings.WorkerProperties;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
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

    /** Where a topic could not be seen, it is looked for again after so long, at the cost of one small request. */
    private static final Duration METADATA_AGE = Duration.ofSeconds(10);

    @Bean
    CallPositions callPositions() {
        return new CallPositions();
    }

    @Bean
    StopOnFailure gatewayFailure(CallPositions positions) {
        return new StopOnFailure(positions);
    }

    /** What Kafka denies the consumer of calls. */
    @Bean
    DeniedRights.Client deniedToGateway(DeniedRights rights) {
        return rights.client();
    }

    /** The transactional id begins like those of Kafka Streams, for which the worker has the right. */
    @Bean
    FirstPositions firstCallPositions(
            ConsumerFactory<?, ?> boot,
            ProducerFactory<?, ?> producers,
            WorkerProperties properties,
            DeniedRights.Client deniedToGateway,
            Environment env) {
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
                () -> callConsumers(boot, deniedToGateway).createConsumer(group, GROUP_ID, "-first-positions"),
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
            DeniedRights.Client deniedToGateway,
            GatewayObserver observer) {
        ContainerProperties container =
                new ContainerProperties(properties.topics().calls());
        container.setGroupId(groupOf(boot));
        container.setClientId(GROUP_ID);
        container.setAckMode(ContainerProperties.AckMode.MANUAL);
        container.setMessageListener(new CallListener(gate, executor, observer, deniedToGateway));
        container.setConsumerRebalanceListener(positions);
        var calls = new KafkaMessageListenerContainer<>(callConsumers(boot, deniedToGateway), container);
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

    static ConsumerFactory<byte[], byte[]> callConsumers(ConsumerFactory<?, ?> boot, DeniedRights.Client denied) {
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
        // So that what is denied is put right while it runs.
        config.putIfAbsent(ConsumerConfig.METADATA_MAX_AGE_CONFIG, METADATA_AGE.toMillis());
        var calls = new CallConsumers(config, denied);
        @SuppressWarnings("unchecked") // Boot's listeners bind metrics, whatever the types
        var typed = (ConsumerFactory<byte[], byte[]>) boot;
        typed.getListeners().forEach(calls::addListener);
        return calls;
    }

    /** Consumers that poll on where a right is missing. */
    private static final class CallConsumers extends DefaultKafkaConsumerFactory<byte[], byte[]> {

        private final DeniedRights.Client denied;

        CallConsumers(Map<String, Object> config, DeniedRights.Client denied) {
            super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            this.denied = denied;
        }

        @Override
        protected Consumer<byte[], byte[]> createRawConsumer(Map<String, Object> config) {
            return new ExtendedKafkaConsumer(config) {
                @Override
                public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                    return denied.poll(() -> super.poll(timeout));
                }
            };
        }
    }
}
