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
 * Gives every record the present as its time, whatever its publisher wrote, and keeps what was written in a header.
 *
 * <p>Kafka Streams shows a processor the extracted time only, stops at a negative one, and moves its own time with one
 * in the future.
 */
final class OriginalTimestamp implements TimestampExtractor {

    static final String HEADER = "docs-agent-internal-timestamp";

    private final InstantSource clock;

    OriginalTimestamp(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        byte[] written =
                ByteBuffer.allocate(Long.BYTES).putLong(record.timestamp()).array();
        record.headers().add(HEADER, written);
        return clock.millis();
    }

    /** What the record's publisher wrote: the last header of that name is ours. */
    static long of(Headers extracted) {
        return ByteBuffer.wrap(extracted.lastHeader(HEADER).value()).getLong();
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
