package io.docsagent.worker.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.engine.Policies;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.Right;
import io.docsagent.worker.ingress.Publishers;
import io.docsagent.worker.settings.WorkerCannotStartException;
import io.docsagent.worker.settings.WorkerProperties;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** What a real broker's topics become, and which of them are refused with what to do. */
@Order(2)
class TopicSetupTest {

    private static final int USUAL = 4 * 1024 * 1024;

    private static Admin admin;

    /** Of this test alone: no topic of another is in the way. */
    private final String prefix = "t" + UUID.randomUUID();

    private final List<String> settings = new ArrayList<>();

    @BeforeAll
    static void start() {
        admin = new EmbeddedBroker().admin();
    }

    @AfterAll
    static void stop() {
        admin.close();
    }

    @Test
    void all_that_are_missing_are_created_as_large_as_their_records() throws Exception {
        assertThat(prepare("docs-agent.topics.partitions=5")).isEqualTo(USUAL);

        for (String name : Right.TOPICS) {
            assertThat(described(name).partitions()).as(name).hasSize(5);
        }
        assertThat(configured("inputs", "message.timestamp.type")).isEqualTo("LogAppendTime");
        assertThat(configured("commands", "cleanup.policy")).isEqualTo("compact");
        assertThat(configured("commands", "min.compaction.lag.ms")).isEqualTo("3600000");
        assertThat(Right.TOPICS)
                .allSatisfy(name -> assertThat(explicitly(name, "cleanup.policy"))
                        .as("whatever the broker's default is")
                        .isEqualTo(name.equals("commands") ? "compact" : "delete"));
        for (String name : List.of("requests", "operations", "pull-requests")) {
            assertThat(configured(name, "compression.type")).as(name).isEqualTo("uncompressed");
        }
        for (String name : List.of("inputs", "calls", "job-status", "commands", "requests-dlt", "operations-dlt")) {
            assertThat(configured(name, "max.message.bytes")).as(name).isEqualTo(Integer.toString(USUAL));
        }
        assertThat(configured("inputs", "min.insync.replicas"))
                .as("more than one replica in sync would stop all writes on a single broker")
                .isEqualTo("1");
        assertThat(configured("requests", "max.message.bytes"))
                .as("the broker's own limit is enough")
                .isEqualTo(Integer.toString(RecordSizes.BROKERS_DEFAULT));
    }

    /** In a cluster, the broker that is asked next may learn later of topics that were just created. */
    @Test
    void settings_that_a_broker_does_not_know_yet_are_read_again() {
        Admin late = knowingSettingsLater();

        assertThat(prepare(late)).isEqualTo(USUAL);
    }

    /** Its first request for settings names topics that no broker knows. */
    private static Admin knowingSettingsLater() {
        AtomicBoolean first = new AtomicBoolean(true);
        return (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("describeConfigs") && first.getAndSet(false)) {
                        return admin.describeConfigs(
                                Set.of(new ConfigResource(ConfigResource.Type.TOPIC, "unknown-" + UUID.randomUUID())));
                    }
                    return method.invoke(admin, arguments);
                });
    }

    @Test
    void the_replication_that_is_set_is_taken() {
        assertThatThrownBy(() -> prepare("docs-agent.topics.replication=2"))
                .isInstanceOf(WorkerCannotStartException.class)
                .hasMessageContaining("create topic " + topic("requests"))
                .hasMessageContaining("replication factor of 2");
    }

    @Test
    void the_topics_of_all_publishers_are_created_alike() throws Exception {
        prepare(
                "docs-agent.publishers.chat.topic=" + topic("chat"),
                "docs-agent.topics.partitions=5",
                "docs-agent.requests.max-bytes=2MB");

        assertThat(described("chat").partitions()).hasSize(5);
        assertThat(configured("chat", "max.message.bytes")).isEqualTo(Integer.toString(USUAL));
    }

    @Test
    void a_publishers_topic_is_none_of_kafka_streams() {
        String changelog = prefix + "-projects-changelog";

        assertThatThrownBy(() -> prepare("docs-agent.publishers.chat.topic=" + changelog))
                .isInstanceOf(WorkerCannotStartException.class)
                .hasMessageContaining("Topic " + changelog + " is a publisher's")
                .hasMessageContaining("named " + prefix + "-<store>-changelog. Give it another name.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"requests-dlt", "operations-dlt", "pull-requests-dlt"})
    void dead_letters_are_cut_to_what_their_topic_takes(String name) throws Exception {
        create(topic(name), 3, Map.of("max.message.bytes", "2000000"));

        assertThat(prepare()).isEqualTo(2_000_000);
    }

    @Test
    void dead_letters_are_no_larger_than_usual_however_much_their_topic_takes() throws Exception {
        create(topic("requests-dlt"), 3, Map.of("max.message.bytes", "90000000"));

        assertThat(prepare()).isEqualTo(USUAL);
    }

    @Test
    void a_wrong_number_of_partitions_is_named() throws Exception {
        for (String name : List.of("inputs", "calls")) {
            create(topic(name), 5, Map.of("message.timestamp.type", "LogAppendTime"));
        }

        assertThatThrownBy(this::prepare)
                .hasMessageContaining(topic("inputs") + " has 5 partitions")
                .hasMessageContaining(topic("calls") + " has 5 partitions")
                .hasMessageContaining("Set docs-agent.topics.partitions to 5");
    }

    @Test
    void a_topic_of_the_state_that_was_raised_is_named_with_what_brings_the_others_up_to_it() throws Exception {
        create(topic("inputs"), 4, Map.of("message.timestamp.type", "LogAppendTime"));
        createState(2);

        assertThatThrownBy(this::prepare)
                .hasMessageContaining("The partitions of [" + topic("inputs") + "] were raised to 4")
                .hasMessageContaining("--topic " + prefix + "-projects-changelog --partitions 4")
                .hasMessageContaining("Never run Kafka's application reset tool")
                .message()
                .doesNotContain("Set docs-agent.topics.partitions to 4");
    }

    @Test
    void partitions_that_were_raised_for_all_topics_of_the_state_alike_are_not_used() throws Exception {
        create(topic("inputs"), 4, Map.of("message.timestamp.type", "LogAppendTime"));
        createState(4);

        assertThat(prepare()).isEqualTo(USUAL);
    }

    @Test
    void raised_partitions_of_the_calls_need_nothing() throws Exception {
        create(topic("calls"), 4, Map.of("max.message.bytes", Integer.toString(USUAL)));
        createState(2);

        assertThat(prepare()).isEqualTo(USUAL);
    }

    @Test
    void topics_that_somebody_made_again_with_fewer_partitions_are_to_be_raised() throws Exception {
        for (String name : List.of("inputs", "calls")) {
            create(topic(name), 1, Map.of("message.timestamp.type", "LogAppendTime"));
        }
        createState(2);

        assertThatThrownBy(this::prepare)
                .hasMessageContaining("--alter --topic " + topic("inputs") + " --partitions 2")
                .hasMessageContaining("--alter --topic " + topic("calls") + " --partitions 2")
                .message()
                .doesNotContain("Set it to 1");
    }

    @Test
    void a_setting_that_was_raised_with_the_topic_is_to_be_set_back() throws Exception {
        create(topic("inputs"), 4, Map.of("message.timestamp.type", "LogAppendTime"));
        create(topic("calls"), 4, Map.of("max.message.bytes", Integer.toString(USUAL)));
        createState(2);

        assertThatThrownBy(() -> prepare("docs-agent.topics.partitions=4"))
                .hasMessageContaining("there is state on 2 partitions. Set it to 2");
    }

    @Test
    void state_of_which_a_part_was_deleted_is_not_silently_made_anew() throws Exception {
        createState(2);
        admin.deleteTopics(List.of(prefix + "-seen-changelog")).all().get();

        assertThatThrownBy(this::prepare)
                .hasMessageContaining("were deleted: [" + prefix + "-seen-changelog]")
                .hasMessageContaining("docs-agent.quota.spent-until")
                .hasMessageContaining("docs-agent.dispatch.start-held");
        assertThat(prepare("docs-agent.quota.spent-until=2026-11-26T12:00:00Z")).isEqualTo(USUAL);
    }

    @Test
    void a_setting_that_was_for_lost_state_is_named_once_there_is_state_again() throws Exception {
        createState(2);

        String setting = "docs-agent.quota.spent-until=";
        assertThat(prepared(admin, setting + Instant.now().plusSeconds(3_600)).warnings())
                .isEmpty();
        assertThat(prepared(admin, setting + "2026-11-26T12:00:00Z").warnings())
                .singleElement()
                .asString()
                .startsWith("docs-agent.quota.spent-until, 2026-11-26T12:00:00Z, has passed")
                .contains("remove the setting");
    }

    private void createState(int partitions) throws Exception {
        for (String changelog : StoreNames.changelogsOf(prefix)) {
            create(changelog, partitions, Map.of("max.message.bytes", Integer.toString(USUAL)));
        }
    }

    @Test
    void other_topics_are_left_as_they_are_with_as_many_partitions_as_they_like() throws Exception {
        List<String> others = List.of("requests", "chat", "job-status", "requests-dlt", "operations", "operations-dlt");
        for (String name : others) {
            create(topic(name), 3, Map.of("max.message.bytes", Integer.toString(USUAL)));
        }

        prepare("docs-agent.publishers.chat.topic=" + topic("chat"));

        for (String name : others) {
            assertThat(described(name).partitions()).as(name).hasSize(3);
        }
    }

    @Test
    void records_that_could_be_compacted_away_before_they_are_read_are_refused() throws Exception {
        List<String> read = List.of(
                "requests", "chat", "inputs", "calls", "job-status", "requests-dlt", "operations", "operations-dlt");
        for (String name : read) {
            create(
                    topic(name),
                    2,
                    Map.of("cleanup.policy", "compact,delete", "message.timestamp.type", "LogAppendTime"));
        }

        assertThatThrownBy(() -> prepare("docs-agent.publishers.chat.topic=" + topic("chat")))
                .hasMessageContaining("--add-config cleanup.policy=delete")
                .message()
                .contains(read.stream()
                        .map(name -> topic(name) + " has cleanup.policy=compact,delete")
                        .toList());
    }

    @Test
    void records_that_may_be_far_larger_than_they_look_are_refused_by_the_broker() {
        prepare("docs-agent.publishers.chat.topic=" + topic("chat"));
        try (var publisher = new KafkaProducer<>(
                Map.of("bootstrap.servers", new EmbeddedBroker().bootstrapServers(), "compression.type", "gzip"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (String name : List.of("requests", "chat", "operations")) {
                assertThatThrownBy(() -> publisher
                                .send(new ProducerRecord<>(topic(name), new byte[3_000_000]))
                                .get())
                        .as(name)
                        .hasCauseInstanceOf(RecordTooLargeException.class);
            }
        }
    }

    @Test
    void topics_that_take_compressed_records_are_named() throws Exception {
        create(topic("requests"), 2, Map.of());
        create(topic("operations"), 2, Map.of("compression.type", "gzip"));

        assertThat(prepared(admin).warnings())
                .satisfiesExactlyInAnyOrder(
                        warning -> assertThat(warning)
                                .contains(topic("requests"), "--add-config compression.type=uncompressed"),
                        warning -> assertThat(warning).contains(topic("operations")));
    }

    @Test
    void records_of_commands_that_would_be_lost_or_pile_up_are_refused() throws Exception {
        create(topic("commands"), 3, Map.of("cleanup.policy", "delete"));

        assertThatThrownBy(this::prepare)
                .hasMessageContaining(topic("commands") + " has cleanup.policy=delete")
                .hasMessageContaining("--add-config cleanup.policy=compact");
    }

    @Test
    void records_of_commands_need_no_topic_where_they_are_turned_off() throws Exception {
        assertThat(prepare("docs-agent.topics.commands=")).isEqualTo(USUAL);

        assertThat(admin.listTopics().names().get()).contains(topic("calls")).doesNotContain(topic("commands"));
    }

    @Test
    void topics_too_small_for_their_records_are_named() throws Exception {
        Map<String, Integer> partitions = Map.of("calls", 2, "job-status", 3, "requests-dlt", 3, "operations-dlt", 3);
        for (var small : partitions.entrySet()) {
            create(topic(small.getKey()), small.getValue(), Map.of("max.message.bytes", "100000"));
        }

        assertThatThrownBy(this::prepare)
                .hasMessageContaining("max.message.bytes=" + USUAL)
                .message()
                .contains(partitions.keySet().stream()
                        .map(name -> topic(name) + " accepts at most 100000 bytes per record")
                        .toList());
    }

    @Test
    void a_topic_may_be_as_small_as_its_records_are_and_not_a_byte_smaller() throws Exception {
        long need = sizes().call();
        create(topic("calls"), 2, Map.of("max.message.bytes", Long.toString(need)));
        prepare();

        String smaller = topic("smaller");
        create(smaller, 2, Map.of("max.message.bytes", Long.toString(need - 1)));
        assertThatThrownBy(() -> prepare("docs-agent.topics.calls=" + smaller))
                .hasMessageContaining("the settings allow " + need + ".");
    }

    @Test
    void changelogs_too_small_for_their_stores_are_named() throws Exception {
        List<String> changelogs = Stream.of("projects", "queue", "jobs", "seen", "positions")
                .map(store -> prefix + "-" + store + "-changelog")
                .toList();
        for (String changelog : changelogs) {
            create(changelog, 2, Map.of("max.message.bytes", "20000"));
        }

        assertThatThrownBy(this::prepare)
                .hasMessageContaining("max.message.bytes=" + USUAL)
                .message()
                .contains(changelogs.stream()
                        .map(changelog -> changelog + " accepts at most 20000 bytes per record")
                        .toList());
    }

    @Test
    void a_capacity_too_large_for_the_changelog_that_is_there_is_named() throws Exception {
        String changelog = prefix + "-projects-changelog";
        create(changelog, 2, Map.of("max.message.bytes", Integer.toString(USUAL)));

        assertThatThrownBy(() -> prepare("docs-agent.projects[my.site].quota.capacity=100000"))
                .hasMessageContaining(changelog + " accepts at most " + USUAL + " bytes")
                .hasMessageContaining("lower docs-agent.quota.capacity");
    }

    @Test
    void a_limit_beyond_what_can_be_sent_at_all_is_named() {
        assertThatThrownBy(() -> prepare("docs-agent.requests.max-bytes=17MB"))
                .hasMessageContaining("the worker sends at most 16777216. Lower docs-agent.requests.max-bytes");
    }

    @Test
    void everything_that_does_not_fit_is_named_at_once() throws Exception {
        create(topic("inputs"), 2, Map.of());
        create(topic("calls"), 2, Map.of("max.message.bytes", "100000"));

        assertThatThrownBy(this::prepare)
                .hasMessageContaining(topic("inputs") + " has message.timestamp.type=CreateTime")
                .hasMessageContaining("kafka-configs.sh")
                .hasMessageContaining(topic("calls") + " accepts at most 100000 bytes per record");
    }

    private int prepare(String... more) {
        return prepare(admin, more);
    }

    private int prepare(Admin asked, String... more) {
        return prepared(asked, more).deadLetterBytes();
    }

    private TopicSetup.Prepared prepared(Admin asked, String... more) {
        settings.addAll(List.of(more));
        WorkerProperties properties = properties();
        return new TopicSetup(
                        properties.topics(),
                        Publishers.of(properties).topics(),
                        sizes(),
                        prefix,
                        properties.quota().spentUntil())
                .prepare(asked);
    }

    private RecordSizes sizes() {
        WorkerProperties properties = properties();
        return new RecordSizes(properties, new Policies(properties).all());
    }

    private WorkerProperties properties() {
        // Two partitions of each topic are made faster than the default's twelve.
        Map<String, String> all = new HashMap<>(
                Map.of("docs-agent.api.base-url", "http://localhost:1", "docs-agent.topics.partitions", "2"));
        for (String name : Right.TOPICS) {
            all.put("docs-agent.topics." + name, topic(name));
        }
        settings.forEach(setting -> {
            int equals = setting.indexOf('=');
            all.put(setting.substring(0, equals), setting.substring(equals + 1));
        });
        return new Binder(new MapConfigurationPropertySource(all)).bindOrCreate("docs-agent", WorkerProperties.class);
    }

    private String topic(String name) {
        return prefix + "." + name;
    }

    private static void create(String topic, int partitions, Map<String, String> configs)
            throws ExecutionException, InterruptedException {
        admin.createTopics(List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty()).configs(configs)))
                .all()
                .get();
    }

    private TopicDescription described(String name) throws ExecutionException, InterruptedException {
        return Objects.requireNonNull(
                admin.describeTopics(List.of(topic(name))).allTopicNames().get().get(topic(name)));
    }

    private String explicitly(String name, String config) {
        ConfigEntry entry = Objects.requireNonNull(TopicConfigs.read(admin, List.of(topic(name)), new ArrayList<>())
                        .byTopic()
                        .get(topic(name)))
                .get(config);
        return entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG ? entry.value() : "the broker's";
    }

    private String configured(String name, String config) {
        return TopicConfigs.read(admin, List.of(topic(name)), new ArrayList<>()).value(topic(name), config);
    }
}
