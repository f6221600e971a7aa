package io.docsagent.worker.simulation;

import io.docsagent.worker.message.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Kafka, as far as the worker leans on it: topics, transactions, compacted changelogs and consumer groups. */
final class Broker {

    static final Topics TOPICS = new Topics(
            "docs-agent.requests",
            "docs-agent.inputs",
            "docs-agent.calls",
            "docs-agent.job-status",
            "docs-agent.requests.dlt");

    /** As Kafka Streams sets it: the broker aborts what is open for longer. */
    static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);

    /** Sessions as the worker sets them; for joining again, Kafka's default and the gateway's own. */
    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration HEARTBEAT = Duration.ofSeconds(3);
    private static final Group.Timeouts STREAMS = new Group.Timeouts(HEARTBEAT, SESSION_TIMEOUT, Duration.ofMinutes(5));
    private static final Group.Timeouts GATEWAYS =
            new Group.Timeouts(HEARTBEAT, SESSION_TIMEOUT, Duration.ofMinutes(1));

    private final World world;
    private final int partitions;
    private final Map<String, List<LogPartition>> topics = new HashMap<>();
    private final Map<String, TreeMap<String, byte[]>> changelogs = new HashMap<>();
    private final List<Transaction> open = new ArrayList<>();
    private final Group streams;
    private final Group gateways;

    Broker(World world, int partitions) {
        this.world = world;
        this.partitions = partitions;
        for (String topic :
                List.of(TOPICS.requests(), TOPICS.inputs(), TOPICS.calls(), TOPICS.jobStatus(), TOPICS.requestsDlt())) {
            topics.put(
                    topic,
                    IntStream.range(0, partitions)
                            .mapToObj(number -> new LogPartition(topic, number, world::now))
                            .toList());
        }
        this.streams = new Group(world, partitions, STREAMS);
        this.gateways = new Group(world, partitions, GATEWAYS);
    }

    /**
     * Whether a transaction ends before its partitions have another owner. It is Kafka's own rule, {@code exactly_once_v2},
     * on which the worker relies; without it, what a silent owner has begun takes effect later.
     */
    boolean fences() {
        return true;
    }

    int partitions() {
        return partitions;
    }

    LogPartition partition(String topic, int number) {
        return all(topic).get(number);
    }

    List<LogPartition> all(String topic) {
        return java.util.Objects.requireNonNull(topics.get(topic), topic);
    }

    /** Every partition of every topic. */
    List<LogPartition> all() {
        return topics.values().stream().flatMap(List::stream).toList();
    }

    /** As Kafka's own partitioner has it. */
    LogPartition partitionFor(String topic, byte @Nullable [] key) {
        int number = key == null ? 0 : Utils.toPositive(Utils.murmur2(key)) % partitions;
        return partition(topic, number);
    }

    Group streams() {
        return streams;
    }

    Group gateways() {
        return gateways;
    }

    /** The committed content of a store's changelog. */
    Map<String, byte[]> changelog(String store, int partition) {
        return changelogs.computeIfAbsent(store + "-" + partition, none -> new TreeMap<>());
    }

    Transaction begin() {
        Transaction transaction = new Transaction();
        open.removeIf(each -> !each.isOpen());
        open.add(transaction);
        if (fences()) {
            world.in(TRANSACTION_TIMEOUT, transaction::abort);
        }
        return transaction;
    }

    /** Whether a new owner must wait for its offsets, because another one's transaction is about to commit them. */
    boolean hasPendingOffsets(int task) {
        return fences() && open.stream().anyMatch(each -> each.isOpen() && each.hasOffsetsOf(task));
    }
}
