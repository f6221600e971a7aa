package io.docsagent.worker.ingress;

import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * Gives every record the present as its time, whatever its publisher wrote, and keeps in a header what Kafka Streams
 * does not show a processor: the time that was written, and the leader's epoch.
 *
 * <p>Kafka Streams stops at a negative time, and moves its own time with one in the future.
 */
final class OriginalMetadata implements TimestampExtractor {

    static final String HEADER = "docs-agent-internal-metadata";

    /** The epoch of a record whose broker names none, as in Kafka's own batches. */
    static final int NO_EPOCH = -1;

    private final InstantSource clock;

    OriginalMetadata(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        byte[] kept = ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                .putLong(record.timestamp())
                .putInt(record.leaderEpoch().orElse(NO_EPOCH))
                .array();
        record.headers().add(HEADER, kept);
        return clock.millis();
    }

    /** What the record's publisher wrote: the last header of that name is ours. */
    static long timestamp(Headers extracted) {
        return kept(extracted).getLong(0);
    }

    /** The epoch of the leader that appended the record. */
    static int leaderEpoch(Headers extracted) {
        return kept(extracted).getInt(Long.BYTES);
    }

    private static ByteBuffer kept(Headers extracted) {
        return ByteBuffer.wrap(extracted.lastHeader(HEADER).value());
    }

    /** The headers as received: without ours, but with a publisher's of the same name. */
    static Headers received(Headers extracted) {
        List<Header> headers = new ArrayList<>(List.of(extracted.toArray()));
        int last = headers.size() - 1;
        while (!headers.get(last).key().equals(HEADER)) {
            last--;
        }
        headers.remove(last);
        return new RecordHeaders(headers);
    }
}
