package io.docsagent.worker.simulation;

import io.docsagent.worker.contract.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.support.KafkaHeaders;

/** Kafka, as far as the worker leans on it: topics, transactions, compacted changelogs and consumer groups. */
final class Broker {

    static final Topics TOPICS = new Topics(
            "docs-agent.requests",
            "docs-agent.inputs",
            "docs-agent.calls",
            "docs-agent.job-status",
            "docs-agent.commands",
            "docs-agent.requests.dlt",
            "docs-agent.operations",
            "docs-agent.operations.dlt",
            "docs-agent.pull-requests");

    /** As Kafka Streams sets it: the broker aborts what is open for longer. */
    static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(30);

    /** Sessions as the worker sets them; for joining again, Kafka's default and the gateway's own. */
    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(6);

    private static final Duration HEARTBEAT = Duration.ofMillis(500);
    private static final Group.Timeouts STREAMS = new Group.Timeouts(HEARTBEAT, SESSION_TIMEOUT, Duration.ofMinutes(5));
    private static final Group.Timeouts GATEWAYS =
            new Group.Timeouts(HEARTBEAT, SESSION_TIMEOUT, Duration.ofMinutes(1));

    /** How often the broker looks for transactions that have timed out. */
    private static final Duration TIMEOUTS_EVERY = Duration.ofSeconds(10);

    private final World world;
    private final int partitions;
    private final Map<String, List<LogPartition>> topics = new TreeMap<>();
    private final Map<String, TreeMap<String, byte[]>> changelogs = new HashMap<>();
    private final Map<String, Long> largest = new HashMap<>();
    private final List<String> refusals = new ArrayList<>();
    private final List<Transaction> open = new ArrayList<>();
    private final Group streams;
    private final Group gateways;

    Broker(World world, int partitions) {
        this.world = world;
        this.partitions = partitions;
        create(List.of(
                TOPICS.requests(),
                TOPICS.inputs(),
                TOPICS.calls(),
                TOPICS.jobStatus(),
                TOPICS.commands(),
                TOPICS.requestsDlt()));
        this.streams = new Group(world, partitions, STREAMS);
        this.gateways = new Group(world, partitions, GATEWAYS);
    }

    /** Topics that there are already stay as they are. */
    void create(Collection<String> names) {
        for (String topic : names) {
            topics.putIfAbsent(
                    topic,
                    IntStream.range(0, partitions)
                            .mapToObj(number -> new LogPartition(topic, number, world::now))
                            .toList());
        }
    }

    /**
     * Whether a transaction ends before its partitions have another owner. It is Kafka's own rule, {@code exactly_once_v2},
     * on which the worker relies; without it, what a silent owner has begun takes effect later.
     */
    boolean fences() {
        return true;
    }

    boolean hasTopic(String topic) {
        return topics.containsKey(topic);
    }

    int partitions() {
        return partitions;
    }

    LogPartition partition(String topic, int number) {
        return all(topic).get(number);
    }

    List<LogPartition> all(String topic) {
        return Objects.requireNonNull(topics.get(topic), topic);
    }

    /** Every partition of every topic. */
    List<LogPartition> all() {
        return topics.values().stream().flatMap(List::stream).toList();
    }

    /** The limits of the topics and changelogs, which an operator may only raise. */
    void takes(Map<String, Long> bytes) {
        bytes.forEach((name, most) -> largest.merge(name, most, Math::max));
        topics.forEach(
                (topic, all) -> all.forEach(partition -> partition.takes(largest.getOrDefault(topic, Long.MAX_VALUE))));
    }

    /** As {@link LogPartition#append}, of a record that the worker wrote. */
    LogPartition.Entry append(
            LogPartition partition,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Headers headers,
            @Nullable Transaction transaction) {
        try {
            return partition.append(key, value, headers, transaction);
        } catch (RecordTooLargeException e) {
            refusals.add(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /** As {@link #append}, of a record of a changelog, which takes effect with its transaction. */
    void append(String store, int partition, String key, byte @Nullable [] value, Transaction transaction) {
        int size = LogPartition.sizeOf(key.getBytes(StandardCharsets.UTF_8), value, new RecordHeaders());
        if (size > largest.getOrDefault(store, Long.MAX_VALUE)) {
            String refusal = "the changelog of %s takes %d bytes, not %d".formatted(store, largest.get(store), size);
            refusals.add(refusal);
            throw new RecordTooLargeException(refusal);
        }
        Map<String, byte[]> changelog = changelog(store, partition);
        transaction.onCommit(() -> {
            if (value == null) {
                changelog.remove(key);
            } else {
                changelog.put(key, value);
            }
        });
    }

    /** What the worker wrote and no topic took, because it was too large. */
    List<String> refusals() {
        return refusals;
    }

    /** Inputs that the worker could not process and wrote to the dead letters; each of them was its own. */
    List<String> inputsSetAside() {
        byte[] inputs = TOPICS.inputs().getBytes(StandardCharsets.UTF_8);
        return all(TOPICS.requestsDlt()).stream()
                .flatMap(partition -> partition.read(0, Integer.MAX_VALUE).stream())
                .filter(entry -> {
                    Header topic = entry.headers().lastHeader(KafkaHeaders.DLT_ORIGINAL_TOPIC);
                    return topic != null && Arrays.equals(topic.value(), inputs);
                })
                .map(LogPartition.Entry::text)
                .toList();
    }

    LogPartition anyPartition() {
        return anyPartitionOf(world.oneOf(topics.keySet().toArray(new String[0])));
    }

    LogPartition anyPartitionOf(String topic) {
        return world.oneOf(all(topic).toArray(new LogPartition[0]));
    }

    /** As Kafka's own partitioner has it. */
    LogPartition partitionFor(String topic, byte @Nullable [] key) {
        int number = key == null ? 0 : Utils.toPositive(Utils.murmur2(key)) % partitions;
        return partition(topic, number);
    }

    /** Retention deletes inputs and calls of which each was read, and its offset committed. */
    void deletesWhatWasRead() {
        all(TOPICS.inputs()).forEach(partition -> deleteSome(partition, streams.committed(partition)));
        all(TOPICS.calls()).forEach(partition -> deleteSome(partition, gateways.committed(partition)));
    }

    /** Retention is too short for the calls: some have not been read, and positions are out of range. */
    void deletesCalls() {
        all(TOPICS.calls()).forEach(partition -> deleteSome(partition, partition.end()));
    }

    /** Of the calls nothing is left. */
    void deletesAllCalls() {
        all(TOPICS.calls()).forEach(partition -> partition.deleteBefore(partition.end()));
    }

    private void deleteSome(LogPartition partition, @Nullable Long before) {
        if (before != null) {
            long most = before - partition.begin() + 1;
            partition.deleteBefore(partition.begin() + world.random().nextLong(Math.max(1, most)));
        }
    }

    Group streams() {
        return streams;
    }

    Group gateways() {
        return gateways;
    }

    /** The committed content of a store's changelog. */
    NavigableMap<String, byte[]> changelog(String store, int partition) {
        return changelogs.computeIfAbsent(store + "-" + partition, none -> new TreeMap<>());
    }

    /** @param owner the member of the streams group that began it */
    Transaction begin(Group.@Nullable Member owner) {
        Transaction transaction = new Transaction(owner);
        open.removeIf(each -> !each.isOpen());
        open.add(transaction);
        if (fences()) {
            world.in(TRANSACTION_TIMEOUT.plus(world.upTo(TIMEOUTS_EVERY)), transaction::abort);
        }
        return transaction;
    }

    /** Ends what was begun by those who are no members any more, at the request of one who is. */
    void endAbandonedTransactions(Group.Member member) {
        if (fences() && streams.isMember(member)) {
            List.copyOf(open).stream()
                    .filter(each -> each.owner() != null && !streams.isMember(each.owner()))
                    .forEach(Transaction::abort);
        }
    }

    /** Whether a new owner must wait for its offsets, because another one's transaction is about to commit them. */
    boolean hasPendingOffsets(int task) {
        return fences() && open.stream().anyMatch(each -> each.isOpen() && each.hasOffsetsOf(task));
    }
}
