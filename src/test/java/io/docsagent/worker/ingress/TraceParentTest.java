package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.ingress.document.Reading;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which span a command is said to come from. */
class TraceParentTest {

    private static final String ONE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    private static final String OTHER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";
    private static final String COMMAND = "{\"type\":\"create\",\"projectId\":\"p\",\"prompt\":\"hello\"}";

    private final CommandReader reader = Readers.of(10_000);

    @Test
    void a_header_names_it() {
        assertThat(read(COMMAND, Records.headers("traceparent", ONE))).isEqualTo(ONE);
        assertThat(read(COMMAND, Records.headers())).isNull();
    }

    @Test
    void the_extension_of_a_cloud_event_goes_before_the_header() {
        Headers binary = Records.headers("ce_traceparent", ONE, "traceparent", OTHER);
        Headers structured = Records.headers("content-type", "application/cloudevents+json", "traceparent", OTHER);
        String envelope =
                "{\"specversion\":\"1.0\",\"id\":\"i\",\"source\":\"s\",\"type\":\"t\",%s\"data\":" + COMMAND + "}";

        assertThat(read(COMMAND, binary)).isEqualTo(ONE);
        assertThat(read(envelope.formatted("\"traceparent\":\"" + ONE + "\","), structured))
                .isEqualTo(ONE);
        assertThat(read(envelope.formatted(""), structured)).isEqualTo(OTHER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\nx: y"
            })
    void what_is_no_trace_is_left_out_and_costs_the_command_nothing(String nonsense) {
        assertThat(read(COMMAND, Records.headers("traceparent", nonsense))).isNull();
    }

    private @Nullable String read(String value, Headers headers) {
        Reading reading = reader.read(Records.of(Records.bytes(value), headers));
        assertThat(reading).isInstanceOf(Reading.Accepted.class);
        return ((Reading.Accepted) reading).arrived().command().traceparent();
    }
}
