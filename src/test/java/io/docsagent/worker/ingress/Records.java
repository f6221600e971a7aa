package io.docsagent.worker.ingress;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** Records as a publisher may leave them on the topic. */
final class Records {

    static final String TOPIC = "docs-agent.requests";
    static final int PARTITION = 3;
    static final long OFFSET = 1207;
    static final long TIMESTAMP = 1_795_251_600_123L;

    private Records() {}

    static ConsumerRecord<byte[], byte[]> plain(String value) {
        return of(bytes(value), new RecordHeaders());
    }

    static ConsumerRecord<byte[], byte[]> of(byte @Nullable [] value, Headers headers) {
        return of(bytes("key"), value, headers, TIMESTAMP);
    }

    static ConsumerRecord<byte[], byte[]> of(
            byte @Nullable [] key, byte @Nullable [] value, Headers headers, long timestamp) {
        return new ConsumerRecord<>(
                TOPIC,
                PARTITION,
                OFFSET,
                timestamp,
                TimestampType.CREATE_TIME,
                -1,
                -1,
                key,
                value,
                headers,
                Optional.empty());
    }

    /** Headers of names and values in turn. */
    static Headers headers(String... namesAndValues) {
        RecordHeaders headers = new RecordHeaders();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.add(namesAndValues[i], bytes(namesAndValues[i + 1]));
        }
        return headers;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
