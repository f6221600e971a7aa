package io.docsagent.worker.gateway.call;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/**
 * Where consumption of a partition begins: at its committed offset or, where that is lost or out of range, at its end.
 *
 * <p>Without the offset it is not known which calls of a partition were sent, so none of them is sent again. What lies
 * beyond its end, as a {@code read_committed} consumer sees it, was never delivered to any gateway. Nothing is
 * published about the calls that are skipped, since no commit has made them this instance's: the engine queries their
 * outcome, and the answer is "unknown".
 */
final class CallPositions implements ConsumerAwareRebalanceListener {

    private static final Logger log = LoggerFactory.getLogger(CallPositions.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

    /**
     * Runs within a poll, before anything is fetched.
     *
     * <p>While Kafka is unavailable this does not return, because a partition without a position would stop the
     * container. It ends when Kafka answers, even where the partitions belong to another instance by then (the commit
     * is refused, and the next poll finds out), or with a {@link WakeupException} when the container stops.
     */
    @Override
    public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> assigned) {
        if (assigned.isEmpty()) {
            return;
        }
        Set<TopicPartition> partitions = Set.copyOf(assigned);
        Map<TopicPartition, @Nullable OffsetAndMetadata> committed =
                untilAnswered(() -> consumer.committed(partitions, TIMEOUT));
        Map<TopicPartition, Long> begins = untilAnswered(() -> consumer.beginningOffsets(partitions, TIMEOUT));
        Map<TopicPartition, Long> ends = untilAnswered(() -> consumer.endOffsets(partitions, TIMEOUT));
        Map<TopicPartition, Long> lost = new HashMap<>();
        ends.forEach((partition, end) -> {
            OffsetAndMetadata offset = committed.get(partition);
            if (offset == null || offset.offset() < begins.getOrDefault(partition, 0L) || offset.offset() > end) {
                lost.put(partition, end);
            }
        });
        if (!lost.isEmpty()) {
            lost.forEach(consumer::seek);
            untilAnswered(() -> commit(consumer, lost));
            report(lost, committed);
        }
        log.info("Consuming calls from partitions: {}", assigned);
    }

    /** The same for partitions whose position a poll found out of range; may fail. */
    void skip(Consumer<?, ?> consumer, Map<TopicPartition, Long> outOfRange) {
        Map<TopicPartition, @Nullable OffsetAndMetadata> positions = new HashMap<>();
        outOfRange.forEach((partition, position) -> positions.put(partition, new OffsetAndMetadata(position)));
        positions.keySet().retainAll(consumer.assignment());
        Map<TopicPartition, Long> ends = consumer.endOffsets(positions.keySet(), TIMEOUT);
        ends.forEach(consumer::seek);
        boolean unused = commit(consumer, ends);
        report(ends, positions);
    }

    /**
     * Commits the new positions, so that a restart skips nothing more.
     *
     * <p>A refused commit costs no more than that: every instance commits before it sends.
     */
    private static boolean commit(Consumer<?, ?> consumer, Map<TopicPartition, Long> positions) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        positions.forEach((partition, position) -> offsets.put(partition, new OffsetAndMetadata(position)));
        try {
            consumer.commitSync(offsets, TIMEOUT);
            return true;
        } catch (RetriableException | WakeupException | InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            log.atWarn()
                    .addKeyValue("positions", positions)
                    .log("Could not commit the initial offsets on the calls topic: {}", e.toString());
            return false;
        }
    }

    private static void report(
            Map<TopicPartition, Long> skippedTo, Map<TopicPartition, @Nullable OffsetAndMetadata> before) {
        skippedTo.forEach((partition, end) -> {
            OffsetAndMetadata offset = before.get(partition);
            if (offset == null && end == 0) {
                return;
            }
            log.atWarn()
                    .addKeyValue("partition", partition)
                    .addKeyValue("skippedTo", end)
                    .log(
                            "{}: which calls of the partition were sent is unknown, so those in it now are not sent."
                                    + " Commands whose calls had no outcome end as unknown (no_trace).",
                            offset == null
                                    ? "The gateway's group has no committed offset"
                                    : "The gateway's offset " + offset.offset() + " is out of range");
        });
    }

    private static <T> T untilAnswered(Supplier<T> question) {
        while (true) {
            try {
                return question.get();
            } catch (RetriableException | AuthorizationException e) {
                log.warn("Could not determine the positions on the calls topic; retrying", e);
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(BETWEEN_TRIES);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
