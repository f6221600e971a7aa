package io.docsagent.worker.engine;

import static io.docsagent.worker.engine.AdminCall.await;

import io.docsagent.worker.WorkerCannotStartException;
import io.docsagent.worker.WorkerProperties.TopicSettings;
import io.docsagent.worker.engine.AdminCall.Result;
import io.docsagent.worker.engine.RecordSizes.Need;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates missing topics, never changes existing ones, and refuses those that do not fit. */
final class TopicSetup {

    private static final Logger log = LoggerFactory.getLogger(TopicSetup.class);

    private static final DescribeTopicsOptions WITH_RIGHTS =
            new DescribeTopicsOptions().includeAuthorizedOperations(true);
    private static final Duration COMPACTION_LAG = Duration.ofHours(1);
    private static final Duration DESCRIBE_INTERVAL = Duration.ofMillis(50);

    private final TopicSettings settings;
    private final RecordSizes sizes;
    private final String applicationId;

    /** @param applicationId of Kafka Streams, with which its own topics begin */
    TopicSetup(TopicSettings settings, RecordSizes sizes, String applicationId) {
        this.settings = settings;
        this.sizes = sizes;
        this.applicationId = applicationId;
    }

    /**
     * Creates and checks.
     *
     * @return the largest record, in bytes, that the dead letters take
     * @throws WorkerCannotStartException with what to do, where the worker cannot run on the topics
     */
    int prepare(Admin admin) {
        create(admin);
        List<String> misfits = new ArrayList<>();
        Map<String, TopicDescription> found = describe(admin);
        checkPartitions(found, misfits);
        checkRights(found, misfits);
        refuse(misfits);
        List<Need> needs = sizes.needs(settings, applicationId).toList();
        TopicConfigs configs = configs(admin, needs.stream().map(Need::topic).toList(), found.keySet(), misfits);
        checkAppendTime(configs, misfits);
        checkCompaction(configs, misfits);
        needs.forEach(need -> checkRoom(need, configs, misfits));
        refuse(misfits);
        return (int) Math.min(configs.maxMessageBytes(settings.requestsDlt()), RecordSizes.USUAL);
    }

    private static void refuse(List<String> misfits) {
        if (!misfits.isEmpty()) {
            throw new WorkerCannotStartException(String.join(System.lineSeparator(), misfits));
        }
    }

    private void create(Admin admin) {
        Set<String> existing = await("list topics", admin.listTopics().names());
        for (NewTopic topic : wanted()) {
            if (existing.contains(topic.name())) {
                continue;
            }
            switch (AdminCall.result(
                    "create topic " + topic.name(),
                    admin.createTopics(List.of(topic)).all())) {
                case Result.Done<Void> done ->
                    log.atInfo().addKeyValue("topic", topic.name()).log("Created a missing topic");
                case Result.Refused<Void> refused -> refused(topic, refused);
            }
        }
    }

    private void refused(NewTopic topic, Result.Refused<Void> refused) {
        if (refused.cause() instanceof AuthorizationException) {
            throw new WorkerCannotStartException(
                    "The worker's Kafka user cannot see the topic " + topic.name()
                            + " and may not create it. Give it the right " + rights().get(topic.name())
                            + " on the existing topic, or CREATE.",
                    refused.cause());
        }
        // Another replica may have been faster.
        if (!(refused.cause() instanceof TopicExistsException)) {
            throw refused.asFailure();
        }
    }

    private List<NewTopic> wanted() {
        List<NewTopic> wanted = new ArrayList<>(List.of(
                topic(settings.requests())
                        .configs(sizes.request() > RecordSizes.BROKERS_DEFAULT ? room(sizes.request()) : Map.of()),
                topic(settings.inputs())
                        .configs(Map.of(
                                TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                                "LogAppendTime",
                                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                                Long.toString(RecordSizes.madeFor(sizes.input())))),
                topic(settings.calls()).configs(room(sizes.call())),
                topic(settings.jobStatus()).configs(room(sizes.event())),
                topic(settings.requestsDlt()).configs(room(sizes.deadLetter()))));
        if (settings.names().publishesCommands()) {
            wanted.add(topic(settings.commands())
                    .configs(Map.of(
                            TopicConfig.CLEANUP_POLICY_CONFIG,
                            TopicConfig.CLEANUP_POLICY_COMPACT,
                            // A reader that keeps up sees every record, also those that are deleted at once.
                            TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG,
                            Long.toString(COMPACTION_LAG.toMillis()),
                            TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                            Long.toString(RecordSizes.madeFor(sizes.commandRecord())))));
        }
        return wanted;
    }

    private static Map<String, String> room(long need) {
        return Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Long.toString(RecordSizes.madeFor(need)));
    }

    private NewTopic topic(String name) {
        short replication = settings.replication();
        return new NewTopic(
                name,
                Optional.of(settings.partitions()),
                replication == -1 ? Optional.empty() : Optional.of(replication));
    }

    /** A topic that was just created is not yet known to every broker. */
    private Map<String, TopicDescription> describe(Admin admin) {
        Collection<String> names = wanted().stream().map(NewTopic::name).toList();
        long deadline = System.nanoTime() + AdminCall.TIMEOUT.toNanos();
        while (true) {
            switch (AdminCall.result(
                    "describe the topics",
                    admin.describeTopics(names, WITH_RIGHTS).allTopicNames())) {
                case Result.Done<Map<String, TopicDescription>> done -> {
                    return done.value();
                }
                case Result.Refused<Map<String, TopicDescription>> refused -> {
                    if (!(refused.cause() instanceof UnknownTopicOrPartitionException)
                            || System.nanoTime() > deadline) {
                        throw refused.asFailure();
                    }
                    LockSupport.parkNanos(DESCRIBE_INTERVAL.toNanos());
                }
            }
        }
    }

    /** Another broker answers this request, perhaps, and may know later of a topic that was just created. */
    private static TopicConfigs configs(Admin admin, List<String> topics, Set<String> existing, List<String> misfits) {
        Set<String> missing = new HashSet<>(topics);
        missing.retainAll(existing);
        long deadline = System.nanoTime() + AdminCall.TIMEOUT.toNanos();
        while (true) {
            TopicConfigs configs = TopicConfigs.read(admin, topics, misfits);
            refuse(misfits);
            missing.removeAll(configs.byTopic().keySet());
            if (missing.isEmpty()) {
                return configs;
            }
            if (System.nanoTime() > deadline) {
                throw new WorkerCannotStartException("A broker does not know the settings of " + missing
                        + " " + AdminCall.TIMEOUT.toSeconds()
                        + " s after another one knew the topics. Check that all brokers are up and in one cluster.");
            }
            LockSupport.parkNanos(DESCRIBE_INTERVAL.toNanos());
        }
    }

    private void checkPartitions(Map<String, TopicDescription> found, List<String> misfits) {
        for (String name : List.of(settings.inputs(), settings.calls())) {
            int partitions =
                    Objects.requireNonNull(found.get(name)).partitions().size();
            if (partitions != settings.partitions()) {
                misfits.add("Topic " + name + " has " + partitions + " partitions, but docs-agent.topics.partitions is "
                        + settings.partitions() + ". Set docs-agent.topics.partitions to " + partitions
                        + "; a project's owner follows from it, so it never changes once the worker has run.");
            }
        }
    }

    /** Reports every missing right, and not only the first one that makes something fail. */
    private void checkRights(Map<String, TopicDescription> found, List<String> misfits) {
        rights().forEach((name, operations) -> {
            Set<AclOperation> given = Objects.requireNonNull(found.get(name)).authorizedOperations();
            operations.stream()
                    .filter(operation -> !given.contains(operation))
                    .forEach(operation -> misfits.add("The worker's Kafka user lacks the right " + operation
                            + " on topic " + name + ". Run: kafka-acls.sh --add --allow-principal User:... --topic "
                            + name + " --operation " + operation));
        });
    }

    private Map<String, List<AclOperation>> rights() {
        Map<String, List<AclOperation>> needed = new LinkedHashMap<>();
        needed.put(settings.requests(), List.of(AclOperation.READ));
        needed.put(settings.inputs(), List.of(AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        needed.put(settings.calls(), List.of(AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        needed.put(settings.jobStatus(), List.of(AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        if (settings.names().publishesCommands()) {
            needed.put(settings.commands(), List.of(AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        }
        needed.put(settings.requestsDlt(), List.of(AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        return needed;
    }

    private void checkAppendTime(TopicConfigs configs, List<String> misfits) {
        String type = configs.value(settings.inputs(), TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG);
        if (!"LogAppendTime".equals(type)) {
            misfits.add("Topic " + settings.inputs() + " has message.timestamp.type=" + type
                    + ", but the worker's only clock is the broker's append time. Run: kafka-configs.sh --alter"
                    + " --topic " + settings.inputs() + " --add-config message.timestamp.type=LogAppendTime");
        }
    }

    private void checkCompaction(TopicConfigs configs, List<String> misfits) {
        if (!settings.names().publishesCommands()) {
            return;
        }
        String policy = configs.value(settings.commands(), TopicConfig.CLEANUP_POLICY_CONFIG);
        if (!policy.contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            misfits.add("Topic " + settings.commands() + " has cleanup.policy=" + policy
                    + ", so it would lose the state of commands or never end growing. Run: kafka-configs.sh --alter"
                    + " --topic " + settings.commands() + " --add-config cleanup.policy=compact");
        }
    }

    /** A record that cannot be produced would stop the engine for good, so every possible record must fit. */
    private static void checkRoom(Need need, TopicConfigs configs, List<String> misfits) {
        if (need.bytes() > RecordSizes.LARGEST) {
            misfits.add("Records of up to " + need.bytes() + " bytes could go to topic " + need.topic()
                    + ", but the worker sends at most " + RecordSizes.LARGEST + ". Lower " + need.setting() + ".");
        } else if (configs.has(need.topic()) && configs.maxMessageBytes(need.topic()) < need.bytes()) {
            misfits.add("Topic " + need.topic() + " takes records of " + configs.maxMessageBytes(need.topic())
                    + " bytes, but the settings allow for records of " + need.bytes()
                    + ". Run: kafka-configs.sh --alter --topic " + need.topic() + " --add-config max.message.bytes="
                    + RecordSizes.madeFor(need.bytes()) + ", or lower " + need.setting() + ".");
        }
    }
}
