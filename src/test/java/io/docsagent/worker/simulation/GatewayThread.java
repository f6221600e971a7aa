package io.docsagent.worker.simulation;

import io.docsagent.worker.gateway.call.GatewayParts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** The thread of one instance that consumes calls: polls, and hands the batches to the production listener. */
final class GatewayThread implements GroupClient.Owner, SmartLifecycle {

    private static final int MOST_RECORDS = 50;

    private final World world;
    private final Host host;
    private final Broker broker;
    private final Link link;
    private final Release release;
    private final GatewayParts gateway;
    private final Runnable onFailure;
    private final CallConsumer consumer = new CallConsumer();
    private final TreeMap<Integer, Long> positions = new TreeMap<>();
    private final Runnable wakeUp = this::wake;
    private final SmartLifecycle consumption;
    private @Nullable GroupClient client;
    private boolean scheduled;

    GatewayThread(
            World world,
            Host host,
            Broker broker,
            Link link,
            Release release,
            GatewayParts gateway,
            Runnable onFailure) {
        this.release = release;
        this.onFailure = onFailure;
        this.world = world;
        this.host = host;
        this.broker = broker;
        this.link = link;
        this.gateway = gateway;
        this.consumption = gateway.consumption(this);
    }

    @Override
    public String toString() {
        return host.toString();
    }

    /** Consumes while this instance may send. */
    void begin() {
        consumption.start();
    }

    @Override
    public void start() {
        client = new GroupClient(world, host, link, broker.gateways(), GroupClient.Protocol.EAGER, this);
        wake();
    }

    @Override
    public void stop() {
        world.note(host, () -> "stops consuming calls");
        lost(Set.copyOf(positions.keySet()));
        Objects.requireNonNull(client).leave();
        client = null;
    }

    @Override
    public boolean isRunning() {
        return client != null;
    }

    void fallSilent() {
        if (client != null) {
            client.fallSilent();
        }
    }

    private LogPartition calls(int number) {
        return broker.partition(Broker.TOPICS.calls(), number);
    }

    @Override
    public void assigned(Set<Integer> partitions) {
        List<TopicPartition> own = new ArrayList<>();
        for (int number : partitions.stream().sorted().toList()) {
            Long committed = broker.gateways().committed(calls(number));
            positions.put(number, committed == null ? -1 : committed);
            own.add(new TopicPartition(Broker.TOPICS.calls(), number));
            calls(number).addReader(wakeUp);
        }
        gateway.assigned(consumer, own);
        wake();
    }

    @Override
    public void revoked(Set<Integer> partitions, Runnable then) {
        partitions.forEach(this::drop);
        then.run();
    }

    @Override
    public void lost(Set<Integer> partitions) {
        partitions.forEach(this::drop);
    }

    private void drop(int number) {
        calls(number).removeReader(wakeUp);
        positions.remove(number);
    }

    @Override
    public void wake() {
        wakeIn(world.between(Duration.ofMillis(1), Duration.ofMillis(5)));
    }

    private void wakeIn(Duration delay) {
        if (!scheduled) {
            scheduled = true;
            var unused = host.in(delay, this::poll);
        }
    }

    private void poll() {
        scheduled = false;
        if (!link.isUp()) {
            wakeIn(Duration.ofMillis(500));
            return;
        }
        if (client == null) {
            return;
        }
        client.poll();
        Map<TopicPartition, Long> outOfRange = outOfRange();
        if (!outOfRange.isEmpty()) {
            gateway.outOfRange(consumer, outOfRange);
            wake();
            return;
        }
        List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
        Map<Integer, Long> before = Map.copyOf(positions);
        positions.replaceAll((number, position) -> {
            List<LogPartition.Entry> entries = calls(number).read(position, MOST_RECORDS);
            entries.forEach(entry -> batch.add(record(number, entry)));
            return entries.isEmpty() ? position : entries.getLast().offset() + 1;
        });
        if (batch.isEmpty()) {
            return;
        }
        world.note(
                host,
                () -> "gets " + batch.size() + " calls: "
                        + batch.stream()
                                .map(call -> new String(call.value(), StandardCharsets.UTF_8))
                                .toList());
        host.pausePoint();
        if (!gateway.deliver(batch, consumer)) {
            stop();
            onFailure.run();
            return;
        }
        // What the listener has put back is tried again after a while.
        boolean putBack = positions.equals(before);
        wakeIn(putBack ? Duration.ofSeconds(1) : Duration.ofMillis(2));
    }

    private Map<TopicPartition, Long> outOfRange() {
        Map<TopicPartition, Long> outOfRange = new HashMap<>();
        positions.forEach((number, position) -> {
            if (position < calls(number).begin() || position > calls(number).end()) {
                outOfRange.put(new TopicPartition(Broker.TOPICS.calls(), number), position);
            }
        });
        return outOfRange;
    }

    private ConsumerRecord<byte[], byte[]> record(int number, LogPartition.Entry entry) {
        return new ConsumerRecord<>(
                Broker.TOPICS.calls(),
                number,
                entry.offset(),
                entry.appendedAt().toEpochMilli(),
                TimestampType.LOG_APPEND_TIME,
                0,
                0,
                entry.key(),
                release.reads(entry.value()),
                new RecordHeaders(),
                java.util.Optional.empty());
    }

    /** What the listener sees of Kafka's consumer. */
    private final class CallConsumer extends MockConsumer<byte[], byte[]> {

        CallConsumer() {
            super("none");
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
            offsets.forEach((partition, offset) -> committed.put(calls(partition.partition()), offset.offset()));
            Objects.requireNonNull(client).commit(committed);
            if (answerLost) {
                throw new TimeoutException("simulated, though it was committed");
            }
        }

        @Override
        public synchronized Map<TopicPartition, @Nullable OffsetAndMetadata> committed(
                Set<TopicPartition> partitions, Duration timeout) {
            Map<TopicPartition, @Nullable OffsetAndMetadata> committed = new HashMap<>();
            partitions.forEach(partition -> {
                Long offset = broker.gateways().committed(calls(partition.partition()));
                committed.put(partition, offset == null ? null : new OffsetAndMetadata(offset));
            });
            return committed;
        }

        @Override
        public synchronized Map<TopicPartition, Long> beginningOffsets(
                Collection<TopicPartition> partitions, Duration timeout) {
            Map<TopicPartition, Long> begins = new HashMap<>();
            partitions.forEach(partition ->
                    begins.put(partition, calls(partition.partition()).begin()));
            return begins;
        }

        @Override
        public synchronized Map<TopicPartition, Long> endOffsets(
                Collection<TopicPartition> partitions, Duration timeout) {
            Map<TopicPartition, Long> ends = new HashMap<>();
            partitions.forEach(partition ->
                    ends.put(partition, calls(partition.partition()).lastStable()));
            return ends;
        }
    }
}
