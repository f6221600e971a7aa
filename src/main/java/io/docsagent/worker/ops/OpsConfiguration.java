package io.docsagent.worker.ops;

import io.docsagent.worker.clock.ClockSkew;
import io.docsagent.worker.contract.Topics;
import io.docsagent.worker.engine.LiveProjects;
import io.docsagent.worker.engine.Policies;
import io.docsagent.worker.gateway.GatewayStatus;
import io.docsagent.worker.gateway.keys.Redaction;
import io.docsagent.worker.ingress.DeadLetters;
import io.docsagent.worker.ingress.Publishers;
import io.docsagent.worker.ops.console.ConsoleConfiguration;
import io.docsagent.worker.ops.health.AliveHealth;
import io.docsagent.worker.ops.health.ClockHealth;
import io.docsagent.worker.ops.health.GatewayHealth;
import io.docsagent.worker.ops.health.KafkaContact;
import io.docsagent.worker.ops.health.KafkaHealth;
import io.docsagent.worker.ops.health.Progress;
import io.docsagent.worker.ops.health.StreamsHealth;
import io.docsagent.worker.ops.log.LogOutput;
import io.docsagent.worker.ops.log.MinuteLog;
import io.docsagent.worker.ops.log.StartLine;
import io.docsagent.worker.ops.meters.EngineMeters;
import io.docsagent.worker.ops.meters.GatewayMeters;
import io.docsagent.worker.ops.meters.IngressMeters;
import io.docsagent.worker.ops.meters.InstanceMeters;
import io.docsagent.worker.ops.meters.MeterSelection;
import io.docsagent.worker.ops.meters.PollMeters;
import io.docsagent.worker.ops.meters.ProjectLabels;
import io.docsagent.worker.ops.meters.ProjectMeters;
import io.docsagent.worker.ops.meters.ProjectRefresh;
import io.docsagent.worker.ops.meters.PublisherLabels;
import io.docsagent.worker.ops.port.PortConfiguration;
import io.docsagent.worker.ops.port.PortToken;
import io.docsagent.worker.ops.projects.Estimates;
import io.docsagent.worker.ops.projects.OtherInstances;
import io.docsagent.worker.ops.projects.ProjectsEndpoint;
import io.docsagent.worker.ops.projects.ProjectsView;
import io.docsagent.worker.ops.projects.StreamsProjects;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.settings.WorkerProperties;
import io.docsagent.worker.streams.LastCommits;
import io.docsagent.worker.topics.NeededTopics;
import io.docsagent.worker.topics.StoreNames;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.kafka.config.StreamsBuilderFactoryBean;

/** The beans of what operators see; the names of the health beans are those of the groups in application.yaml. */
@Configuration(proxyBeanMethods = false)
@Import({ProgressConfiguration.class, TracingConfiguration.class, PortConfiguration.class, ConsoleConfiguration.class})
public class OpsConfiguration {

    @Bean
    LogOutput logOutput(Redaction redaction, DeniedRights rights) {
        return new LogOutput(LoggerFactory.getILoggerFactory(), redaction, rights);
    }

    @Bean
    StartLine startLine(
            KafkaConnectionDetails kafka,
            WorkerProperties settings,
            Publishers publishers,
            @Value("${spring.kafka.streams.properties.application.server:}") String instance) {
        return new StartLine(kafka.getBootstrapServers(), settings, publishers.names(), instance);
    }

    @Bean
    PublisherLabels publisherLabels(Publishers publishers) {
        return new PublisherLabels(publishers.namesByTopic());
    }

    @Bean
    ProjectLabels projectLabels(WorkerProperties settings) {
        return new ProjectLabels(
                settings.metrics().projects(), settings.metrics().maxProjects());
    }

    @Bean
    EngineMeters engineMeters(
            MeterRegistry registry, PublisherLabels publishers, ProjectLabels projects, WorkerProperties settings) {
        return new EngineMeters(
                registry, publishers, projects, settings.topics().names());
    }

    @Bean
    IngressMeters ingressMeters(MeterRegistry registry, PublisherLabels publishers, WorkerProperties settings) {
        return new IngressMeters(registry, publishers, othersTopics(settings));
    }

    /** Those that others write to and no publisher does. */
    private static List<String> othersTopics(WorkerProperties settings) {
        Topics topics = settings.topics().names();
        return topics.readsPullRequests()
                ? List.of(topics.operations(), topics.pullRequests())
                : List.of(topics.operations());
    }

    @Bean
    GatewayMeters gatewayMeters(MeterRegistry registry) {
        return new GatewayMeters(registry);
    }

    @Bean
    PollMeters pollMeters(MeterRegistry registry) {
        return new PollMeters(registry);
    }

    @Bean(initMethod = "start")
    MinuteLog minuteLog(MeterRegistry registry, DeadLetters deadLetters) {
        return new MinuteLog(registry, deadLetters::minuteEnds);
    }

    /** Static, because the registry needs its filters before other beans exist. */
    @Bean
    static MeterSelection meterSelection(
            WorkerProperties settings,
            Publishers publishers,
            @Value("${spring.kafka.streams.application-id}") String applicationId) {
        Topics topics = settings.topics().names();
        return new MeterSelection(Stream.of(
                        publishers.topics(),
                        List.of(topics.inputs(), topics.calls()),
                        othersTopics(settings),
                        StoreNames.changelogsOf(applicationId))
                .flatMap(Collection::stream)
                .toList());
    }

    @Bean
    KafkaContact kafkaContact(
            LastCommits commits,
            GatewayStatus gateway,
            NeededTopics topics,
            DeniedRights rights,
            WorkerProperties settings,
            Clock clock) {
        return new KafkaContact(
                commits::longestAgo, gateway, topics, rights, settings.health().kafkaSilence(), clock);
    }

    @Bean
    InstanceMeters instanceMeters(
            StreamsBuilderFactoryBean streams,
            GatewayStatus gateway,
            KafkaContact kafka,
            ClockSkew skew,
            Progress.OfParts progress,
            WorkerProperties settings) {
        return new InstanceMeters(
                state(streams),
                gateway,
                kafka,
                skew,
                progress,
                settings.metrics().wantedInstances());
    }

    @Bean
    ProjectsView projectsView(LiveProjects projects, StreamsBuilderFactoryBean streams) {
        return new StreamsProjects(projects, streams::getKafkaStreams);
    }

    @Bean(initMethod = "start")
    ProjectRefresh projectRefresh(
            ProjectsView view,
            Policies policies,
            MeterRegistry registry,
            KafkaContact kafka,
            ProjectLabels labels,
            Clock clock) {
        return new ProjectRefresh(view, policies::of, labels, new ProjectMeters(registry), kafka, clock);
    }

    @Bean
    ProjectsEndpoint projectsEndpoint(
            ProjectsView view,
            Policies policies,
            StreamsBuilderFactoryBean streams,
            KafkaContact kafka,
            @Nullable PortToken token,
            Clock clock) {
        Properties settings = streams.getStreamsConfiguration();
        HostInfo self = settings == null
                ? null
                : HostInfo.buildFromEndpoint(settings.getProperty(StreamsConfig.APPLICATION_SERVER_CONFIG));
        return new ProjectsEndpoint(
                view,
                policies::of,
                new OtherInstances(self, streams::getKafkaStreams, token),
                new Estimates(kafka::isLost),
                clock);
    }

    @Bean
    StreamsHealth streamsHealthIndicator(StreamsBuilderFactoryBean streams) {
        return new StreamsHealth(state(streams));
    }

    @Bean
    AliveHealth aliveHealthIndicator(StreamsBuilderFactoryBean streams, GatewayStatus gateway, NeededTopics topics) {
        return new AliveHealth(state(streams), gateway, topics::missing);
    }

    @Bean
    GatewayHealth gatewayHealthIndicator(GatewayStatus gateway) {
        return new GatewayHealth(gateway);
    }

    @Bean
    KafkaHealth kafkaHealthIndicator(KafkaContact kafka, WorkerProperties settings) {
        return new KafkaHealth(kafka, settings.health().kafkaSilence());
    }

    @Bean
    ClockHealth clockHealthIndicator(ClockSkew skew, WorkerProperties settings) {
        return new ClockHealth(skew, settings.clock().maxSkew());
    }

    private static Supplier<KafkaStreams.@Nullable State> state(StreamsBuilderFactoryBean streams) {
        return () -> {
            KafkaStreams running = streams.getKafkaStreams();
            return running == null ? null : running.state();
        };
    }
}
