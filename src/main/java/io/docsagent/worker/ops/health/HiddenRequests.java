package io.docsagent.worker.ops.health;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.context.SmartLifecycle;

/** Shows what open transactions hide on each partition of the publishers' topics, and for how long. */
public final class HiddenRequests implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(HiddenRequests.class);

    private static final long TIMEOUT_SECONDS = 20;

    private final Supplier<Admin> connect;
    private final Collection<String> topics;
    private final String group;
    private final UnreadRequests unread;
    private final Duration interval;
    private final MeterRegistry registry;
    private final MultiGauge records;
    private final MultiGauge durations;
    private boolean failed;
    private volatile Map<TopicPartition, Hidden> latest = Map.of();
    private @Nullable Admin admin;
    private @Nullable ScheduledExecutorService timer;

    /**
     * What read_committed readers do not see of a partition.
     *
     * @param from the first hidden offset, where the oldest open transaction begins
     * @param since when that transaction was first seen to hide something, by the registry's monotonic clock; null where
     *     nothing is hidden
     */
    private record Hidden(long from, long records, @Nullable Long since) {
        static final Hidden NOTHING = new Hidden(-1, 0, null);
    }

    /** @param group that reads the topics */
    public HiddenRequests(
            Supplier<Admin> connect,
            Collection<String> topics,
            String group,
            UnreadRequests unread,
            Duration interval,
            MeterRegistry registry) {
        this.connect = connect;
        this.topics = topics;
        this.group = group;
        this.unread = unread;
        this.interval = interval;
        this.registry = registry;
        this.records = MultiGauge.builder("docs.agent.requests.hidden.records")
                .description("Records behind an open transaction of a publisher")
                .baseUnit("records")
                .register(registry);
        this.durations = MultiGauge.builder("docs.agent.requests.hidden")
                .description("For how long the same open transaction has hidden records")
                .baseUnit("seconds")
                .register(registry);
    }

    /** Runs after the topics were created. */
    @Override
    public void start() {
        Admin kafka = connect.get();
        ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("hidden-requests").factory());
        admin = kafka;
        timer = schedule;
        var unused =
                schedule.scheduleWithFixedDelay(() -> refresh(kafka), 0, interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A failure must not end the schedule: until the next success the gauges show the last values. */
    private void refresh(Admin kafka) {
        try {
            show(measure(kafka));
            failed = false;
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            log.atLevel(failed ? Level.DEBUG : Level.WARN)
                    .addKeyValue("error", e.toString())
                    .log(
                            "Could not determine whether requests are hidden or unread; the last values stay until it is possible again");
            failed = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Map<TopicPartition, Hidden> measure(Admin kafka)
            throws ExecutionException, TimeoutException, InterruptedException {
        List<TopicPartition> partitions = await(kafka.describeTopics(topics).allTopicNames()).values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .toList();
        // In this order: what is written between the two is visible only to the second, and so hides nothing.
        Map<TopicPartition, Long> written = ends(kafka, partitions, IsolationLevel.READ_UNCOMMITTED);
        Map<TopicPartition, Long> visible = ends(kafka, partitions, IsolationLevel.READ_COMMITTED);
        unread.seen(readUpTo(kafka), visible);
        Map<TopicPartition, Hidden> found = new HashMap<>();
        written.forEach((partition, end) -> {
            long from = visible.getOrDefault(partition, end);
            found.put(partition, end > from ? hidden(partition, from, end) : Hidden.NOTHING);
        });
        return found;
    }

    private Hidden hidden(TopicPartition partition, long from, long end) {
        Hidden before = latest.getOrDefault(partition, Hidden.NOTHING);
        Long since = before.from() == from ? before.since() : null;
        return new Hidden(from, end - from, since == null ? now() : since);
    }

    private Map<TopicPartition, Long> ends(Admin kafka, List<TopicPartition> partitions, IsolationLevel isolation)
            throws ExecutionException, TimeoutException, InterruptedException {
        Map<TopicPartition, OffsetSpec> ends =
                partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        return await(kafka.listOffsets(ends, new ListOffsetsOptions(isolation)).all()).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().offset()));
    }

    /** Without partitions of which nothing was read yet. */
    private Map<TopicPartition, Long> readUpTo(Admin kafka)
            throws ExecutionException, TimeoutException, InterruptedException {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        await(kafka.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((partition, read) -> {
                    if (read != null) {
                        offsets.put(partition, read.offset());
                    }
                });
        return offsets;
    }

    private static <T> T await(KafkaFuture<T> answer)
            throws ExecutionException, TimeoutException, InterruptedException {
        return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    private void show(Map<TopicPartition, Hidden> found) {
        latest = found;
        records.register(rows(Hidden::records));
        durations.register(rows(this::seconds));
    }

    private double seconds(Hidden hidden) {
        Long since = hidden.since();
        return since == null ? 0 : (now() - since) / 1e9;
    }

    private List<Row<?>> rows(ToDoubleFunction<Hidden> value) {
        List<Row<?>> rows = new ArrayList<>();
        for (TopicPartition partition : latest.keySet()) {
            rows.add(Row.of(
                    Tags.of("topic", partition.topic(), "partition", Integer.toString(partition.partition())),
                    this,
                    meters -> value.applyAsDouble(meters.latest.getOrDefault(partition, Hidden.NOTHING))));
        }
        return rows;
    }

    private long now() {
        return registry.config().clock().monotonicTime();
    }

    @Override
    public void stop() {
        if (timer != null && admin != null) {
            timer.shutdownNow();
            admin.close(Duration.ZERO);
            timer = null;
        }
    }

    @Override
    public boolean isRunning() {
        return timer != null;
    }
}
