package io.docsagent.worker.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.StatusEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the written bytes are; what is of another format is not touched. */
class FormatTest {

    private static final String TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private static final Instant NOW = Instant.parse("2026-11-21T09:00:00.123Z");

    private static final JobSnapshot JOB = new JobSnapshot(
            "j", "active", "https://pr", new JobSnapshot.Source("r", "main"), "m", "yesterday", "today");

    @ParameterizedTest
    @MethodSource
    void an_input_is_read_and_written_as_ever(Input input, String golden) {
        Format<Input> format = Format.of(Input.class);

        assertThat(new String(format.write(input), StandardCharsets.UTF_8)).isEqualTo(golden);
        assertThat(format.read(golden.getBytes(StandardCharsets.UTF_8))).isEqualTo(input);
    }

    static Stream<Arguments> an_input_is_read_and_written_as_ever() {
        Command least = new Command(
                Command.Type.CREATE, "p", "hello", null, null, null, Command.Priority.NORMAL, null, Map.of());
        Command most = new Command(
                Command.Type.MESSAGE, "p", "hello", "j", "cc", "c", Command.Priority.LOW, NOW, Map.of("a", "b"));
        Command traced = least.tracedBy(TRACEPARENT);
        return Stream.of(
                arguments(
                        new Input.CommandArrived(traced, new Identity("r1"), "h", null),
                        "4{\"input\":\"command\",\"command\":{\"type\":\"create\",\"projectId\":\"p\",\"prompt\":\"hello\",\"priority\":\"normal\",\"traceparent\":\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\"},\"identity\":\"r1\",\"contentHash\":\"h\"}"),
                arguments(
                        new Input.CommandArrived(least, new Identity("r1"), "h", null),
                        "4{\"input\":\"command\",\"command\":{\"type\":\"create\",\"projectId\":\"p\",\"prompt\":\"hello\",\"priority\":\"normal\"},\"identity\":\"r1\",\"contentHash\":\"h\"}"),
                arguments(
                        new Input.CommandArrived(most, new Identity("c1"), "h", null),
                        "4{\"input\":\"command\",\"command\":{\"type\":\"message\",\"projectId\":\"p\",\"prompt\":\"hello\",\"jobId\":\"j\",\"createCommandId\":\"cc\",\"commandId\":\"c\",\"priority\":\"low\",\"expiresAt\":1795251600123,\"metadata\":{\"a\":\"b\"}},\"identity\":\"c1\",\"contentHash\":\"h\"}"),
                arguments(
                        answered(new Answer.Accepted(201, JOB)),
                        "4{\"input\":\"answer\",\"projectId\":\"p\",\"callId\":\"a1\",\"answer\":{\"answer\":\"accepted\",\"httpStatus\":201,\"job\":{\"id\":\"j\",\"status\":\"active\",\"prLink\":\"https://pr\",\"source\":{\"repository\":\"r\",\"ref\":\"main\"},\"model\":\"m\",\"createdAt\":\"yesterday\",\"archivedAt\":\"today\"}}}"),
                arguments(
                        answered(new Answer.Accepted(204, null)),
                        "4{\"input\":\"answer\",\"projectId\":\"p\",\"callId\":\"a1\",\"answer\":{\"answer\":\"accepted\",\"httpStatus\":204}}"),
                arguments(
                        answered(new Answer.Rejected(422, "no")),
                        "4{\"input\":\"answer\",\"projectId\":\"p\",\"callId\":\"a1\",\"answer\":{\"answer\":\"rejected\",\"httpStatus\":422,\"message\":\"no\"}}"),
                arguments(
                        answered(new Answer.Redirected(302, "there")),
                        "4{\"input\":\"answer\",\"projectId\":\"p\",\"callId\":\"a1\",\"answer\":{\"answer\":\"redirected\",\"httpStatus\":302,\"message\":\"there\"}}"),
                arguments(
                        answered(new Answer.Unauthorized(401, "who")),
                        "4{\"input\":\"answer\",\"projectId\":\"p\",\"callId\":\"a1\",\"answer\":{\"answer\":\"unauthorized\",\"httpStatus\":401,\"message\":\"who\"}}"),
                arguments(
                        answered(new Answer.Throttled(429, Duration.ofMillis(1_500))),
                        "4{\"input\":\"answer\",\"projectId\":\"p\",\"callId\":\"a1\",\"answer\":{\"answer\":\"throttled\",\"httpStatus\":429,\"retryAfter\":1500}}"),
                arguments(
                        answered(new Answer.Throttled(429, null)),
                        "4{\"input\":\"answer\",\"projectId\":\"p\",\"callId\":\"a1\",\"answer\":{\"answer\":\"throttled\",\"httpStatus\":429}}"),
                arguments(
                        answered(new Answer.PaymentRequired("no credits")),
                        "4{\"input\":\"answer\",\"projectId\":\"p\",\"callId\":\"a1\",\"answer\":{\"answer\":\"payment-required\",\"message\":\"no"
                                + " credits\"}}"),
                arguments(
                        answered(new Answer.NotSent("refused")),
                        "4{\"input\":\"answer\",\"projectId\":\"p\",\"callId\":\"a1\",\"answer\":{\"answer\":\"not-sent\",\"message\":\"refused\"}}"),
                arguments(
                        answered(new Answer.Unknown(Answer.Unknown.Reason.TIMEOUT, null, "late")),
                        "4{\"input\":\"answer\",\"projectId\":\"p\",\"callId\":\"a1\",\"answer\":{\"answer\":\"unknown\",\"reason\":\"timeout\",\"message\":\"late\"}}"),
                arguments(
                        answered(new Answer.Unknown(Answer.Unknown.Reason.SERVER_ERROR, 500, "oh")),
                        "4{\"input\":\"answer\",\"projectId\":\"p\",\"callId\":\"a1\",\"answer\":{\"answer\":\"unknown\",\"reason\":\"server_error\",\"httpStatus\":500,\"message\":\"oh\"}}"),
                arguments(
                        answered(new Answer.InFlight()),
                        "4{\"input\":\"answer\",\"projectId\":\"p\",\"callId\":\"a1\",\"answer\":{\"answer\":\"in-flight\"}}"),
                arguments(
                        Input.JobObserved.shown("p", "j", 2, NOW, JobSnapshot.ofId("j")),
                        "4{\"input\":\"observation\",\"projectId\":\"p\",\"jobId\":\"j\",\"generation\":2,\"getBeganAt\":1795251600123,\"job\":{\"id\":\"j\"}}"),
                arguments(
                        Input.JobObserved.lost("p", "j", 2, NOW, new StatusEvent.Reason("not_found", "gone", 404)),
                        "4{\"input\":\"observation\",\"projectId\":\"p\",\"jobId\":\"j\",\"generation\":2,\"getBeganAt\":1795251600123,\"lost\":{\"code\":\"not_found\",\"message\":\"gone\",\"httpStatus\":404}}"),
                arguments(
                        new Input.WokeUp("p", Input.WokeUp.Cause.TIME),
                        "4{\"input\":\"wake-up\",\"projectId\":\"p\",\"cause\":\"TIME\"}"),
                arguments(
                        new Input.WokeUp("p", Input.WokeUp.Cause.KEY_CHANGED),
                        "4{\"input\":\"wake-up\",\"projectId\":\"p\",\"cause\":\"KEY_CHANGED\"}"),
                arguments(new Input.ClockProbed("p"), "4{\"input\":\"clock-probe\",\"projectId\":\"p\"}"),
                arguments(
                        new Input.CommandArrived(least, new Identity("r1"), "h", new Input.Published("topic", 3, 7, 5)),
                        "4{\"input\":\"command\",\"command\":{\"type\":\"create\",\"projectId\":\"p\",\"prompt\":\"hello\",\"priority\":\"normal\"},\"identity\":\"r1\",\"contentHash\":\"h\",\"published\":{\"topicId\":\"topic\",\"partition\":3,\"offset\":7,\"leaderEpoch\":5}}"),
                arguments(
                        new Input.CommandRefused(
                                "p",
                                null,
                                new Command.Request("s", "1"),
                                "ci",
                                "no",
                                new Input.Published("topic", 3, 7, -1)),
                        "4{\"input\":\"command-refused\",\"projectId\":\"p\",\"request\":{\"source\":\"s\",\"id\":\"1\"},\"publisher\":\"ci\",\"message\":\"no\",\"published\":{\"topicId\":\"topic\",\"partition\":3,\"offset\":7,\"leaderEpoch\":-1}}"),
                arguments(
                        new Input.CommandRefused("p", "c", null, "default", "no", null),
                        "4{\"input\":\"command-refused\",\"projectId\":\"p\",\"commandId\":\"c\",\"message\":\"no\"}"),
                arguments(
                        new Input.OperationRefused("p", "o", "hold", null, "no", null),
                        "4{\"input\":\"operation-refused\",\"projectId\":\"p\",\"operationId\":\"o\",\"operation\":\"hold\",\"message\":\"no\"}"),
                arguments(
                        answered(new Answer.NoSlot("full")),
                        "4{\"input\":\"answer\",\"projectId\":\"p\",\"callId\":\"a1\",\"answer\":{\"answer\":\"no-slot\",\"message\":\"full\"}}"),
                arguments(
                        answered(new Answer.NotTaken(503, "busy")),
                        "4{\"input\":\"answer\",\"projectId\":\"p\",\"callId\":\"a1\",\"answer\":{\"answer\":\"not-taken\",\"httpStatus\":503,\"message\":\"busy\"}}"));
    }

    private static Input answered(Answer answer) {
        return new Input.CallAnswered("p", "a1", answer);
    }

    @ParameterizedTest
    @MethodSource
    void a_request_is_read_and_written_as_ever(GatewayRequest request, String golden) {
        Format<GatewayRequest> format = Format.of(GatewayRequest.class);

        assertThat(new String(format.write(request), StandardCharsets.UTF_8)).isEqualTo(golden);
        assertThat(format.read(golden.getBytes(StandardCharsets.UTF_8))).isEqualTo(request);
    }

    static Stream<Arguments> a_request_is_read_and_written_as_ever() {
        return Stream.of(
                arguments(
                        new GatewayRequest.Call("p", "a1", null, "hello", NOW, TRACEPARENT),
                        "4{\"request\":\"call\",\"projectId\":\"p\",\"callId\":\"a1\",\"prompt\":\"hello\",\"notAfter\":1795251600123,\"traceparent\":\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\"}"),
                arguments(
                        new GatewayRequest.Call("p", "a1", null, "hello", NOW, null),
                        "4{\"request\":\"call\",\"projectId\":\"p\",\"callId\":\"a1\",\"prompt\":\"hello\",\"notAfter\":1795251600123}"),
                arguments(
                        new GatewayRequest.Call("p", "a1", "j", "hello", NOW, null),
                        "4{\"request\":\"call\",\"projectId\":\"p\",\"callId\":\"a1\",\"jobId\":\"j\",\"prompt\":\"hello\",\"notAfter\":1795251600123}"),
                arguments(
                        new GatewayRequest.OutcomeQuery("p", "a1"),
                        "4{\"request\":\"outcome-query\",\"projectId\":\"p\",\"callId\":\"a1\"}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5{\"input\":\"clock-probe\",\"projectId\":\"p\"}", "9"})
    void what_is_of_another_format_is_not_touched(String bytes) {
        assertThatThrownBy(() -> Format.of(Input.class).read(bytes.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(Format.UnknownFormatException.class)
                .hasMessageContaining("Cannot read a Input")
                .hasMessageContaining("A newer release wrote it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0{}", "3{\"input\":\"clock-probe\",\"projectId\":\"p\"}"})
    void what_is_of_an_older_format_is_not_touched_either(String bytes) {
        assertThatThrownBy(() -> Format.of(Input.class).read(bytes.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(Format.UnknownFormatException.class)
                .hasMessageContaining("reads format 4, found " + bytes.charAt(0))
                .hasMessageContaining("A build from before the first release wrote it")
                .hasMessageContaining("delete the topics");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "{\"input\":\"clock-probe\",\"projectId\":\"p\"}",
                "4{\"input\":\"clock-probe\",\"projectId\":\"p\",\"new\":1}",
                "4{\"input\":\"new\",\"projectId\":\"p\"}",
                "4{\"input\":\"clock-probe\",\"projectId\":\"p\"}1",
                "4",
                "4null",
                "4[]"
            })
    void what_is_malformed_is_not_taken_for_another_format(@Nullable String bytes) {
        byte[] value = bytes == null ? null : bytes.getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> Format.of(Input.class).read(value))
                .isInstanceOf(Format.MalformedRecordException.class)
                .hasMessageContaining("Cannot read a Input")
                .message()
                .doesNotContain("newer release");
    }
}
