package io.docsagent.worker.ingress;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** How many bytes a record takes on its way to the broker, never too few. */
final class RecordSize {

    /** A batch's head has 61 bytes, a record's own numbers at most 37. */
    private static final int OVERHEAD = 128;

    /** Two lengths of at most 5 bytes. */
    private static final int HEADER_OVERHEAD = 10;

    private RecordSize() {}

    static long upperBound(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        return OVERHEAD + length(key) + length(value) + of(headers);
    }

    static long of(Headers headers) {
        long size = 0;
        for (Header header : headers) {
            int name = header.key().getBytes(StandardCharsets.UTF_8).length;
            size += HEADER_OVERHEAD + name + length(header.value());
        }
        return size;
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
