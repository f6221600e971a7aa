package io.docsagent.worker.streams;

import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.engine.EngineObserver;
import io.docsagent.worker.engine.EngineTopology;
import io.docsagent.worker.ingress.CommitPolicy;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.topics.KafkaTopicIds;
import io.docsagent.worker.topics.NeededTopics;
import io.docsagent.worker.topics.TopicsReady;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.EnableKafkaStreams;
import org.springframework.kafka.config.KafkaStreamsInfrastructureCustomizer;
import org.springframework.kafka.config.StreamsBuilderFactoryBeanConfigurer;
import org.springframework.kafka.core.KafkaAdmin;

/** How Kafka Streams is run. */
@Configuration(proxyBeanMethods = false)
@EnableKafkaStreams
public class StreamsConfiguration {

    @Bean
    DeniedRights deniedRights() {
        return new DeniedRights(System::nanoTime);
    }

    @Bean
    CommitPolicy commitPolicy() {
        return new CommitPolicy(System::nanoTime);
    }

    @Bean
    AbandonedTransactions abandonedTransactions(
            KafkaAdmin kafkaAdmin, @Value("${spring.kafka.streams.application-id}") String applicationId) {
        return new AbandonedTransactions(kafkaAdmin.getConfigurationProperties(), applicationId);
    }

    @Bean
    LastCommits lastCommits(WorkerProperties settings) {
        return new LastCommits(settings.topics().inputs(), settings.topics().partitions(), System::nanoTime);
    }

    @Bean
    ReadTopics readTopics(KafkaTopicIds topicIds, ScheduledExecutorService engineTimer) {
        ReadTopics topics = new ReadTopics(topicIds);
        long millis = ReadTopics.INTERVAL.toMillis();
        var unused = engineTimer.scheduleWithFixedDelay(topics::compare, millis, millis, TimeUnit.MILLISECONDS);
        return topics;
    }

    @Bean
    KafkaClientSupplier streamsClients(
            CommitPolicy commits,
            LastCommits lastCommits,
            AbandonedTransactions transactions,
            DeniedRights rights,
            NeededTopics topics,
            ReadTopics readTopics,
            EngineObserver observer,
            LogClock clock) {
        return new StreamsClients(
                commits, lastCommits, transactions, rights, topics, readTopics, new LostRecords(observer), clock);
    }

    @Bean
    StreamsBuilderFactoryBeanConfigurer streamsConfigurer(
            TopicsReady ready,
            EngineTopology topology,
            KafkaClientSupplier clients,
            AbandonedTransactions transactions,
            NeededTopics topics) {
        return streams -> {
            Properties properties = Objects.requireNonNull(streams.getStreamsConfiguration());
            // What an operator has set takes precedence.
            ready.changelogs().forEach((name, value) -> properties.putIfAbsent(StreamsConfig.topicPrefix(name), value));
            streams.setStreamsConfiguration(properties);
            streams.setClientSupplier(clients);
            streams.setStateListener(transactions);
            streams.setInfrastructureCustomizer(new KafkaStreamsInfrastructureCustomizer() {
                @Override
                public void configureBuilder(StreamsBuilder builder) {}

                @Override
                public void configureTopology(Topology empty) {
                    topology.addTo(empty);
                }
            });
            // Otherwise the partitions of an instance that has left are idle for the session timeout.
            streams.setLeaveGroupOnClose(true);
            streams.setStreamsUncaughtExceptionHandler(new StopOnFatalFailure(topics));
        };
    }
}
