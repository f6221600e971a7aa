package io.docsagent.worker.topics;

import io.docsagent.worker.topics.AdminCall.Result;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The topics in which Kafka Streams keeps the worker's state, which it creates at its first start.
 *
 * @param partitions of those that there are, by name
 * @param missing those that there are not
 */
record Changelogs(Map<String, Integer> partitions, List<String> missing) {

    /** Kafka Streams creates all of them in one request, which a broker may learn of bit by bit. */
    private static final Duration UNTIL_ALL_ARE_KNOWN = Duration.ofSeconds(5);

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);

    static Changelogs read(Admin admin, String applicationId) {
        long deadline = System.nanoTime() + UNTIL_ALL_ARE_KNOWN.toNanos();
        Changelogs read = readOnce(admin, applicationId);
        while (read.isIncomplete() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
            read = readOnce(admin, applicationId);
        }
        return read;
    }

    private static Changelogs readOnce(Admin admin, String applicationId) {
        Map<String, Integer> partitions = new HashMap<>();
        List<String> names = StoreNames.changelogsOf(applicationId);
        boolean[] unreadable = {false};
        admin.describeTopics(names).topicNameValues().forEach((name, answer) -> {
            switch (AdminCall.result("describe topic " + name, answer)) {
                case Result.Done<TopicDescription> done ->
                    partitions.put(name, done.value().partitions().size());
                // A missing right on its own topics is reported by Kafka Streams.
                case Result.Refused<TopicDescription> refused ->
                    unreadable[0] |= !(refused.cause() instanceof UnknownTopicOrPartitionException);
            }
        });
        List<String> missing = unreadable[0]
                ? List.of()
                : names.stream().filter(name -> !partitions.containsKey(name)).toList();
        return new Changelogs(partitions, missing);
    }

    private boolean isIncomplete() {
        return !missing.isEmpty() && !partitions.isEmpty();
    }

    /** Whether state is missing that there was. */
    boolean areLost(Admin admin, String applicationId) {
        return isIncomplete() || (!missing.isEmpty() && hasRun(admin, applicationId));
    }

    private static boolean hasRun(Admin admin, String applicationId) {
        return AdminCall.result(
                                "read the offsets of group " + applicationId,
                                admin.listConsumerGroupOffsets(applicationId).partitionsToOffsetAndMetadata())
                        instanceof Result.Done<Map<TopicPartition, OffsetAndMetadata>> offsets
                && !offsets.value().isEmpty();
    }
}
