package io.docsagent.worker.ingress;

import io.docsagent.worker.wire.Hash;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.support.KafkaHeaders;

/** Makes the dead letter of a record: as received, with what is wrong in Spring Kafka's standard headers behind. */
public final class DeadLetters {

    static final String LENGTH = "docs-agent-original-length";
    static final String SHA256 = "docs-agent-original-sha256";
    static final String KEY_LENGTH = "docs-agent-original-key-length";
    static final String KEY_SHA256 = "docs-agent-original-key-sha256";
    static final String HEADERS_DROPPED = "docs-agent-original-headers-dropped";

    /** A value beyond it is cut, whatever the broker would take. */
    static final int MAX_VALUE = 1024 * 1024;

    /** What remains of a value, or key, that is cut. */
    static final int KEPT = 64 * 1024;

    /** Room for a cut key and value, a long reason and all of the worker's headers. */
    public static final int LEAST_LIMIT = 3 * KEPT;

    private final int maxRecordBytes;
    private final DeadLetterLog log = new DeadLetterLog();

    /**
     * Takes the limit for whole records.
     *
     * @param maxRecordBytes what both the producer ({@code max.request.size}) and the topic
     *     ({@code max.message.bytes}) take; at least 192 KiB
     */
    public DeadLetters(int maxRecordBytes) {
        if (maxRecordBytes < LEAST_LIMIT) {
            throw new IllegalArgumentException(
                    "Dead letters need records of at least " + LEAST_LIMIT + " bytes, not " + maxRecordBytes);
        }
        this.maxRecordBytes = maxRecordBytes;
    }

    /**
     * The letter of a record that is not what its topic is for.
     *
     * @param reason a sentence without the record's content
     * @param now milliseconds; the letter's own time
     */
    public Record<byte[], byte[]> of(ConsumerRecord<byte[], byte[]> received, String reason, long now) {
        log.refused(received, reason);
        return letter(received, reason, now);
    }

    /** Logs why a record could not be read, where that is a defect of the worker. */
    void unread(ConsumerRecord<byte[], byte[]> received, RuntimeException failure) {
        log.unread(received, failure);
    }

    /** The letter of a record on which the worker failed: only the failure's type, since its message may quote the record. */
    public Record<byte[], byte[]> of(
            ConsumerRecord<byte[], byte[]> received, String projectId, RuntimeException failure, long now) {
        String reason = "internal error: " + failure.getClass().getName() + "; see the worker's log";
        log.failed(received, projectId, failure);
        return letter(received, reason, now);
    }

    /** Called once a minute: says for how many letters no line was written. */
    public void minuteEnds() {
        log.minuteEnds();
    }

    /** Gives up as little of the record as its size demands: the value first, then the key, then headers. */
    private Record<byte[], byte[]> letter(ConsumerRecord<byte[], byte[]> received, String reason, long now) {
        byte[] key = received.key();
        byte[] value = received.value();
        Headers headers = new RecordHeaders(received.headers().toArray());
        Headers ours = standard(received, reason);
        if (value != null && (value.length > MAX_VALUE || !fits(key, value, headers, ours))) {
            value = cut(value, ours, LENGTH, SHA256);
        }
        if (key != null && key.length > KEPT && !fits(key, value, headers, ours)) {
            key = cut(key, ours, KEY_LENGTH, KEY_SHA256);
        }
        if (!fits(key, value, headers, ours)) {
            text(ours, HEADERS_DROPPED, Integer.toString(headers.toArray().length));
            headers = new RecordHeaders();
        }
        ours.forEach(headers::add);
        return new Record<>(key, value, now, headers);
    }

    private static Headers standard(ConsumerRecord<byte[], byte[]> received, String reason) {
        Headers headers = new RecordHeaders();
        text(headers, KafkaHeaders.DLT_ORIGINAL_TOPIC, received.topic());
        headers.add(KafkaHeaders.DLT_ORIGINAL_PARTITION, bytes(received.partition()));
        headers.add(KafkaHeaders.DLT_ORIGINAL_OFFSET, bytes(received.offset()));
        headers.add(KafkaHeaders.DLT_ORIGINAL_TIMESTAMP, bytes(received.timestamp()));
        text(
                headers,
                KafkaHeaders.DLT_EXCEPTION_MESSAGE,
                reason.length() > KEPT / 8 ? reason.substring(0, KEPT / 8) : reason);
        return headers;
    }

    private static byte[] cut(byte[] bytes, Headers ours, String length, String sha256) {
        text(ours, length, Integer.toString(bytes.length));
        text(ours, sha256, Hash.sha256Hex(bytes));
        return Arrays.copyOf(bytes, Math.min(KEPT, bytes.length));
    }

    private boolean fits(byte @Nullable [] key, byte @Nullable [] value, Headers headers, Headers ours) {
        return RecordSize.upperBound(key, value, headers) + RecordSize.of(ours) <= maxRecordBytes;
    }

    private static void text(Headers headers, String name, String text) {
        headers.add(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    private static byte[] bytes(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }
}
