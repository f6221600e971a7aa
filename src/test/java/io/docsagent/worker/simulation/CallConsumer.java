package io.docsagent.worker.simulation;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What the listener sees of Kafka's consumer. */
final class CallConsumer extends MockConsumer<byte[], byte[]> {

    private final World world;
    private final Group group;
    private final List<LogPartition> calls;
    private final Map<Integer, Long> positions;
    private final Consumer<Map<LogPartition, Long>> committer;

    /**
     * @param positions of the partitions that it owns, by their number; changed by seeking
     * @param committer throws where the group refuses it
     */
    CallConsumer(
            World world, Broker broker, Map<Integer, Long> positions, Consumer<Map<LogPartition, Long>> committer) {
        super("none");
        this.world = world;
        this.group = broker.gateways();
        this.calls = broker.all(Broker.TOPICS.calls());
        this.positions = positions;
        this.committer = committer;
    }

    @Override
    public synchronized Set<TopicPartition> assignment() {
        Set<TopicPartition> assigned = new HashSet<>();
        positions.keySet().forEach(number -> assigned.add(new TopicPartition(Broker.TOPICS.calls(), number)));
        return assigned;
    }

    @Override
    public synchronized void seek(TopicPartition partition, long offset) {
        positions.put(partition.partition(), offset);
    }

    @Override
    public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        boolean lostOnTheWay = world.oneIn(200);
        boolean answerLost = world.oneIn(200);
        if (lostOnTheWay) {
            throw new TimeoutException("simulated");
        }
        Map<LogPartition, Long> committed = new HashMap<>();
        offsets.forEach((partition, offset) -> committed.put(calls.get(partition.partition()), offset.offset()));
        committer.accept(committed);
        if (answerLost) {
            throw new TimeoutException("simulated, though it was committed");
        }
    }

    @Override
    public synchronized Map<TopicPartition, @Nullable OffsetAndMetadata> committed(
            Set<TopicPartition> partitions, Duration timeout) {
        Map<TopicPartition, @Nullable OffsetAndMetadata> committed = new HashMap<>();
        partitions.forEach(partition -> {
            Long offset = group.committed(calls.get(partition.partition()));
            committed.put(partition, offset == null ? null : new OffsetAndMetadata(offset));
        });
        return committed;
    }

    @Override
    public synchronized Map<TopicPartition, Long> beginningOffsets(
            Collection<TopicPartition> partitions, Duration timeout) {
        Map<TopicPartition, Long> begins = new HashMap<>();
        partitions.forEach(partition ->
                begins.put(partition, calls.get(partition.partition()).begin()));
        return begins;
    }

    @Override
    public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions, Duration timeout) {
        Map<TopicPartition, Long> ends = new HashMap<>();
        partitions.forEach(partition ->
                ends.put(partition, calls.get(partition.partition()).lastStable()));
        return ends;
    }
}
