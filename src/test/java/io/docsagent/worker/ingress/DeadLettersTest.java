package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

class DeadLettersTest {

    private static final int LIMIT = 2 * 1024 * 1024;
    private static final String REASON = "/prompt: is missing";
    private static final long NOW = 1_800_000_000_000L;

    private final DeadLetters letters = new DeadLetters(LIMIT);

    @Test
    void the_record_is_kept_as_received_and_the_reason_stands_behind_it() {
        Record<byte[], byte[]> letter =
                letters.of(Records.of(Records.bytes("{}"), Records.headers("traceparent", "00-1")), REASON, NOW);

        assertThat(letter.key()).isEqualTo(Records.bytes("key"));
        assertThat(letter.value()).isEqualTo(Records.bytes("{}"));
        assertThat(letter.timestamp()).isEqualTo(NOW);
        assertThat(letter.headers().toArray())
                .extracting(Header::key)
                .containsExactly(
                        "traceparent",
                        "kafka_dlt-original-topic",
                        "kafka_dlt-original-partition",
                        "kafka_dlt-original-offset",
                        "kafka_dlt-original-timestamp",
                        "kafka_dlt-exception-message");
        assertThat(text(letter, "kafka_dlt-original-topic")).isEqualTo("docs-agent.requests");
        assertThat(bytes(letter, "kafka_dlt-original-partition").getInt()).isEqualTo(3);
        assertThat(bytes(letter, "kafka_dlt-original-offset").getLong()).isEqualTo(1207);
        assertThat(bytes(letter, "kafka_dlt-original-timestamp").getLong()).isEqualTo(Records.TIMESTAMP);
        assertThat(text(letter, "kafka_dlt-exception-message")).isEqualTo(REASON);
    }

    @Test
    void null_stays_null_and_empty_stays_empty() {
        Headers headers = new RecordHeaders().add("null", null).add("empty", new byte[0]);

        Record<byte[], byte[]> nothing = letters.of(Records.of(null, null, headers, -1), REASON, NOW);
        Record<byte[], byte[]> empty = letters.of(Records.of(new byte[0], new byte[0], headers, -1), REASON, NOW);

        assertThat(nothing.key()).isNull();
        assertThat(nothing.value()).isNull();
        assertThat(nothing.headers().lastHeader("null").value()).isNull();
        assertThat(bytes(nothing, "kafka_dlt-original-timestamp").getLong()).isEqualTo(-1);
        assertThat(empty.key()).isEmpty();
        assertThat(empty.value()).isEmpty();
        assertThat(empty.headers().lastHeader("empty").value()).isEmpty();
    }

    @Test
    void a_dead_letter_that_was_published_again_keeps_its_first_story_and_ours_comes_last() {
        Headers headers = Records.headers("kafka_dlt-original-topic", "first", "kafka_dlt-exception-message", "old");

        Record<byte[], byte[]> letter = letters.of(Records.of(Records.bytes("{}"), headers), REASON, NOW);

        assertThat(letter.headers().headers("kafka_dlt-original-topic"))
                .extracting(header -> new String(header.value(), StandardCharsets.UTF_8))
                .containsExactly("first", "docs-agent.requests");
        assertThat(text(letter, "kafka_dlt-exception-message")).isEqualTo(REASON);
    }

    @Test
    void a_value_of_one_mebibyte_is_kept_and_a_larger_one_is_cut_with_length_and_hash()
            throws NoSuchAlgorithmException {
        byte[] value = new byte[1024 * 1024 + 1];
        new Random(1).nextBytes(value);
        byte[] largest = Arrays.copyOf(value, value.length - 1);

        Record<byte[], byte[]> whole = letters.of(Records.of(largest, new RecordHeaders()), REASON, NOW);
        Record<byte[], byte[]> cut = letters.of(Records.of(value, new RecordHeaders()), REASON, NOW);

        assertThat(whole.value()).isEqualTo(largest);
        assertThat(whole.headers().lastHeader("docs-agent-original-length")).isNull();
        assertThat(cut.value()).isEqualTo(Arrays.copyOf(value, 64 * 1024));
        assertThat(text(cut, "docs-agent-original-length")).isEqualTo("1048577");
        assertThat(text(cut, "docs-agent-original-sha256"))
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(value)));
    }

    @Test
    void only_as_much_is_given_up_as_the_limit_demands() {
        byte[] large = new byte[150 * 1024];
        Headers headers = new RecordHeaders().add("large", large);
        DeadLetters narrow = new DeadLetters(400 * 1024);

        Record<byte[], byte[]> noValue = narrow.of(Records.of(large, large, headers, 0), REASON, NOW);
        Record<byte[], byte[]> noKey =
                new DeadLetters(300 * 1024).of(Records.of(large, large, headers, 0), REASON, NOW);
        Record<byte[], byte[]> least =
                new DeadLetters(192 * 1024).of(Records.of(large, large, headers, 0), REASON, NOW);

        assertThat(noValue.value()).hasSize(64 * 1024);
        assertThat(noValue.key()).hasSize(large.length);
        assertThat(noValue.headers().lastHeader("large")).isNotNull();
        assertThat(noKey.key()).hasSize(64 * 1024);
        assertThat(text(noKey, "docs-agent-original-key-length")).isEqualTo("153600");
        assertThat(noKey.headers().lastHeader("large")).isNotNull();
        assertThat(least.headers().lastHeader("large")).isNull();
        assertThat(text(least, "docs-agent-original-headers-dropped")).isEqualTo("1");
        assertThat(text(least, "kafka_dlt-exception-message")).isEqualTo(REASON);
    }

    @Test
    void whatever_the_record_the_letter_fits() {
        int limit = 192 * 1024;
        Headers headers = new RecordHeaders();
        for (int i = 0; i < 50_000; i++) {
            headers.add("h", null);
        }
        byte[] large = new byte[900 * 1024];

        Record<byte[], byte[]> letter =
                new DeadLetters(limit).of(Records.of(large, large, headers, 0), "\u00FC".repeat(100_000), NOW);

        assertThat(RecordSize.upperBound(letter.key(), letter.value(), letter.headers()))
                .isLessThanOrEqualTo(limit);
    }

    @Test
    void a_limit_that_leaves_no_room_is_said_at_the_start() {
        assertThatThrownBy(() -> new DeadLetters(100_000)).hasMessageContaining("at least 196608 bytes");
    }

    private static ByteBuffer bytes(Record<byte[], byte[]> letter, String header) {
        return ByteBuffer.wrap(letter.headers().lastHeader(header).value());
    }

    private static String text(Record<byte[], byte[]> letter, String header) {
        return StandardCharsets.UTF_8.decode(bytes(letter, header)).toString();
    }
}
