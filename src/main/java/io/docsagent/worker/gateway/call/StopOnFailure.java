package io.docsagent.worker.gateway.call;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.CommonContainerStoppingErrorHandler;
import org.springframework.kafka.listener.ListenerUtils;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * Redelivers nothing: a failure of the listener stops the gateway, and another instance may take over its partitions.
 */
final class StopOnFailure extends CommonContainerStoppingErrorHandler {

    private static final Logger log = LoggerFactory.getLogger(StopOnFailure.class);
    private static final long PAUSE_MILLIS = 1_000;

    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();

    private final CallPositions positions;

    StopOnFailure(CallPositions positions) {
        this.positions = positions;
        setStopContainerAbnormally(true);
    }

    /** Why the gateway has stopped for good; null while it has not. */
    @Nullable
    String failure() {
        return failure.get();
    }

    @Override
    public void handleBatch(
            Exception thrown,
            ConsumerRecords<?, ?> records,
            Consumer<?, ?> consumer,
            MessageListenerContainer container,
            Runnable invokeListener) {
        Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
        failure.set(String.valueOf(cause.getMessage()));
        log.error(
                "The gateway has stopped: no record was skipped, and this instance makes no further calls. {} Restart this"
                        + " instance with a release that can read the records on the calls topic.",
                cause.getMessage(),
                cause);
        super.handleBatch(thrown, records, consumer, container, invokeListener);
    }

    /** An error of a poll, such as a topic that may not be read: the next poll may succeed. */
    @Override
    public void handleOtherException(
            Exception thrown, Consumer<?, ?> consumer, MessageListenerContainer container, boolean batchListener) {
        if (thrown instanceof OffsetOutOfRangeException outOfRange && skip(consumer, outOfRange)) {
            return;
        }
        log.error("Polling the calls topic failed; retrying", thrown);
        try {
            ListenerUtils.stoppableSleep(container, PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean skip(Consumer<?, ?> consumer, OffsetOutOfRangeException outOfRange) {
        try {
            positions.skip(consumer, outOfRange.offsetOutOfRangePartitions());
            return true;
        } catch (KafkaException e) {
            // The next poll finds the same, or that the partitions are no longer ours.
            log.warn("Could not seek on the calls topic; retrying", e);
            return false;
        }
    }

    @Override
    public boolean isAckAfterHandle() {
        return false;
    }
}
