package io.docsagent.worker.topics;

import io.docsagent.worker.settings.TopicSettings;
import io.docsagent.worker.topics.RecordSizes.Need;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Whether the worker can run on the topics that there are.
 *
 * @param requests the topics of all publishers
 * @param misfits receives what is wrong, with what to do
 */
record TopicChecks(TopicSettings settings, Collection<String> requests, List<String> misfits) {

    /** Of {@code compression.type}: publishers may compress what they send, and the broker does not keep it so. */
    static final String UNCOMPRESSED = "uncompressed";

    /** Those of Kafka Streams are made later, and by itself. */
    void requests(String applicationId) {
        requests.stream()
                .filter(name -> name.startsWith(applicationId + "-") && name.endsWith("-changelog"))
                .forEach(name -> misfits.add("Topic " + name
                        + " is a publisher's (docs-agent.publishers.<name>.topic), but the worker keeps its state in topics"
                        + " named " + applicationId + "-<store>-changelog. Give it another name."));
    }

    /**
     * Projects move with the number of partitions, and their state does not: so it must be as in the settings, but may be
     * more where somebody raised it for all topics alike, since the worker does not use what is beyond.
     */
    void partitions(Map<String, TopicDescription> found, Map<String, Integer> changelogs) {
        if (changelogs.isEmpty()) {
            partitionsOfFirstStart(found);
            return;
        }
        int first = Collections.min(changelogs.values());
        if (settings.partitions() > first) {
            misfits.add("docs-agent.topics.partitions is " + settings.partitions() + ", but there is state on " + first
                    + " partitions. Set it to " + first + ", even if a topic was given more partitions.");
        }
        // Calls have no state, so more partitions of theirs need nothing.
        if (partitionsOf(found, settings.calls()) < settings.partitions()) {
            misfits.add("Topic " + settings.calls() + " has " + partitionsOf(found, settings.calls())
                    + " partitions, but docs-agent.topics.partitions is " + settings.partitions() + ". Run:"
                    + System.lineSeparator() + raise(settings.calls(), settings.partitions()));
        }
        Map<String, Integer> withState = new TreeMap<>(changelogs);
        withState.put(settings.inputs(), partitionsOf(found, settings.inputs()));
        altered(withState);
    }

    private void altered(Map<String, Integer> withState) {
        int most = Collections.max(withState.values());
        List<String> behind = withState.entrySet().stream()
                .filter(topic -> topic.getValue() < most)
                .map(Map.Entry::getKey)
                .toList();
        if (behind.isEmpty()) {
            return;
        }
        List<String> raised = withState.keySet().stream()
                .filter(name -> !behind.contains(name))
                .toList();
        String commands =
                behind.stream().map(name -> raise(name, most)).collect(Collectors.joining(System.lineSeparator()));
        misfits.add("The partitions of " + raised + " were raised to " + most + ", but those of " + behind
                + " were not. Nothing is lost: the worker does not use the new ones. Leave"
                + " docs-agent.topics.partitions as it was. Never run Kafka's application reset tool"
                + " (kafka-streams-application-reset.sh, StreamsResetter), even though Kafka Streams suggests it: it"
                + " deletes queues, quota and jobs. Stop all instances, run the following, and start them again:"
                + System.lineSeparator() + commands);
    }

    private static String raise(String topic, int partitions) {
        return "  kafka-topics.sh --bootstrap-server ... --alter --topic " + topic + " --partitions " + partitions;
    }

    private static int partitionsOf(Map<String, TopicDescription> found, String topic) {
        return Objects.requireNonNull(found.get(topic)).partitions().size();
    }

    private void partitionsOfFirstStart(Map<String, TopicDescription> found) {
        for (String name : List.of(settings.inputs(), settings.calls())) {
            int partitions = partitionsOf(found, name);
            if (partitions != settings.partitions()) {
                misfits.add("Topic " + name + " has " + partitions + " partitions, but docs-agent.topics.partitions is "
                        + settings.partitions() + ". Set docs-agent.topics.partitions to " + partitions
                        + "; it determines each project's owner, so never change it once the worker has run.");
            }
        }
    }

    /** Reports every missing right, and not only the first one that makes something fail. */
    void rights(Map<String, TopicDescription> found) {
        rights().forEach((name, operations) -> {
            Set<AclOperation> given = Objects.requireNonNull(found.get(name)).authorizedOperations();
            operations.stream()
                    .filter(operation -> !given.contains(operation))
                    .forEach(operation -> misfits.add("The worker's Kafka user lacks the right " + operation
                            + " on topic " + name + ". Run: kafka-acls.sh --add --allow-principal User:... --topic "
                            + name + " --operation " + operation));
        });
    }

    /** What the worker needs on each topic. */
    Map<String, List<AclOperation>> rights() {
        Map<String, List<AclOperation>> needed = new LinkedHashMap<>();
        requests.forEach(name -> needed.put(name, List.of(AclOperation.READ)));
        needed.put(settings.inputs(), List.of(AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        needed.put(settings.calls(), List.of(AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        needed.put(settings.jobStatus(), List.of(AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        if (settings.names().publishesCommands()) {
            needed.put(settings.commands(), List.of(AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        }
        needed.put(settings.requestsDlt(), List.of(AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        needed.put(settings.operations(), List.of(AclOperation.READ));
        needed.put(settings.operationsDlt(), List.of(AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        if (settings.names().readsPullRequests()) {
            needed.put(settings.pullRequests(), List.of(AclOperation.READ));
            needed.put(settings.names().pullRequestsDlt(), List.of(AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        }
        return needed;
    }

    void appendTime(TopicConfigs configs) {
        String type = configs.value(settings.inputs(), TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG);
        if (!"LogAppendTime".equals(type)) {
            misfits.add("Topic " + settings.inputs() + " has message.timestamp.type=" + type
                    + ", but the worker's only clock is the broker's append time. Run: kafka-configs.sh --alter"
                    + " --topic " + settings.inputs() + " --add-config message.timestamp.type=LogAppendTime");
        }
    }

    /** Compaction keeps one record of each key, and takes none without a key. */
    void compaction(TopicConfigs configs) {
        rights().keySet().stream()
                .filter(name -> !name.equals(settings.commands()) && configs.has(name))
                .filter(name -> configs.value(name, TopicConfig.CLEANUP_POLICY_CONFIG)
                        .contains(TopicConfig.CLEANUP_POLICY_COMPACT))
                .forEach(name -> misfits.add("Topic " + name + " has cleanup.policy="
                        + configs.value(name, TopicConfig.CLEANUP_POLICY_CONFIG)
                        + ", so unread records would be lost. Run: kafka-configs.sh --alter --topic "
                        + name + " --add-config cleanup.policy=delete"));
        if (!settings.names().publishesCommands()) {
            return;
        }
        String policy = configs.value(settings.commands(), TopicConfig.CLEANUP_POLICY_CONFIG);
        if (!policy.contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            misfits.add("Topic " + settings.commands() + " has cleanup.policy=" + policy
                    + ", so records of remembered commands would be deleted, or those of forgotten ones kept. Run:"
                    + " kafka-configs.sh --alter --topic " + settings.commands()
                    + " --add-config cleanup.policy=compact");
        }
    }

    /**
     * Warns of topics to which others may write records that Kafka's consumer decompresses as a whole, however large
     * they are then: 500 KB may be 500 MB. A broker that stores them decompressed refuses what is too large.
     */
    List<String> compression(TopicConfigs configs) {
        return Stream.concat(requests.stream(), Stream.of(settings.operations(), settings.pullRequests()))
                .filter(configs::has)
                .filter(name -> !configs.value(name, TopicConfig.COMPRESSION_TYPE_CONFIG)
                        .equals(UNCOMPRESSED))
                .map(name -> "Topic " + name + " accepts compressed records, and one that is huge when decompressed"
                        + " crashes every instance that reads it. Run: kafka-configs.sh --bootstrap-server ..."
                        + " --alter --entity-type topics --entity-name " + name + " --add-config compression.type="
                        + UNCOMPRESSED)
                .toList();
    }

    /** A record that cannot be produced would stop the engine for good, so every possible record must fit. */
    void room(Need need, TopicConfigs configs) {
        if (need.bytes() > RecordSizes.LARGEST) {
            misfits.add("Records of up to " + need.bytes() + " bytes could go to topic " + need.topic()
                    + ", but the worker sends at most " + RecordSizes.LARGEST + ". Lower " + need.setting() + ".");
        } else if (configs.has(need.topic()) && configs.maxMessageBytes(need.topic()) < need.bytes()) {
            misfits.add("Topic " + need.topic() + " accepts at most " + configs.maxMessageBytes(need.topic())
                    + " bytes per record, but the settings allow " + need.bytes()
                    + ". Run: kafka-configs.sh --alter --topic " + need.topic() + " --add-config max.message.bytes="
                    + RecordSizes.madeFor(need.bytes()) + ", or lower " + need.setting() + ".");
        }
    }
}
