package io.docsagent.worker.cli.dlt;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A record of a topic of dead letters; the headers of {@code schemas/dead-letter.schema.json}.
 *
 * @param reason what was wrong, for people
 * @param topic where the record was
 * @param timestamp that its publisher gave it, milliseconds
 */
record DeadLetter(
        ConsumerRecord<byte[], byte[]> record,
        String reason,
        String topic,
        int partition,
        long offset,
        long timestamp) {

    /** How often a tool has sent the record again; on the record, and so on its next dead letter. */
    static final String REDRIVEN = "docs-agent-redriven";

    private static final String OURS = "kafka_dlt-";
    private static final String CUT = "docs-agent-original-";

    /** Null where its headers do not say what it is: somebody else wrote it. */
    static @Nullable DeadLetter of(ConsumerRecord<byte[], byte[]> record) {
        String topic = text(record.headers(), OURS + "original-topic");
        ByteBuffer partition = bytes(record.headers(), OURS + "original-partition", Integer.BYTES);
        ByteBuffer offset = bytes(record.headers(), OURS + "original-offset", Long.BYTES);
        ByteBuffer timestamp = bytes(record.headers(), OURS + "original-timestamp", Long.BYTES);
        String reason = text(record.headers(), OURS + "exception-message");
        if (topic == null || partition == null || offset == null || timestamp == null || reason == null) {
            return null;
        }
        return new DeadLetter(record, reason, topic, partition.getInt(), offset.getLong(), timestamp.getLong());
    }

    /** When it became a dead letter. */
    Instant at() {
        return Instant.ofEpochMilli(record.timestamp());
    }

    /** Whether the value, the key or headers were too large to be kept. */
    boolean isCut() {
        for (Header header : record.headers()) {
            if (header.key().startsWith(CUT)) {
                return true;
            }
        }
        return false;
    }

    int redriven() {
        String times = text(record.headers(), REDRIVEN);
        return times != null && times.matches("\\d{1,6}") ? Integer.parseInt(times) : 0;
    }

    /** The record's own headers, with a name by which a repetition is recognised, whoever sends it how often. */
    Headers headersAgain() {
        Headers headers = new RecordHeaders();
        for (Header header : record.headers()) {
            if (!header.key().startsWith(OURS) && !header.key().equals(REDRIVEN)) {
                headers.add(header);
            }
        }
        // Half a name is none: the position of the new record would count.
        if (text(headers, "ce_source") == null || text(headers, "ce_id") == null) {
            headers.add("ce_source", utf8(topic));
            headers.add("ce_id", utf8(partition + "/" + offset + "/" + timestamp));
        }
        headers.add(REDRIVEN, utf8(Integer.toString(redriven() + 1)));
        return headers;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable String text(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    private static @Nullable ByteBuffer bytes(Headers headers, String name, int length) {
        Header header = headers.lastHeader(name);
        return header == null || header.value() == null || header.value().length != length
                ? null
                : ByteBuffer.wrap(header.value());
    }
}
