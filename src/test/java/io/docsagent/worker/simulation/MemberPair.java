package io.docsagent.worker.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.springframework.test.util.ReflectionTestUtils;

/** A real consumer of a group, and its like in the model. */
final class MemberPair implements GroupClient.Owner {

    static final Duration HEARTBEAT = Duration.ofMillis(300);

    private final String topic;
    private final List<LogPartition> logs;
    private final KafkaConsumer<String, String> real;
    private final Object coordinator;
    private final GroupClient model;
    private final Host host;
    private final List<ConsumerRecord<String, String>> received = new ArrayList<>();
    private @Nullable CountDownLatch silence;
    private boolean isStale;

    MemberPair(
            String brokers,
            List<LogPartition> logs,
            int number,
            GroupClient.Protocol protocol,
            World world,
            Group group) {
        this.topic = logs.getFirst().topic();
        this.logs = logs;
        this.host = new Host(world, "member-" + number);
        this.model = new GroupClient(world, host, new Link(world, host), group, protocol, this);
        String assignors =
                protocol == GroupClient.Protocol.EAGER ? "org.apache.kafka.clients.consumer.RangeAssignor," : "";
        this.real = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        brokers,
                        "group.id",
                        topic,
                        "group.protocol",
                        "classic",
                        "partition.assignment.strategy",
                        assignors + "org.apache.kafka.clients.consumer.CooperativeStickyAssignor",
                        "session.timeout.ms",
                        (int) GroupModelIT.SESSION.toMillis(),
                        "heartbeat.interval.ms",
                        (int) HEARTBEAT.toMillis(),
                        "enable.auto.commit",
                        "false",
                        "auto.offset.reset",
                        "earliest"),
                new StringDeserializer(),
                new StringDeserializer());
        real.subscribe(Set.of(topic));
        Object delegate = ReflectionTestUtils.getField(real, "delegate");
        this.coordinator =
                Objects.requireNonNull(ReflectionTestUtils.getField(Objects.requireNonNull(delegate), "coordinator"));
    }

    /** Whether it does what the group wants. */
    boolean isLiving() {
        return silence == null && !isStale;
    }

    void poll() {
        real.poll(Duration.ofMillis(5)).forEach(received::add);
        model.poll();
    }

    /** As a process that was stopped: who holds the lock of its coordinator keeps its heartbeats back. */
    void fallSilent() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread.ofPlatform().daemon().start(() -> {
            synchronized (coordinator) {
                held.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        held.await();
        silence = end;
        host.freeze();
        model.fallSilent();
    }

    void awake() {
        if (silence != null) {
            silence.countDown();
            silence = null;
            host.thaw();
        }
    }

    /** It was away, and may believe that it owns what others do. */
    void isStale(boolean now) {
        isStale = now;
    }

    /** What becomes of a commit, which must be the same in both. */
    String commits(int partition, long offset) {
        TopicPartition at = new TopicPartition(topic, partition);
        String really = outcome(() -> real.commitSync(Map.of(at, new OffsetAndMetadata(offset))));
        assertThat(outcome(() -> model.commit(Map.of(logs.get(partition), offset))))
                .as("the model's commit")
                .isEqualTo(really);
        return really;
    }

    private static String outcome(Runnable commit) {
        try {
            commit.run();
            return "done";
        } catch (KafkaException e) {
            return e.getClass().getSimpleName();
        }
    }

    /** Whether both have sent their join and wait for the others. */
    boolean isJoining() {
        return Boolean.TRUE.equals(ReflectionTestUtils.invokeMethod(coordinator, "rebalanceInProgress"))
                && model.isJoining();
    }

    /** The partitions whose record before this end has been received since the last question. */
    List<Integer> receives(long[] ends) {
        poll();
        List<Integer> partitions = received.stream()
                .filter(record -> record.offset() == ends[record.partition()] - 1)
                .map(ConsumerRecord::partition)
                .toList();
        received.clear();
        return partitions;
    }

    Set<Integer> realPartitions() {
        return real.assignment().stream().map(TopicPartition::partition).collect(Collectors.toSet());
    }

    Set<Integer> modelPartitions() {
        return new HashSet<>(model.partitions());
    }

    void leave() {
        real.close();
        model.leave();
    }

    void close() {
        awake();
        real.close();
    }

    @Override
    public void revoked(Set<Integer> partitions, Runnable then) {
        then.run();
    }

    @Override
    public void assigned(Set<Integer> partitions) {}

    @Override
    public void lost(Set<Integer> partitions) {}

    @Override
    public void wake() {}

    @Override
    public String toString() {
        return host + (isLiving() ? "" : " (silent)") + " real " + realPartitions() + " model " + modelPartitions();
    }
}
