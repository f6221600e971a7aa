package io.docsagent.worker.harness;

import io.docsagent.worker.WorkerApplication;
import io.docsagent.worker.sandbox.Sandbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.ThreadMetadata;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.kafka.config.StreamsBuilderFactoryBean;

/** The worker as its users run it, in this JVM, on topics of its own. */
public final class RunningWorker implements AutoCloseable {

    public static final String KEY = "test-key";

    private final Broker broker;
    private final String prefix;
    private final List<String> settings;
    private ConfigurableApplicationContext context;

    private RunningWorker(Broker broker, String prefix, List<String> settings) {
        this.broker = broker;
        this.prefix = prefix;
        this.settings = settings;
        this.context = run();
    }

    public static RunningWorker start(Broker broker, Sandbox sandbox, String... settings) {
        return start(broker, sandbox, newPrefix(), settings);
    }

    /** For names that no other test uses. */
    public static String newPrefix() {
        return "t" + UUID.randomUUID().toString().substring(0, 8);
    }

    /** Before a service that is not the sandbox. */
    public static RunningWorker start(Broker broker, String baseUrl, String... settings) {
        String prefix = newPrefix();
        List<String> all = new ArrayList<>(settingsOf(prefix, baseUrl));
        all.addAll(List.of(settings));
        return new RunningWorker(broker, prefix, all);
    }

    /** With all names as they are by default for this installation, which ends with a dot. */
    public static RunningWorker ofInstallation(Broker broker, Sandbox sandbox, String installation) {
        return new RunningWorker(
                broker,
                installation + "docs-agent",
                List.of(
                        "docs-agent.installation=" + installation,
                        "docs-agent.api.base-url=" + sandbox.baseUrl(),
                        "docs-agent.api.key=" + KEY,
                        "docs-agent.topics.partitions=3",
                        "docs-agent.poll.min-interval=200ms",
                        "management.server.port=0",
                        "server.port=0"));
    }

    /** @param prefix of the names of its topics and groups */
    public static RunningWorker start(Broker broker, Sandbox sandbox, String prefix, String[] settings) {
        List<String> all = new ArrayList<>(settingsOf(prefix, sandbox));
        if (List.of(settings).stream().noneMatch(setting -> setting.startsWith("docs-agent.api.key"))) {
            all.add("docs-agent.api.key=" + KEY);
        }
        // Of two values for one setting, Spring would make a list.
        for (String setting : settings) {
            all.removeIf(usual -> usual.startsWith(setting.substring(0, setting.indexOf('=') + 1)));
        }
        all.addAll(List.of(settings));
        return new RunningWorker(broker, prefix, all);
    }

    public static List<String> settingsOf(String prefix, Sandbox sandbox) {
        return settingsOf(prefix, sandbox.baseUrl().toString());
    }

    private static List<String> settingsOf(String prefix, String baseUrl) {
        return List.of(
                "docs-agent.api.base-url=" + baseUrl,
                "docs-agent.topics.requests=" + prefix + ".requests",
                "docs-agent.topics.inputs=" + prefix + ".inputs",
                "docs-agent.topics.calls=" + prefix + ".calls",
                "docs-agent.topics.job-status=" + prefix + ".job-status",
                "docs-agent.topics.commands=" + prefix + ".commands",
                "docs-agent.topics.requests-dlt=" + prefix + ".requests-dlt",
                "docs-agent.topics.operations=" + prefix + ".operations",
                "docs-agent.topics.operations-dlt=" + prefix + ".operations-dlt",
                "docs-agent.topics.pull-requests=" + prefix + ".pull-requests",
                "docs-agent.topics.partitions=3",
                "docs-agent.poll.min-interval=200ms",
                "spring.kafka.consumer.group-id=" + gatewayGroup(prefix),
                "spring.kafka.streams.application-id=" + prefix,
                "management.server.port=0",
                "server.port=0");
    }

    /** As the end of its process would, it also ends threads of Kafka Streams that have not stopped in time. */
    public void stop() {
        List<String> streamThreads = streams().metadataForLocalThreads().stream()
                .map(ThreadMetadata::threadName)
                .toList();
        context.close();
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> streamThreads.contains(thread.getName()))
                .forEach(Thread::interrupt);
    }

    /** @param changed settings that have other values from now on */
    public void startAgain(String... changed) {
        for (String setting : changed) {
            settings.removeIf(usual -> usual.startsWith(setting.substring(0, setting.indexOf('=') + 1)));
            settings.add(setting);
        }
        context = run();
    }

    /** What the names of all its topics begin with. */
    public String prefix() {
        return prefix;
    }

    public String topic(String name) {
        return prefix + "." + name;
    }

    /** Of the engine and ingress. */
    public String group() {
        return prefix;
    }

    public String gatewayGroup() {
        return gatewayGroup(prefix);
    }

    private static String gatewayGroup(String prefix) {
        return prefix + "-gateway";
    }

    public Broker broker() {
        return broker;
    }

    public KafkaStreams streams() {
        return Objects.requireNonNull(
                context.getBean(StreamsBuilderFactoryBean.class).getKafkaStreams());
    }

    /** The offset up to which the engine or ingress has read a partition; 0 where it has read none. */
    public long committed(Admin admin, TopicPartition partition) {
        OffsetAndMetadata offset = Waiting.resultOf(
                        admin.listConsumerGroupOffsets(group()).partitionsToOffsetAndMetadata())
                .get(partition);
        return offset == null ? 0 : offset.offset();
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    @Override
    public void close() {
        if (context.isActive()) {
            stop();
        }
    }

    /** One at a time: Spring Boot sets up logging for the whole JVM. */
    private ConfigurableApplicationContext run() {
        synchronized (RunningWorker.class) {
            return new SpringApplicationBuilder(WorkerApplication.class, broker.connection(), OwnEventLoops.class)
                    .run(settings.stream().map(setting -> "--" + setting).toArray(String[]::new));
        }
    }

    /** Those that all contexts share end with the first that is closed, and every management port with them. */
    static class OwnEventLoops {
        @Bean
        public ReactorResourceFactory eventLoops() {
            ReactorResourceFactory loops = new ReactorResourceFactory();
            loops.setUseGlobalResources(false);
            return loops;
        }
    }
}
