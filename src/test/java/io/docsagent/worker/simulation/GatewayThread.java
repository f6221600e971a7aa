package io.docsagent.worker.simulation;

import io.docsagent.worker.gateway.call.GatewayParts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
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
    private final TreeMap<Integer, Long> positions = new TreeMap<>();
    private final CallConsumer consumer;
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
        this.consumer = new CallConsumer(
                world,
                broker,
                positions,
                offsets -> Objects.requireNonNull(client).commit(offsets));
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
        world.note(host, () -> "consumes calls from " + positions);
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
            world.note(host, () -> "skips calls of " + outOfRange + " to " + positions);
            wake();
            return;
        }
        List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
        Map<Integer, Long> before = Map.copyOf(positions);
        positions.replaceAll((number, position) -> {
            List<LogPartition.Entry> entries = calls(number).read(position, MOST_RECORDS);
            entries.forEach(entry -> batch.add(record(number, entry)));
            // Where nothing more is to be read, markers are passed as well.
            return entries.size() == MOST_RECORDS
                    ? entries.getLast().offset() + 1
                    : Math.max(position, calls(number).lastStable());
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
                Optional.empty());
    }
}
