package io.docsagent.worker.engine;

import io.docsagent.worker.clock.Alarms;
import io.docsagent.worker.clock.ClockProbe;
import io.docsagent.worker.clock.ClockSkew;
import io.docsagent.worker.clock.LogAlarms;
import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.contract.Partitions;
import io.docsagent.worker.contract.Topics;
import io.docsagent.worker.engine.EngineProcessor.Dependencies;
import io.docsagent.worker.engine.EngineProcessor.Inputs;
import io.docsagent.worker.engine.EngineProcessor.Schedules;
import io.docsagent.worker.ingress.CommandReader;
import io.docsagent.worker.ingress.CommitPolicy;
import io.docsagent.worker.ingress.DeadLetters;
import io.docsagent.worker.ingress.IngressObserver;
import io.docsagent.worker.ingress.IngressTopology;
import io.docsagent.worker.ingress.Intake;
import io.docsagent.worker.ingress.OperationReader;
import io.docsagent.worker.ingress.Publishers;
import io.docsagent.worker.ingress.PullRequestReader;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.topics.KafkaTopicIds;
import io.docsagent.worker.topics.RecordSizes;
import io.docsagent.worker.topics.TopicsReady;
import io.docsagent.worker.wire.InputLog;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.ProducerFactory;

/** The engine's parts. */
@Configuration(proxyBeanMethods = false)
public class EngineConfiguration {

    @Bean
    Policies policies(WorkerProperties settings) {
        return new Policies(settings);
    }

    @Bean
    LiveProjects liveProjects() {
        return new LiveProjects();
    }

    @Bean
    LogClock logClock() {
        return new LogClock(System::nanoTime);
    }

    @Bean
    ClockSkew clockSkew(WorkerProperties settings, Clock wallClock, LogClock logClock) {
        return new ClockSkew(settings.clock().maxSkew(), wallClock, logClock);
    }

    @Bean(destroyMethod = "shutdownNow")
    ScheduledExecutorService engineTimer() {
        var timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "alarms");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    @Bean
    RecordSizes recordSizes(WorkerProperties settings, Policies policies) {
        return new RecordSizes(settings, policies.all());
    }

    @Bean
    KafkaInputLog inputLog(
            TopicsReady ready,
            ProducerFactory<?, ?> producers,
            WorkerProperties settings,
            ClockSkew skew,
            LogClock clock,
            DeniedRights rights,
            ScheduledExecutorService engineTimer) {
        Map<String, Object> overrides = Map.of(
                ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
                StringSerializer.class,
                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                ByteArraySerializer.class,
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                true,
                ProducerConfig.LINGER_MS_CONFIG,
                0,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                Integer.MAX_VALUE,
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                RecordSizes.LARGEST);
        @SuppressWarnings("unchecked")
        var typed = (ProducerFactory<String, byte[]>) producers.copyWithConfigurationOverride(overrides);
        return new KafkaInputLog(
                typed.createNonTransactionalProducer(),
                settings.topics().inputs(),
                new Partitions(settings.topics().partitions()),
                clock,
                skew,
                rights.client(),
                engineTimer);
    }

    @Bean
    ClockProbe clockProbe(
            KafkaInputLog inputs, WorkerProperties settings, ClockSkew skew, ScheduledExecutorService engineTimer) {
        return new ClockProbe(settings.topics().partitions(), inputs::probe, skew, engineTimer, ClockProbe.TIMEOUT);
    }

    @Bean
    LogAlarms alarms(InputLog inputs, LogClock clock, ScheduledExecutorService engineTimer) {
        return new LogAlarms(inputs, clock, engineTimer);
    }

    @Bean
    DeadLetters deadLetters(TopicsReady ready) {
        return new DeadLetters(ready.deadLetterBytes());
    }

    @Bean
    Publishers publishers(WorkerProperties settings) {
        return Publishers.of(settings);
    }

    @Bean
    EngineTopology engineTopology(
            WorkerProperties settings,
            Publishers publishers,
            Dependencies dependencies,
            DeadLetters deadLetters,
            IngressObserver observer,
            KafkaTopicIds topicIds,
            RecordSizes sizes,
            LogClock clock) {
        Topics topics = settings.topics().names();
        long maxBytes = settings.requests().maxBytes().toBytes();
        var commands = new Intake(publishers.topics(), new CommandReader(maxBytes, publishers));
        var operations = new Intake(List.of(topics.operations()), new OperationReader(maxBytes));
        var pullRequests = new Intake(List.of(topics.pullRequests()), new PullRequestReader(maxBytes));
        var ingress =
                new IngressTopology(topics, commands, operations, pullRequests, deadLetters, observer, topicIds, clock);
        return new EngineTopology(topics, ingress, dependencies, sizes.stores());
    }

    @Bean
    Dependencies dependencies(
            WorkerProperties settings,
            Policies policies,
            LiveProjects projects,
            Alarms alarms,
            JobWatch jobs,
            DeadLetters deadLetters,
            EngineObserver observer,
            LogClock clock,
            CommitPolicy commits) {
        return new Dependencies(
                policies,
                projects,
                new Schedules(alarms, jobs),
                observer,
                deadLetters,
                new Inputs(
                        settings.topics().inputs(),
                        new Partitions(settings.topics().partitions()),
                        clock),
                commits);
    }
}
