package io.docsagent.worker.gateway.call;

import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.GatewayRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.BatchConsumerAwareMessageListener;

/** Handles each request at most once: it commits first, and starts only what that commit covered. */
final class CallListener implements BatchConsumerAwareMessageListener<byte[], byte[]> {

    private static final Logger log = LoggerFactory.getLogger(CallListener.class);
    private static final Format<GatewayRequest> REQUEST = Format.of(GatewayRequest.class);

    /** For a whole batch except its last commit; short, because rebalances and shutdowns wait for it. */
    private static final Duration BATCH_TIMEOUT = Duration.ofSeconds(1);

    private static final Duration COMMIT_TIMEOUT = Duration.ofSeconds(5);

    private final CallGate gate;
    private final CallExecutor executor;
    private final GatewayObserver observer;
    private final DeniedRights.Client rights;

    CallListener(CallGate gate, CallExecutor executor, GatewayObserver observer, DeniedRights.Client rights) {
        this.gate = gate;
        this.executor = executor;
        this.observer = observer;
        this.rights = rights;
    }

    @Override
    public void onMessage(List<ConsumerRecord<byte[], byte[]>> records, @Nullable Consumer<?, ?> consumer) {
        process(records, Objects.requireNonNull(consumer, "the container passes its consumer"));
    }

    private void process(List<ConsumerRecord<byte[], byte[]>> records, Consumer<?, ?> consumer) {
        List<ReceivedRecord> received = new ArrayList<>(records.size());
        Format.UnknownFormatException unreadable = decode(records, received);
        long deadline = gate.nanoTime() + BATCH_TIMEOUT.toNanos();
        int done = 0;
        while (done < received.size()) {
            int end = enter(received, done, deadline);
            if (end == done) {
                rewind(consumer, records.subList(done, records.size()));
                return;
            }
            List<ReceivedRecord> entered = received.subList(done, end);
            if (!commit(consumer, records.subList(done, end))) {
                entered.forEach(record -> record.cancel(gate));
                rewind(consumer, records.subList(done, records.size()));
                return;
            }
            entered.forEach(this::begin);
            done = end;
        }
        if (unreadable != null) {
            rewind(consumer, records.subList(done, records.size()));
            throw unreadable;
        }
    }

    private void begin(ReceivedRecord received) {
        if (received.request() != null) {
            executor.begin(received.request());
            return;
        }
        observer.recordMalformed();
        log.atError()
                .addKeyValue("partition", received.at())
                .addKeyValue("offset", received.offset())
                .log("A record on the calls topic is malformed and was skipped; nothing was sent for it. If it was a"
                        + " call, its command ends as unknown. Check who else can write to the topic.");
    }

    /** Decodes up to the first record that only a newer release can read, since that one must not be skipped. */
    private static Format.@Nullable UnknownFormatException decode(
            List<ConsumerRecord<byte[], byte[]>> records, List<ReceivedRecord> received) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            try {
                received.add(ReceivedRecord.of(record));
            } catch (Format.UnknownFormatException e) {
                return e;
            }
        }
        return null;
    }

    /** The end of the requests that may begin now: at least one, unless none is admitted in time. */
    private int enter(List<ReceivedRecord> received, int from, long deadline) {
        boolean outOfTime = from > 0 && gate.nanoTime() > deadline;
        if (outOfTime || !received.get(from).enterBefore(gate, deadline)) {
            return from;
        }
        int end = from + 1;
        while (end < received.size() && received.get(end).tryEnter(gate)) {
            end++;
        }
        return end;
    }

    /**
     * True only where the broker has confirmed that the partitions are this instance's and the records will not be
     * delivered again.
     */
    private boolean commit(Consumer<?, ?> consumer, List<ConsumerRecord<byte[], byte[]>> records) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            offsets.put(partition(record), new OffsetAndMetadata(record.offset() + 1));
        }
        try {
            consumer.commitSync(offsets, COMMIT_TIMEOUT);
            return true;
        } catch (RuntimeException e) {
            // Costs only time: the owner of the partition gets the records again.
            observer.commitFailed(records.size());
            if (!rights.failed(e, "READ")) {
                log.atWarn()
                        .addKeyValue("calls", records.size())
                        .addKeyValue("offsets", offsets)
                        .log("A commit failed, so its calls were not made: {}", e.toString());
            }
            return false;
        }
    }

    /** Seeks back to the first of these records on each partition that is still assigned. */
    private static void rewind(Consumer<?, ?> consumer, List<ConsumerRecord<byte[], byte[]>> records) {
        Map<TopicPartition, Long> first = new HashMap<>();
        records.forEach(record -> first.putIfAbsent(partition(record), record.offset()));
        first.keySet().retainAll(consumer.assignment());
        first.forEach(consumer::seek);
    }

    private static TopicPartition partition(ConsumerRecord<byte[], byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }

    /**
     * A record as it was delivered.
     *
     * @param request null where the record is malformed
     */
    private record ReceivedRecord(
            TopicPartition at, long offset, @Nullable GatewayRequest request) {

        static ReceivedRecord of(ConsumerRecord<byte[], byte[]> record) {
            GatewayRequest request;
            try {
                request = REQUEST.read(record.value() == null ? new byte[0] : record.value());
            } catch (Format.MalformedRecordException e) {
                request = null;
            }
            return new ReceivedRecord(partition(record), record.offset(), request);
        }

        boolean tryEnter(CallGate gate) {
            return request == null || gate.tryEnter(request);
        }

        boolean enterBefore(CallGate gate, long deadline) {
            return request == null || gate.enterBefore(request, deadline);
        }

        void cancel(CallGate gate) {
            if (request != null) {
                gate.cancel(request);
            }
        }
    }
}
