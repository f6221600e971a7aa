package io.docsagent.worker.streams;

import io.docsagent.worker.topics.KafkaTopicIds;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics that the stream threads read, by Kafka's ids: a position in a deleted topic means nothing in the one that
 * was created under its name.
 *
 * <p>Kafka's consumer reads on at that position, and Kafka Streams may commit it once more after the broker has removed
 * it with the topic. So each committed offset carries the id of its topic.
 */
final class ReadTopics {

    /** How long a topic that was created again is read at a wrong position at most. */
    static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(ReadTopics.class);

    /** Between Kafka Streams' own metadata, which is Base64, and the id. */
    private static final String SEPARATOR = "@";

    private final KafkaTopicIds current;
    private final Map<TopicPartition, String> ids = new ConcurrentHashMap<>();
    private final Set<TopicPartition> outdated = ConcurrentHashMap.newKeySet();

    ReadTopics(KafkaTopicIds current) {
        this.current = current;
    }

    /**
     * A task begins to read partitions.
     *
     * @param committed with the ids, null where nothing was committed
     * @return the partitions whose committed offset is one of a deleted topic
     * @throws TopicAuthorizationException where a topic may not be seen
     */
    Set<TopicPartition> begin(Set<TopicPartition> partitions, Map<TopicPartition, OffsetAndMetadata> committed) {
        Set<String> unseen = topics(partitions);
        Map<String, String> now = current.of(unseen);
        unseen.removeAll(now.keySet());
        if (!unseen.isEmpty()) {
            throw new TopicAuthorizationException(unseen);
        }
        Set<TopicPartition> ofDeleted = new HashSet<>();
        Set<TopicPartition> createdAgain = new HashSet<>();
        for (TopicPartition partition : partitions) {
            String id = Objects.requireNonNull(now.get(partition.topic()), partition.topic());
            String before = ids.put(partition, id);
            outdated.remove(partition);
            if (isOfOther(committed.get(partition), id)) {
                ofDeleted.add(partition);
            }
            // The broker may have removed the committed offset with the topic.
            if (ofDeleted.contains(partition) || (before != null && !before.equals(id))) {
                createdAgain.add(partition);
            }
        }
        report(createdAgain);
        return ofDeleted;
    }

    /** Offsets from before the ids were committed, and those that an operator has set, have none. */
    private static boolean isOfOther(@Nullable OffsetAndMetadata committed, String id) {
        return committed != null
                && committed.metadata().contains(SEPARATOR)
                && !committed.metadata().endsWith(SEPARATOR + id);
    }

    /** As they are committed. */
    Map<TopicPartition, OffsetAndMetadata> withIds(Map<TopicPartition, OffsetAndMetadata> offsets) {
        Map<TopicPartition, OffsetAndMetadata> all = new HashMap<>();
        offsets.forEach((partition, offset) ->
                all.put(partition, with(offset, offset.metadata() + SEPARATOR + ids.get(partition))));
        return all;
    }

    /** As Kafka Streams knows them. */
    static Map<TopicPartition, OffsetAndMetadata> withoutIds(Map<TopicPartition, OffsetAndMetadata> committed) {
        Map<TopicPartition, OffsetAndMetadata> all = new HashMap<>(committed);
        all.replaceAll((partition, offset) ->
                offset == null ? null : with(offset, offset.metadata().split(SEPARATOR, 2)[0]));
        return all;
    }

    private static OffsetAndMetadata with(OffsetAndMetadata offset, String metadata) {
        return new OffsetAndMetadata(offset.offset(), offset.leaderEpoch(), metadata);
    }

    /** Asks Kafka whether a topic was created again; does not wait. */
    void compare() {
        current.ask(topics(ids.keySet()), this::compare);
    }

    private void compare(String topic, String id) {
        ids.forEach((partition, read) -> {
            if (partition.topic().equals(topic) && !read.equals(id)) {
                outdated.add(partition);
            }
        });
    }

    /** Whether some of these are read at a position of a deleted topic: they have to {@link #begin} anew. */
    boolean areOutdated(Set<TopicPartition> assigned) {
        return outdated.removeAll(assigned);
    }

    private static void report(Set<TopicPartition> partitions) {
        if (!partitions.isEmpty()) {
            log.atWarn()
                    .addKeyValue("partitions", partitions)
                    .log("A topic was deleted and created again. It is read from its beginning; unread records of the"
                            + " deleted one are lost");
        }
    }

    private static Set<String> topics(Collection<TopicPartition> partitions) {
        return partitions.stream().map(TopicPartition::topic).collect(Collectors.toCollection(HashSet::new));
    }
}
