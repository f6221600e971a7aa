package io.docsagent.worker.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.harness.CapturesOutput;
import io.docsagent.worker.harness.KafkaCluster;
import io.docsagent.worker.harness.KafkaNode;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;

/** A setting of Kafka that is changed under a running worker shows, loses nothing, and can be put right. */
@CapturesOutput
class UnwritableTopicIT {

    private static final int COMMANDS = 10;
    private static final Duration TO_SHOW = Duration.ofMinutes(1);
    private static final Duration TO_FINISH = Duration.ofMinutes(2);

    @TempDir
    private Path home;

    private Sandbox sandbox;

    @BeforeEach
    void start() {
        sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
    }

    @AfterEach
    void stop() {
        sandbox.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {".job-status", "-projects-changelog"})
    void records_that_have_become_too_large_stop_the_engine_and_a_restart_names_the_topic(
            String end, CapturedOutput output) throws Exception {
        try (KafkaCluster kafka = KafkaCluster.start(home, 1);
                Admin admin = kafka.admin();
                RunningWorker worker = started(kafka)) {
            String topic = worker.prefix() + end;

            await().until(() -> admin.listTopics().names().get().contains(topic));
            set(admin, topic, TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "120");
            publish(worker);
            await().atMost(TO_SHOW).until(() -> isDead(worker));
            assertThat(output).contains("A topic accepts only smaller records than when this instance started");

            worker.stop();
            assertThatThrownBy(worker::startAgain)
                    .hasStackTraceContaining("Topic " + topic + " accepts at most 120 bytes")
                    .hasStackTraceContaining("--topic " + topic + " --add-config max.message.bytes=");
            unset(admin, topic, TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
            worker.startAgain();
            awaitPosts();
        }
    }

    @Test
    void too_few_replicas_in_sync_show_and_are_waited_for() throws Exception {
        try (KafkaCluster kafka = KafkaCluster.start(home, 3);
                Admin admin = kafka.admin();
                RunningWorker worker = started(kafka)) {
            String inputs = worker.topic("inputs");

            set(admin, inputs, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "3");
            killOne(kafka);
            publish(worker);
            await().atMost(TO_SHOW).until(() -> !isReady(worker));
            assertThat(sandbox.journal().entries())
                    .filteredOn(JournalEntry::isPost)
                    .hasSizeLessThan(COMMANDS);

            set(admin, inputs, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2");
            awaitPosts();
            await().atMost(TO_SHOW).until(() -> isReady(worker));
        }
    }

    /** Less than one record a second. */
    @Test
    void a_quota_of_the_brokers_slows_the_worker_down() throws Exception {
        try (KafkaCluster kafka = KafkaCluster.start(home, 1);
                Admin admin = kafka.admin();
                RunningWorker worker = started(kafka)) {
            allowBytesPerSecond(admin, 300);
            publish(worker);
            awaitPosts();
            assertThat(longestThrottle(worker)).as("ms").isPositive();
        }
    }

    private static double longestThrottle(RunningWorker worker) {
        return worker.streams().metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("produce-throttle-time-max"))
                .mapToDouble(metric -> (double) metric.metricValue())
                .max()
                .orElseThrow();
    }

    @Test
    void transactions_that_the_brokers_find_too_long_stop_the_engine_with_what_to_do(CapturedOutput output) {
        Map<String, String> brief = Map.of("transaction.max.timeout.ms", "20000");
        try (KafkaCluster kafka = KafkaCluster.start(home, 1, brief, KafkaNode::start);
                RunningWorker worker = started(kafka)) {
            await().atMost(TO_SHOW).until(() -> isDead(worker));
            assertThat(output).contains("Raise the former, or lower the latter with spring.kafka.streams.properties");

            worker.stop();
            worker.startAgain("spring.kafka.streams.properties.transaction.timeout.ms=20000");
            publish(worker);
            awaitPosts();
        }
    }

    private RunningWorker started(KafkaCluster kafka) {
        return RunningWorker.start(
                kafka,
                sandbox,
                "spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "docs-agent.health.stalled-after=10s",
                "docs-agent.health.kafka-silence=6s");
    }

    private static void killOne(KafkaCluster kafka) {
        KafkaNode controller = kafka.controller();
        kafka.nodes().stream()
                .filter(node -> node != controller)
                .findFirst()
                .orElseThrow()
                .process()
                .kill();
    }

    private static void publish(RunningWorker worker) {
        try (Publisher publisher = new Publisher(worker)) {
            for (int i = 0; i < COMMANDS; i++) {
                publisher.create("docs-" + i, "c", "Write page " + i);
            }
        }
    }

    private void awaitPosts() {
        await().atMost(TO_FINISH).until(() -> prompts().size() >= COMMANDS);
        assertThat(prompts()).hasSize(COMMANDS).doesNotHaveDuplicates();
    }

    private List<String> prompts() {
        return sandbox.journal().entries().stream()
                .filter(JournalEntry::isPost)
                .map(entry -> String.valueOf(entry.prompt()))
                .toList();
    }

    private static boolean isDead(RunningWorker worker) {
        return status(worker, "aliveHealthIndicator").equals(Status.DOWN);
    }

    private static boolean isReady(RunningWorker worker) {
        return status(worker, "progressHealthIndicator").equals(Status.UP);
    }

    private static Status status(RunningWorker worker, String indicator) {
        HealthIndicator health = worker.context().getBean(indicator, HealthIndicator.class);
        return Objects.requireNonNull(health.health()).getStatus();
    }

    private static void set(Admin admin, String topic, String setting, String value) {
        alter(admin, topic, new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET));
    }

    private static void unset(Admin admin, String topic, String setting) {
        alter(admin, topic, new AlterConfigOp(new ConfigEntry(setting, ""), AlterConfigOp.OpType.DELETE));
    }

    private static void alter(Admin admin, String topic, AlterConfigOp change) {
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        admin.incrementalAlterConfigs(Map.of(resource, List.of(change)))
                .all()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    /** For each client id, which the worker has several of. */
    private static void allowBytesPerSecond(Admin admin, double bytes) {
        var everyClient = new ClientQuotaEntity(Collections.singletonMap(ClientQuotaEntity.CLIENT_ID, null));
        var quota = new ClientQuotaAlteration.Op("producer_byte_rate", bytes);
        admin.alterClientQuotas(List.of(new ClientQuotaAlteration(everyClient, List.of(quota))))
                .all()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }
}
