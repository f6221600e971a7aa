package io.docsagent.worker.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadEventTest {

    private static final String REFUSAL = """
            {"type":"command.rejected","projectId":"docs","commandId":"c1","time":"2026-01-01T00:00:00Z",\
            "reason":{"code":"command_id_reused","message":"Known with another content."}}""";

    @Test
    void a_refusal_is_the_end_of_its_command() {
        var refused = requireNonNull(event(REFUSAL).refused(false));
        assertThat(refused.commandId()).isEqualTo("c1");
        assertThat(Outcome.of(refused)).isEqualTo(Outcome.REJECTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"time\":\"soon\"", "\"time\":\"2026-01-01T00:00:00Z\",\"metadata\":7"})
    void what_only_looks_like_a_refusal_is_none(String fields) {
        ReadEvent event = event(REFUSAL.replace("\"time\":\"2026-01-01T00:00:00Z\"", fields));
        assertThat(event.isOf("docs", "c1")).isTrue();
        assertThat(event.refused(false)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "command_id_reused, false, false, true",
        "command_id_reused, true, false, false",
        "malformed, false, false, true",
        "malformed, true, false, true",
        "malformed, false, true, true",
        "malformed, true, true, false",
        "refused, false, false, false"
    })
    void a_command_that_stands_is_not_ended_by_the_refusal_of_another_record(
            String code, boolean isKnown, boolean hasOriginal, boolean isRefused) {
        String original = hasOriginal ? "\"original\":{\"state\":\"sent\"},\"reason\"" : "\"reason\"";
        ReadEvent event = event(REFUSAL.replace("command_id_reused", code).replace("\"reason\"", original));

        assertThat(event.refused(isKnown) != null).isEqualTo(isRefused);
    }

    private static ReadEvent event(String json) {
        return requireNonNull(ReadEvent.of(json.getBytes(UTF_8)));
    }
}
