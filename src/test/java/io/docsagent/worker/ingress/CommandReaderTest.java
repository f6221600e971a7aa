package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an accepted command carries: its fields, its identity, the hash of its content. */
class CommandReaderTest {

    private static final String MINIMAL = "{\"type\":\"create\",\"projectId\":\"p\",\"prompt\":\"hello\"}";
    private static final CommandReader READER = Readers.of(256 * 1024);

    @Test
    void every_field_is_read() {
        Command command =
                read("{\"type\":\"message\",\"projectId\":\"p\",\"prompt\":\"\\ud83d\\ude42\",\"jobId\":\"j\",\"commandId\":\"c\","
                                + "\"priority\":\"high\",\"expiresAt\":\"2026-11-21T10:00:00.1239+01:00\",\"metadata\":{\"a\":\"\"}}")
                        .command();

        assertThat(command)
                .isEqualTo(new Command(
                        Command.Type.MESSAGE,
                        "p",
                        "\uD83D\uDE42",
                        "j",
                        null,
                        "c",
                        Command.Priority.HIGH,
                        Instant.parse("2026-11-21T09:00:00.123Z"),
                        Map.of("a", "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000-01-01T23:59:00+23:59", "9999-12-31T00:00:59.999-23:59", "2016-12-31T23:59:60Z"})
    void an_accepted_command_survives_the_inputs_log(String expiresAt) {
        Input.CommandArrived arrived = read(MINIMAL.replace("}", ",\"expiresAt\":\"" + expiresAt + "\"}"));
        Format<Input> format = Format.of(Input.class);

        assertThat(format.read(format.write(arrived))).isEqualTo(arrived);
    }

    @Test
    void the_command_id_is_the_identity_before_all_else() {
        String value = MINIMAL.replace("}", ",\"commandId\":\"c-1\"}");

        assertThat(read(value, binary()).identity()).isEqualTo(Identity.ofCommandId("c-1"));
    }

    @Test
    void the_event_is_the_identity_where_there_is_no_command_id() {
        String envelope = "{\"specversion\":\"1.0\",\"id\":\"id-1\",\"source\":\"source-1\",\"type\":\"t\",";
        Headers structured = Records.headers("content-type", "application/cloudevents+json");
        String base64 = Base64.getEncoder().encodeToString(MINIMAL.getBytes(StandardCharsets.UTF_8));
        Identity expected = Identity.ofCloudEvent("source-1", "id-1");

        assertThat(read(MINIMAL, binary()).identity()).isEqualTo(expected);
        assertThat(read(MINIMAL, Records.headers("ce_id", "id-1", "ce_source", "source-1"))
                        .identity())
                .isEqualTo(expected);
        assertThat(read(envelope + "\"data\":" + MINIMAL + "}", structured).identity())
                .isEqualTo(expected);
        assertThat(read(envelope + "\"data_base64\":\"" + base64 + "\"}", structured)
                        .identity())
                .isEqualTo(expected);
    }

    @Test
    void attributes_that_are_empty_and_of_no_event_identify_nothing() {
        Identity record = read(MINIMAL).identity();

        assertThat(read(MINIMAL, Records.headers("ce_id", "", "ce_source", "")).identity())
                .isEqualTo(record);
        assertThat(read(MINIMAL, Records.headers("ce_id", "", "ce_source", "s")).identity())
                .isEqualTo(record);
        assertThat(read(MINIMAL, Records.headers("ce_id", "i", "ce_source", "")).identity())
                .isEqualTo(record);
    }

    @Test
    void the_event_is_returned_only_where_there_is_no_command_id_and_where_it_is_short() {
        String named = MINIMAL.replace("}", ",\"commandId\":\"c-1\"}");

        assertThat(read(MINIMAL, binary()).command().request()).isEqualTo(new Command.Request("source-1", "id-1"));
        assertThat(read(named, binary()).command().request()).isNull();
        assertThat(read(MINIMAL).command().request()).isNull();
        for (String id : new String[] {"i".repeat(257), "a\u0085b", ""}) {
            assertThat(read(MINIMAL, Records.headers("ce_id", id, "ce_source", "s"))
                            .command()
                            .request())
                    .isNull();
        }
    }

    @Test
    void the_place_is_the_identity_of_all_others() {
        Identity expected = Identity.ofRecord(Records.TOPIC, Records.PARTITION, Records.OFFSET, Records.TIMESTAMP);

        assertThat(read(MINIMAL).identity()).isEqualTo(expected);
        assertThat(read(MINIMAL, Records.headers("ce_id", "id-1")).identity()).isEqualTo(expected);
    }

    @Test
    void the_timestamp_that_the_publisher_wrote_is_part_of_the_place() {
        ConsumerRecord<byte[], byte[]> record =
                Records.of(null, MINIMAL.getBytes(StandardCharsets.UTF_8), new RecordHeaders(), -1);

        assertThat(arrived(READER.read(record)).identity())
                .isEqualTo(Identity.ofRecord(Records.TOPIC, Records.PARTITION, Records.OFFSET, -1));
    }

    @Test
    void the_content_is_the_same_however_it_is_written() {
        String one = "{\"type\":\"create\",\"projectId\":\"p\",\"prompt\":\"a/b\",\"commandId\":\"c-1\","
                + "\"expiresAt\":\"2026-11-21T10:00:00+01:00\",\"metadata\":{\"a\":\"1\",\"b\":\"2\"}}";
        String same = "{ \"metadata\": {\"b\":\"2\", \"a\":\"1\"}, \"expiresAt\":\"2026-11-21t09:17:00.000z\",\n"
                + "\"prompt\":\"a\\/\\u0062\", \"projectId\":\"p\", \"priority\":\"normal\", \"type\":\"create\"}";

        assertThat(read(one).contentHash()).isEqualTo(read(same).contentHash());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"create\",\"projectId\":\"q\",\"prompt\":\"hello\"}",
                "{\"type\":\"create\",\"projectId\":\"p\",\"prompt\":\"hello \"}",
                "{\"type\":\"create\",\"projectId\":\"p\",\"prompt\":\"hello\",\"priority\":\"high\"}",
                "{\"type\":\"create\",\"projectId\":\"p\",\"prompt\":\"hello\",\"metadata\":{\"a\":\"\"}}",
                "{\"type\":\"message\",\"projectId\":\"p\",\"prompt\":\"hello\",\"jobId\":\"j\"}"
            })
    void other_content_has_another_hash(String other) {
        assertThat(read(other).contentHash()).isNotEqualTo(read(MINIMAL).contentHash());
    }

    @Test
    void the_hash_of_a_released_version_is_never_another() {
        assertThat(read(MINIMAL).contentHash()).isEqualTo("hElZzTwWOYDIuIEqDFvuorQcYq9ElVSPSqu_nW94jd4");
    }

    private static Headers binary() {
        return Records.headers("ce_specversion", "1.0", "ce_id", "id-1", "ce_source", "source-1", "ce_type", "t");
    }

    private static Input.CommandArrived read(String value) {
        return read(value, new RecordHeaders());
    }

    private static Input.CommandArrived read(String value, Headers headers) {
        return arrived(READER.read(Records.of(Records.bytes(value), headers)));
    }

    private static Input.CommandArrived arrived(Reading reading) {
        assertThat(reading).isInstanceOf(Reading.Accepted.class);
        return ((Reading.Accepted) reading).arrived();
    }
}
