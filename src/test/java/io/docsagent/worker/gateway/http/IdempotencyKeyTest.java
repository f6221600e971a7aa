package io.docsagent.worker.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.wire.GatewayRequest;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IdempotencyKeyTest {

    private static final String COMMAND = "cWBXZQ3LgQ3c4jJX7q5k5Qm0x9m1Ww0aB";

    private static UUID key(@Nullable String installation, GatewayRequest.Call call) {
        return IdempotencyKey.of(installation, call);
    }

    private static GatewayRequest.Call call(String project, String callId, @Nullable String jobId, String prompt) {
        return new GatewayRequest.Call(project, callId, jobId, prompt, Instant.EPOCH, null);
    }

    private static GatewayRequest.Call attempt(int number) {
        return call("docs", COMMAND + ".3-17." + number, null, "Write");
    }

    /** Releases send the same command under the same name. */
    @Test
    void it_is_a_uuid_that_no_release_may_change() {
        assertThat(key("team-a.", attempt(1))).hasToString("2ce7c3bf-ce3d-8776-a83e-af78ae0bd1f8");
        assertThat(key(null, attempt(1)).version()).isEqualTo(8);
        assertThat(key(null, attempt(1)).variant()).isEqualTo(2);
    }

    @Test
    void every_attempt_has_the_same() {
        GatewayRequest.Call later = new GatewayRequest.Call(
                "docs", COMMAND + ".3-17.12", null, "Write", Instant.EPOCH.plusSeconds(60), "00-1-2-01");

        assertThat(key(null, later)).isEqualTo(key("", attempt(1)));
    }

    static Stream<GatewayRequest.Call> others() {
        return Stream.of(
                call("docs2", COMMAND + ".3-17.1", null, "Write"),
                // Forgotten, and published again.
                call("docs", COMMAND + ".3-18.1", null, "Write"),
                call("docs", "d" + COMMAND + ".3-17.1", null, "Write"),
                // Continues a job, or did before that was gone.
                call("docs", COMMAND + ".3-17.1", "j1", "Write"),
                // Took in the prompt of one that it superseded.
                call("docs", COMMAND + ".3-17.1", null, "Read\n\nWrite"),
                call("docs", COMMAND + ".3-17.1", null, ""));
    }

    @ParameterizedTest
    @MethodSource("others")
    void what_asks_for_something_else_has_another(GatewayRequest.Call other) {
        assertThat(key("team-a.", other)).isNotEqualTo(key("team-a.", attempt(1)));
    }

    @Test
    void the_same_in_another_installation_has_another() {
        assertThat(key("team-a.", attempt(1))).isNotEqualTo(key("team-b.", attempt(1)));
    }

    @Test
    void no_part_is_taken_for_the_next_one() {
        assertThat(key(null, call("docs", "c.0-1.1", "j", "1 p")))
                .isNotEqualTo(key(null, call("docs", "c.0-1.1", "j\n1", " p")));
    }
}
