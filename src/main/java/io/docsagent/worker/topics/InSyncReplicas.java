package io.docsagent.worker.topics;

import io.docsagent.worker.topics.AdminCall.Result;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.TopicConfig;

/**
 * How many replicas must have a record before Kafka acknowledges it: at least two, wherever there are three or more.
 * With Kafka's own default of one, a use of the quota that was acknowledged may be lost with a single broker.
 */
final class InSyncReplicas {

    static final String SETTING = TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG;

    /** With fewer replicas, the loss of one broker would stop all writes. */
    private static final int REPLICATION = 3;

    private static final int LEAST = 2;
    private static final String ASK = "ask how new topics are replicated";

    private InSyncReplicas() {}

    /**
     * The settings with which topics are to be created: none where they have fewer replicas, or the brokers' default is
     * enough.
     *
     * @param applicationId of Kafka Streams: topics whose names begin with it the worker may create and read the settings
     *     of, which asking needs
     * @param replication with which they will be created; -1 is the brokers' default
     */
    static Map<String, String> ofNewTopics(Admin admin, String applicationId, short replication) {
        String name = applicationId + "-replication";
        // Only the controller knows the default, and returns it for a creation that is only validated.
        CreateTopicsResult answer = admin.createTopics(
                List.of(new NewTopic(name, Optional.of(1), factor(replication))),
                new CreateTopicsOptions().validateOnly(true));
        // Refused where such a topic cannot be created either, which is then reported with the topic's name.
        if (!(AdminCall.result(ASK, answer.replicationFactor(name)) instanceof Result.Done<Integer> replicas)
                || replicas.value() < REPLICATION) {
            return Map.of();
        }
        Config defaults = AdminCall.await(ASK, answer.config(name));
        boolean isEnough = Integer.parseInt(defaults.get(SETTING).value()) >= LEAST;
        return isEnough ? Map.of() : Map.of(SETTING, Integer.toString(LEAST));
    }

    /** As a new topic takes it. */
    static Optional<Short> factor(short replication) {
        return replication == -1 ? Optional.empty() : Optional.of(replication);
    }

    /**
     * What to do about topics that are there already, of which none is changed.
     *
     * @param described those of the worker; changelogs among the settings are looked up
     */
    static List<String> warnings(Admin admin, Map<String, TopicDescription> described, TopicConfigs configs) {
        Map<String, TopicDescription> all = new HashMap<>(described);
        List<String> changelogs = configs.byTopic().keySet().stream()
                .filter(name -> !described.containsKey(name))
                .toList();
        admin.describeTopics(changelogs).topicNameValues().forEach((name, answer) -> {
            // A missing right on its own topics is reported by Kafka Streams.
            if (AdminCall.result("describe topic " + name, answer) instanceof Result.Done<TopicDescription> changelog) {
                all.put(name, changelog.value());
            }
        });
        return all.values().stream()
                .filter(topic -> configs.has(topic.name()))
                .filter(topic -> replicas(topic) >= REPLICATION)
                .filter(topic -> Integer.parseInt(configs.value(topic.name(), SETTING)) < LEAST)
                .map(InSyncReplicas::warning)
                .sorted()
                .toList();
    }

    private static String warning(TopicDescription topic) {
        return "Topic " + topic.name() + " has " + replicas(topic)
                + " replicas, but Kafka acknowledges a record as soon as one of them has it, so losing one broker can"
                + " lose it. Run: kafka-configs.sh --bootstrap-server ... --alter --entity-type topics"
                + " --entity-name " + topic.name() + " --add-config " + SETTING + "=" + LEAST;
    }

    /** Of the partition that has the fewest. */
    private static int replicas(TopicDescription topic) {
        return topic.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .orElse(0);
    }
}
