package io.docsagent.worker.topics;

import io.docsagent.worker.ingress.Publishers;
import io.docsagent.worker.settings.WorkerProperties;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.StreamsConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.DefaultLifecycleProcessor;
import org.springframework.core.SpringProperties;
import org.springframework.kafka.annotation.KafkaStreamsDefaultConfiguration;
import org.springframework.kafka.config.KafkaStreamsConfiguration;
import org.springframework.kafka.core.KafkaAdmin;

/** Has the topics set up and watched. */
@Configuration(proxyBeanMethods = false)
public class TopicsConfiguration {

    private static final Logger log = LoggerFactory.getLogger(TopicsConfiguration.class);

    /** Topics are prepared before anything that reads or writes them. */
    @Bean
    TopicsReady topicsReady(
            KafkaAdmin kafkaAdmin,
            WorkerProperties settings,
            Publishers publishers,
            RecordSizes sizes,
            @Value("${spring.kafka.streams.application-id}") String applicationId,
            @Qualifier(KafkaStreamsDefaultConfiguration.DEFAULT_STREAMS_CONFIG_BEAN_NAME)
                    KafkaStreamsConfiguration streams) {
        if (exitsBeforeItStarts()) {
            return new TopicsReady(RecordSizes.USUAL, Map.of());
        }
        Map<String, Object> kafka = kafkaAdmin.getConfigurationProperties();
        FirstContact.make(kafka);
        try (Admin admin = Admin.create(kafka)) {
            TopicSetup.Prepared prepared = new TopicSetup(
                            settings.topics(),
                            publishers.topics(),
                            sizes,
                            applicationId,
                            settings.quota().spentUntil())
                    .prepare(admin);
            prepared.warnings().forEach(log::warn);
            return new TopicsReady(
                    prepared.deadLetterBytes(), InSyncReplicas.ofNewTopics(admin, applicationId, replication(streams)));
        }
    }

    /** Of changelogs, wherever it was set. */
    private static short replication(KafkaStreamsConfiguration streams) {
        Object factor = streams.asProperties().getOrDefault(StreamsConfig.REPLICATION_FACTOR_CONFIG, -1);
        return Short.parseShort(factor.toString());
    }

    /** Boot's training run for an AOT cache ends before anything is started: it needs no Kafka. */
    private static boolean exitsBeforeItStarts() {
        return DefaultLifecycleProcessor.ON_REFRESH_VALUE.equals(
                SpringProperties.getProperty(DefaultLifecycleProcessor.EXIT_PROPERTY_NAME));
    }

    @Bean
    KafkaTopicIds topicIds(KafkaAdmin kafkaAdmin) {
        return new KafkaTopicIds(kafkaAdmin.getConfigurationProperties());
    }

    @Bean
    AbsentTopics absentTopics(KafkaAdmin kafkaAdmin) {
        return new AbsentTopics(kafkaAdmin.getConfigurationProperties());
    }

    @Bean
    NeededTopics neededTopics(
            AbsentTopics absent,
            WorkerProperties settings,
            Publishers publishers,
            @Value("${spring.kafka.streams.application-id}") String applicationId) {
        return new NeededTopics(absent, settings.topics().names(), publishers.topics(), applicationId);
    }
}
