package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.wire.Input;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which refused records are answered, and as what. */
class LegibleFieldsTest {

    private static final int MAX_BYTES = 256 * 1024;
    private static final String IDS = "\"projectId\":\"p\",\"commandId\":\"c1\"";
    private static final Headers NONE = new RecordHeaders();
    private static final Headers STRUCTURED = Records.headers("content-type", "application/cloudevents+json");
    private static final Headers BINARY =
            Records.headers("ce_specversion", "1.0", "ce_id", "id-1", "ce_source", "source-1");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{" + IDS + "}",
                "{\"prompt\":7,\"more\":{\"projectId\":\"q\",\"commandId\":[]}," + IDS + "}",
                "{" + IDS + ",\"prompt\":\"a \"quoted\" word\"}",
                "{" + IDS + ",\"prompt\":\"a",
                "\uFEFF{\"type\":\"create\",\"prompt\":\"hello\"," + IDS + "}",
                "{\"type\":\"create\",\"prompt\":\"hello\"," + IDS + "} {}",
            })
    void the_ids_are_read_up_to_where_the_record_is_no_json(String json) {
        Reading.Refused refused = refused(json, NONE);

        assertThat(refused.answer())
                .isEqualTo(new Input.CommandRefused("p", "c1", null, "default", refused.reason(), null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[{" + IDS + "}]",
                "{\"projectId\":\"p\"}",
                "{\"commandId\":\"c1\"}",
                "{\"projectId\":\"..\",\"commandId\":\"c1\"}",
                "{\"projectId\":\"p/q\",\"commandId\":\"c1\"}",
                "{\"projectId\":\"p\",\"commandId\":\"\"}",
                "{\"projectId\":\"p\",\"commandId\":7}",
                "{\"projectId\":\"p\",\"commandId\":\"a\\nb\"}",
                "{\"projectId\":\"p\",\"commandId\":\"\\ud800\"}",
                "{" + IDS + ",\"commandId\":\"c2\"}",
                "{\"prompt\":\"a \"quoted\" word\"," + IDS + "}",
                "{\"data\":{" + IDS + "}}",
            })
    void without_valid_ids_there_is_no_answer(String json) {
        assertThat(refused(json, NONE).answer()).isNull();
    }

    @Test
    void an_id_may_have_128_characters() {
        String most = "\uD83D\uDE42".repeat(128);

        assertThat(commandId(most)).isEqualTo(most);
        assertThat(commandId(most + "a")).isNull();
        assertThat(commandId("a".repeat(1_000_000))).isNull();
    }

    private static @Nullable String commandId(String id) {
        Input answer = refused("{\"projectId\":\"p\",\"commandId\":\"" + id + "\"}", NONE)
                .answer();
        return answer == null ? null : ((Input.CommandRefused) answer).commandId();
    }

    @Test
    void a_record_that_is_too_large_is_answered() {
        String json = "{\"type\":\"create\",\"prompt\":\"" + "p".repeat(4 * MAX_BYTES) + "\"," + IDS + "}";

        assertThat(refused(json, NONE).answer()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "[],", "\"\\u0000\","})
    void what_is_deep_or_of_many_parts_is_not_read_to_its_end(String part) {
        String hostile = part.repeat(MAX_BYTES / part.length());

        assertThat(refused("{\"a\":[" + hostile + "]," + IDS + "}", NONE).answer())
                .isNull();
        assertThat(refused("{" + IDS + ",\"a\":[" + hostile, NONE).answer()).isNotNull();
    }

    @Test
    void the_ids_are_those_of_the_command_in_its_event() {
        String base64 = Base64.getEncoder().encodeToString(("{" + IDS + "}").getBytes(StandardCharsets.UTF_8));
        String envelope = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\",\"projectId\":\"q\",";

        assertThat(refused(envelope + "\"data\":{" + IDS + "}}", STRUCTURED).answer())
                .hasFieldOrPropertyWithValue("commandId", "c1")
                .hasFieldOrPropertyWithValue("projectId", "p");
        assertThat(refused(envelope + "\"data_base64\":\"" + base64 + "\"}", STRUCTURED)
                        .answer())
                .hasFieldOrPropertyWithValue("commandId", "c1");
        assertThat(refused(envelope + "\"data_base64\":\"!\"}", STRUCTURED).answer())
                .isNull();
        assertThat(refused(envelope + "\"commandId\":\"c1\"}", STRUCTURED).answer())
                .isNull();
        assertThat(refused("{" + IDS + "}", BINARY).answer()).hasFieldOrPropertyWithValue("request", null);
        assertThat(refused("{" + IDS + "}", Records.headers("content-type", "application/cloudevents+avro"))
                        .answer())
                .isNull();
    }

    @Test
    void without_a_command_id_the_event_is_what_identifies_it() {
        var request = new Command.Request("source-1", "id-1");

        assertThat(refused("{\"projectId\":\"p\"}", BINARY).answer()).hasFieldOrPropertyWithValue("request", request);
        assertThat(refused(
                                "{\"specversion\":\"1.0\",\"id\":\"id-1\",\"source\":\"source-1\",\"data\":{\"projectId\":\"p\"}}",
                                STRUCTURED)
                        .answer())
                .hasFieldOrPropertyWithValue("request", request);
        assertThat(refused("{\"projectId\":\"p\"}", Records.headers("ce_id", "id-1", "ce_source", "s".repeat(257)))
                        .answer())
                .isNull();
    }

    @Test
    void a_project_that_is_not_open_to_the_publisher_hears_nothing_from_it() {
        var reader = new CommandReader(
                MAX_BYTES,
                Readers.publishers("publishers.default.projects", "docs-*", "topics.requests", Records.TOPIC));
        var closed = (Reading.Refused) reader.read(Records.plain("{" + IDS + "}"));
        var open = (Reading.Refused) reader.read(Records.plain("{\"projectId\":\"docs-1\",\"commandId\":\"c1\"}"));

        assertThat(closed.answer()).isNull();
        assertThat(open.answer()).isNotNull();
    }

    @Test
    void an_operation_is_known_by_its_id_and_its_project_or_all() {
        assertThat(refusedOperation("{\"operationId\":\"o1\",\"projectId\":\"p\"}"))
                .isEqualTo(new Input.OperationRefused(
                        "p", "o1", null, null, "/by: is missing; /operation: is missing", null));
        assertThat(
                        refusedOperation(
                                "{\"operation\":\"hold\",\"operationId\":\"o1\",\"by\":\"alice\",\"all\":true,\"until\":\"soon\"}"))
                .isEqualTo(new Input.OperationRefused(
                        Operation.ALL_PROJECTS, "o1", "hold", "alice", "/until: must be an RFC 3339 date-time", null));
        assertThat(refusedOperation("{\"operationId\":\"o1\",\"all\":false}")).isNull();
        assertThat(refusedOperation("{\"projectId\":\"p\"}")).isNull();
    }

    private static @Nullable Input refusedOperation(String json) {
        return ((Reading.Refused) new OperationReader(MAX_BYTES).read(Records.plain(json))).answer();
    }

    private static Reading.Refused refused(String json, Headers headers) {
        return (Reading.Refused) Readers.of(MAX_BYTES).read(Records.of(Records.bytes(json), headers));
    }
}
