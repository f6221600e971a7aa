package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.ingress.document.Reading;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Content types and CloudEvents that contradict their record, and the sentence that each earns. */
class HostileEnvelopesTest {

    private static final String GOOD = "{\"type\":\"create\",\"projectId\":\"p\",\"prompt\":\"hello\"}";
    private static final CommandReader READER = Readers.of(256 * 1024);

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void a_header_is_refused(String what, Headers headers, String value, String reason) {
        assertThat(refusal(value, headers)).isEqualTo(reason);
    }

    static Stream<Arguments> a_header_is_refused() {
        String data = ",\"data\":" + GOOD.replace("hello", "") + "}";
        String event = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\"";
        Headers structured = Records.headers("content-type", "application/cloudevents+json; charset=UTF-8");
        return Stream.of(
                arguments(
                        "a charset",
                        Records.headers("content-type", "application/json; charset=\"ISO-8859-1\""),
                        GOOD,
                        "header content-type: the charset must be utf-8"),
                arguments(
                        "a batch",
                        Records.headers("Content-Type", "application/cloudevents-batch+json"),
                        "[]",
                        "header content-type: batches of CloudEvents are not accepted; send one event per record"),
                arguments(
                        "Avro",
                        Records.headers("content-type", "application/cloudevents+avro"),
                        GOOD,
                        "header content-type: JSON is the only CloudEvents format that is accepted"),
                arguments(
                        "an old event",
                        Records.headers("ce_specversion", "0.3", "ce_id", "1", "ce_source", "s"),
                        GOOD,
                        "header ce_specversion: must be \"1.0\""),
                arguments(
                        "no id",
                        Records.headers("ce_specversion", "1.0", "ce_source", "s"),
                        GOOD,
                        "header ce_id: is missing"),
                arguments(
                        "an empty source",
                        Records.headers("ce_specversion", "1.0", "ce_id", "1", "ce_source", ""),
                        GOOD,
                        "header ce_source: must be at least 1 character"),
                arguments(
                        "an id in no encoding",
                        new RecordHeaders().add("ce_id", new byte[] {(byte) 0xFF}),
                        GOOD,
                        "header ce_id: is not UTF-8"),
                arguments("an envelope that is none", structured, GOOD, "/specversion: must be \"1.0\""),
                arguments("an empty envelope", structured, event + "}", "/data: is missing"),
                arguments(
                        "an event with a bad command",
                        structured,
                        event + data,
                        "/data/prompt: must be at least 1 character"),
                arguments(
                        "data twice",
                        structured,
                        event + ",\"data_base64\":\"e30=\"" + data,
                        "/: must have only one of \"data\" and \"data_base64\""),
                arguments(
                        "data in another charset",
                        structured,
                        event + ",\"datacontenttype\":\"application/json;charset=utf-16\"" + data,
                        "/datacontenttype: the charset must be utf-8"),
                arguments("no base64", structured, event + ",\"data_base64\":\"%\"}", "/data_base64: is not base64"),
                arguments("base64 of nothing", structured, event + ",\"data_base64\":\"\"}", "/data_base64: is empty"),
                arguments(
                        "base64 of rubbish",
                        structured,
                        event + ",\"data_base64\":\"e30=e30=\"}",
                        "/data_base64: is not base64"),
                arguments(
                        "base64 of an empty object",
                        structured,
                        event + ",\"data_base64\":\"e30=\"}",
                        "/data_base64/projectId: is missing; /data_base64/prompt: is missing; /data_base64/type: is missing"));
    }

    private static String refusal(String value, Headers headers) {
        Reading reading = READER.read(Records.of(Records.bytes(value), headers));
        return reading instanceof Reading.Refused refused ? refused.reason() : "accepted";
    }
}
