package io.docsagent.worker.topics;

import io.docsagent.worker.settings.TopicSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The topics that the worker needs, as it creates them where they are missing.
 *
 * @param requests the topics of all publishers
 */
record WantedTopics(TopicSettings settings, Collection<String> requests, RecordSizes sizes) {

    private static final Duration COMPACTION_LAG = Duration.ofHours(1);

    List<NewTopic> list() {
        List<NewTopic> wanted = new ArrayList<>();
        for (String name : requests) {
            wanted.add(read(name, sizes.request() > RecordSizes.BROKERS_DEFAULT ? room(sizes.request()) : Map.of()));
        }
        wanted.addAll(List.of(
                topic(
                        settings.inputs(),
                        with(room(sizes.input()), TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime")),
                topic(settings.calls(), room(sizes.call())),
                topic(settings.jobStatus(), room(sizes.event())),
                topic(settings.requestsDlt(), room(sizes.deadLetter())),
                read(settings.operations(), Map.of()),
                topic(settings.operationsDlt(), room(sizes.deadLetter()))));
        if (settings.names().readsPullRequests()) {
            wanted.add(read(settings.pullRequests(), Map.of()));
            wanted.add(topic(settings.names().pullRequestsDlt(), room(sizes.deadLetter())));
        }
        if (settings.names().publishesCommands()) {
            Map<String, String> configs = with(
                    room(sizes.commandRecord()), TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
            // A reader that keeps up sees every record, also those that are deleted at once.
            configs.put(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, Long.toString(COMPACTION_LAG.toMillis()));
            wanted.add(topic(settings.commands(), configs));
        }
        return wanted;
    }

    private static Map<String, String> room(long need) {
        return Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Long.toString(RecordSizes.madeFor(need)));
    }

    private static Map<String, String> with(Map<String, String> configs, String name, String value) {
        Map<String, String> all = new HashMap<>(configs);
        all.putIfAbsent(name, value);
        return all;
    }

    /** One that others write to. */
    private NewTopic read(String name, Map<String, String> configs) {
        return topic(name, with(configs, TopicConfig.COMPRESSION_TYPE_CONFIG, TopicChecks.UNCOMPRESSED));
    }

    /** The broker's default may be to compact. */
    private NewTopic topic(String name, Map<String, String> configs) {
        return new NewTopic(name, Optional.of(settings.partitions()), InSyncReplicas.factor(settings.replication()))
                .configs(with(configs, TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE));
    }
}
