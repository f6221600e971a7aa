package io.docsagent.worker.topics;

import io.docsagent.worker.topics.AdminCall.Result;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** The settings of topics; of changelogs too, which Kafka Streams makes at its first start. */
record TopicConfigs(Map<String, Config> byTopic) {

    /** Reads those of topics that are there. */
    static TopicConfigs read(Admin admin, Collection<String> topics, List<String> misfits) {
        List<ConfigResource> resources = topics.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        Map<String, Config> found = new HashMap<>();
        admin.describeConfigs(resources).values().forEach((topic, answer) -> {
            Config config = orNull(topic.name(), answer, misfits);
            if (config != null) {
                found.put(topic.name(), config);
            }
        });
        return new TopicConfigs(found);
    }

    private static @Nullable Config orNull(String topic, KafkaFuture<Config> answer, List<String> misfits) {
        return switch (AdminCall.result("read the settings of topic " + topic, answer)) {
            case Result.Done<Config> done -> done.value();
            case Result.Refused<Config> refused -> {
                if (refused.cause() instanceof AuthorizationException) {
                    misfits.add(
                            "The worker's Kafka user lacks the right DESCRIBE_CONFIGS on topic " + topic
                                    + ". Run: kafka-acls.sh --add --allow-principal User:... --topic " + topic
                                    + " --operation DescribeConfigs; k8s/README.md lists all rights, changelogs by their common prefix.");
                } else if (!(refused.cause() instanceof UnknownTopicOrPartitionException)) {
                    throw refused.asFailure();
                }
                yield null;
            }
        };
    }

    boolean has(String topic) {
        return byTopic.containsKey(topic);
    }

    long maxMessageBytes(String topic) {
        return Long.parseLong(value(topic, TopicConfig.MAX_MESSAGE_BYTES_CONFIG));
    }

    String value(String topic, String name) {
        return Objects.requireNonNull(byTopic.get(topic), topic).get(name).value();
    }
}
