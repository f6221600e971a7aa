package io.docsagent.worker.ops.health;

import java.time.Duration;
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
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.context.SmartLifecycle;

/** Asks Kafka how far the publishers' topics were read, and where they end. */
public final class RequestOffsets implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(RequestOffsets.class);

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** Less, so that the answers for other partitions count where one has none. */
    private static final Duration PARTITION_TIMEOUT = Duration.ofSeconds(15);

    private final Supplier<Admin> connect;
    private final Collection<String> topics;
    private final String group;
    private final UnreadRequests unread;
    private final Duration interval;
    private boolean failed;
    private @Nullable Admin admin;
    private @Nullable ScheduledExecutorService timer;

    /**
     * @param group that reads the topics
     * @param unread is told what was found
     */
    public RequestOffsets(
            Supplier<Admin> connect,
            Collection<String> topics,
            String group,
            UnreadRequests unread,
            Duration interval) {
        this.connect = connect;
        this.topics = topics;
        this.group = group;
        this.unread = unread;
        this.interval = interval;
    }

    /** Runs after the topics were created. */
    @Override
    public void start() {
        Admin kafka = connect.get();
        ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("request-offsets").factory());
        admin = kafka;
        timer = schedule;
        var unused =
                schedule.scheduleWithFixedDelay(() -> refresh(kafka), 0, interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A failure must not end the schedule: until the next success the last offsets count. */
    private void refresh(Admin kafka) {
        try {
            // In this order: what is read between the two must not seem to be unread.
            Map<TopicPartition, Long> ends = ends(kafka);
            unread.seen(readUpTo(kafka), ends);
            failed = false;
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            log.atLevel(failed ? Level.DEBUG : Level.WARN)
                    .addKeyValue("error", e.toString())
                    .log("Could not determine whether requests are unread; the last known values are kept");
            failed = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** As a reader of committed records sees them; without partitions that have no leader, which nobody can read. */
    private Map<TopicPartition, Long> ends(Admin kafka)
            throws ExecutionException, TimeoutException, InterruptedException {
        List<TopicPartition> partitions = await(kafka.describeTopics(topics).allTopicNames()).values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .toList();
        ListOffsetsResult answers = kafka.listOffsets(
                partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest())),
                new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs((int) PARTITION_TIMEOUT.toMillis()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        ExecutionException unknown = null;
        for (TopicPartition partition : partitions) {
            try {
                ends.put(partition, await(answers.partitionResult(partition)).offset());
            } catch (ExecutionException e) {
                log.debug("The end of partition {} is unknown", partition, e);
                unknown = e;
            }
        }
        if (ends.isEmpty() && unknown != null) {
            throw unknown;
        }
        return ends;
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
        return answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
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
