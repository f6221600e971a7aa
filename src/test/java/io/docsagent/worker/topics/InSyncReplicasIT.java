package io.docsagent.worker.topics;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.harness.KafkaCluster;
import io.docsagent.worker.harness.KafkaNode;
import io.docsagent.worker.harness.Right;
import io.docsagent.worker.harness.RunningWorker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With three replicas, what Kafka has acknowledged to the worker outlives any one broker. */
class InSyncReplicasIT {

    private static final Map<String, String> TWO = Map.of(InSyncReplicas.SETTING, "2");

    @TempDir
    static Path home;

    private static KafkaCluster brokers;
    private static Admin admin;

    private final String prefix = RunningWorker.newPrefix();

    @BeforeAll
    static void start() {
        // By Kafka's own default, one replica acknowledges.
        brokers = KafkaCluster.start(home, 3, Map.of(InSyncReplicas.SETTING, "1"), KafkaNode::start);
        admin = brokers.admin();
    }

    @AfterAll
    static void stop() {
        admin.close();
        brokers.close();
    }

    @Test
    void a_worker_creates_all_its_topics_and_changelogs_with_two() {
        try (RunningWorker worker = startWorker()) {
            List<String> topics = topicsOf(worker.prefix());
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> admin.listTopics().names().get().containsAll(topics));

            assertThat(topics)
                    .allSatisfy(topic -> assertThat(configured(topic)).as(topic).isEqualTo("2"));
        }
    }

    @Test
    void replication_that_is_set_for_changelogs_alone_counts_for_them() {
        try (RunningWorker worker = startWorker("spring.kafka.streams.properties.replication.factor=1")) {
            String changelog = StoreNames.changelogOf(worker.prefix(), StoreNames.PROJECTS);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> admin.listTopics().names().get().contains(changelog));

            assertThat(configured(changelog)).isEqualTo("1");
            assertThat(configured(worker.topic("inputs"))).isEqualTo("2");
        }
    }

    @ParameterizedTest
    @ValueSource(shorts = {-1, 3})
    void three_replicas_need_two_in_sync(short replication) {
        assertThat(InSyncReplicas.ofNewTopics(admin, prefix, replication)).isEqualTo(TWO);
    }

    /** Two in sync of two would stop all writes when one broker is away. */
    @ParameterizedTest
    @ValueSource(shorts = {1, 2})
    void fewer_replicas_need_no_more_than_the_default(short replication) {
        assertThat(InSyncReplicas.ofNewTopics(admin, prefix, replication)).isEmpty();
    }

    @Test
    void more_replicas_than_there_are_brokers_are_left_to_be_refused_at_the_creation() {
        assertThat(InSyncReplicas.ofNewTopics(admin, prefix, (short) 4)).isEmpty();
    }

    @Test
    void nothing_is_created_by_asking() throws Exception {
        InSyncReplicas.ofNewTopics(admin, prefix, (short) -1);

        assertThat(admin.listTopics().names().get()).noneMatch(topic -> topic.startsWith(prefix));
    }

    @Test
    void a_higher_default_of_the_brokers_is_not_lowered() throws Exception {
        setDefault("3");
        try {
            assertThat(InSyncReplicas.ofNewTopics(admin, prefix, (short) -1)).isEmpty();
        } finally {
            setDefault("1");
        }
    }

    private static void setDefault(String least) throws ExecutionException, InterruptedException {
        var everyBroker = new ConfigResource(ConfigResource.Type.BROKER, "");
        var change = new AlterConfigOp(new ConfigEntry(InSyncReplicas.SETTING, least), AlterConfigOp.OpType.SET);
        admin.incrementalAlterConfigs(Map.of(everyBroker, List.of(change)))
                .all()
                .get();
    }

    @Test
    void a_topic_and_a_changelog_of_before_are_warned_of_with_the_command_that_changes_them() {
        String topic = prefix + ".calls";
        String changelog = StoreNames.changelogOf(prefix, StoreNames.PROJECTS);
        create(topic, 3, Map.of());
        create(changelog, 3, Map.of());

        // A broker may know the changelog a moment later than another.
        Awaitility.await()
                .untilAsserted(() -> assertThat(warnings(List.of(topic), List.of(topic, changelog)))
                        .satisfiesExactly(
                                warning -> assertThat(warning)
                                        .startsWith("Topic " + changelog + " has 3 replicas")
                                        .endsWith(command(changelog)),
                                warning -> assertThat(warning)
                                        .startsWith("Topic " + topic + " has 3 replicas")
                                        .endsWith(command(topic))));
    }

    private static String command(String topic) {
        return "Run: kafka-configs.sh --bootstrap-server ... --alter --entity-type topics --entity-name " + topic
                + " --add-config min.insync.replicas=2";
    }

    @Test
    void what_has_two_in_sync_or_only_two_replicas_is_not_warned_of() {
        create(prefix + ".calls", 3, TWO);
        create(prefix + ".inputs", 2, Map.of());
        List<String> topics = List.of(prefix + ".calls", prefix + ".inputs");

        assertThat(warnings(topics, topics)).isEmpty();
    }

    /** Such as one that another instance is creating right now. */
    @Test
    void a_changelog_that_is_not_there_is_not_warned_of() throws Exception {
        String changelog = StoreNames.changelogOf(prefix, StoreNames.PROJECTS);
        create(changelog, 3, Map.of());
        TopicConfigs configs = configs(List.of(changelog));
        admin.deleteTopics(List.of(changelog)).all().get();
        Awaitility.await().until(() -> !admin.listTopics().names().get().contains(changelog));

        assertThat(InSyncReplicas.warnings(admin, Map.of(), configs)).isEmpty();
    }

    private static List<String> warnings(List<String> topics, List<String> withSettings) {
        Map<String, TopicDescription> described = Awaitility.await()
                .ignoreExceptions()
                .until(() -> admin.describeTopics(topics).allTopicNames().get(), all -> all.size() == topics.size());
        return InSyncReplicas.warnings(admin, described, configs(withSettings));
    }

    /** Once the broker that is asked knows the topics. */
    private static TopicConfigs configs(List<String> topics) {
        return Awaitility.await()
                .until(
                        () -> TopicConfigs.read(admin, topics, new ArrayList<>()),
                        configs -> topics.stream().allMatch(configs::has));
    }

    private static RunningWorker startWorker(String... more) {
        List<String> settings = new ArrayList<>(List.of(more));
        settings.add("spring.kafka.bootstrap-servers=" + brokers.bootstrapServers());
        settings.add("docs-agent.api.key=" + RunningWorker.KEY);
        return RunningWorker.start(brokers, "http://localhost:1", settings.toArray(String[]::new));
    }

    private static List<String> topicsOf(String prefix) {
        return Stream.concat(
                        Right.TOPICS.stream().map(name -> prefix + "." + name),
                        Stream.of(
                                        StoreNames.PROJECTS,
                                        StoreNames.QUEUE,
                                        StoreNames.JOBS,
                                        StoreNames.SEEN,
                                        StoreNames.INSTALLATION,
                                        StoreNames.POSITIONS)
                                .map(store -> StoreNames.changelogOf(prefix, store)))
                .toList();
    }

    private static String configured(String topic) {
        return configs(List.of(topic)).value(topic, InSyncReplicas.SETTING);
    }

    private static void create(String topic, int replication, Map<String, String> configs) {
        brokers.create(new NewTopic(topic, Optional.of(1), Optional.of((short) replication)).configs(configs));
    }
}
