package io.docsagent.worker.gateway.http;

import static io.docsagent.worker.gateway.ScriptedService.head;
import static io.docsagent.worker.gateway.ScriptedService.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.gateway.BoundSettings;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.gateway.ScriptedService;
import io.docsagent.worker.testkit.Asked;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Said;
import io.docsagent.worker.testkit.Step;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.GatewayRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the page about replies, over a real connection and through the decision. */
@Order(2)
class RepliesTest {

    private static final Path PAGE = Path.of("src/docs/replies.md");
    private static final Pattern HEADER = Pattern.compile("`([A-Za-z-]+)(?:: ([^`]*))?`(?: ([0-9]+) KB)?");
    private static final Duration LATE = Duration.ofSeconds(30);

    private static final ScriptedService service = new ScriptedService();
    private static final HttpAgentApi api = RealHttp.api(
            BoundSettings.all(service.url(), "api.response-timeout", "5s"), InstantSource.system(), ServiceTls.ofJvm());

    @AfterAll
    static void close() throws IOException {
        api.close();
        service.close();
    }

    record Row(int status, String type, String body, String headers, String create, String message, String get) {

        @Override
        public String toString() {
            return String.join(" | ", String.valueOf(status), type, body, headers);
        }
    }

    static List<Row> rows() {
        return cells("Status", 6).flatMap(RepliesTest::combinations).toList();
    }

    /** A row of the page lists alternatives: each status with each content type, body and set of headers. */
    private static Stream<Row> combinations(List<String> cells) {
        List<String> calls = split(cells.get(4), " / ").toList();
        return split(cells.get(0), ", ")
                .flatMap(status -> split(cells.get(1), ", ")
                        .flatMap(type -> split(cells.get(2), ", ")
                                .flatMap(body -> split(cells.get(3), " or ")
                                        .map(headers -> new Row(
                                                Integer.parseInt(status),
                                                type,
                                                body,
                                                headers,
                                                calls.getFirst(),
                                                calls.getLast(),
                                                cells.get(5))))));
    }

    private static Stream<String> split(String cell, String separator) {
        return Arrays.stream(cell.split(separator));
    }

    private static Map<String, String> bodies() {
        return cells("Body", 2)
                .collect(Collectors.toMap(
                        cell -> cell.get(0),
                        cell -> cell.get(1).equals("nothing") ? "" : cell.get(1).replace("`", "")));
    }

    /** The rows of the table whose first column has that name. */
    private static Stream<List<String>> cells(String first, int columns) {
        try {
            return Files.readAllLines(PAGE).stream()
                    .dropWhile(line -> !line.startsWith("| " + first + " "))
                    .takeWhile(line -> line.startsWith("|"))
                    .skip(2)
                    .map(line -> Arrays.stream(line.substring(1).split("\\|"))
                            .map(String::strip)
                            .toList())
                    .peek(cells -> assertThat(cells).hasSize(columns));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void the_page_has_every_status_that_is_decided_apart() {
        assertThat(rows()).hasSizeGreaterThan(350).doesNotHaveDuplicates();
        assertThat(rows()).extracting(Row::status).contains(204, 304, 401, 402, 403, 404, 408, 429, 503);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void each_reply_becomes_what_the_page_says(Row row) {
        service.does((request, socket) -> {
            byte[] body = encoded(Objects.requireNonNull(bodies().get(row.body())), row.headers());
            List<String> headers = headers(row);
            headers.add("content-length: " + body.length);
            write(socket, head(row.status(), headers.toArray(String[]::new)) + "\r\n");
            socket.getOutputStream().write(body);
        });

        assertThat(created()).as("create").isEqualTo(row.create());
        assertThat(messaged()).as("message").isEqualTo(row.message());
        assertThat(shown()).as("GET").isEqualTo(row.get());
    }

    private static List<String> headers(Row row) {
        List<String> headers = new ArrayList<>();
        if (!row.type().equals("-")) {
            headers.add("content-type: " + row.type());
        }
        Matcher header = HEADER.matcher(row.headers());
        while (header.find()) {
            String value = header.group(3) == null
                    ? Objects.requireNonNullElse(header.group(2), service.url() + "/elsewhere")
                    : "x".repeat(Integer.parseInt(header.group(3)) * 1024);
            headers.add(header.group(1) + ": " + value);
        }
        return headers;
    }

    private static byte[] encoded(String body, String headers) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = headers.contains("gzip")
                ? new GZIPOutputStream(bytes)
                : headers.contains("deflate") ? new DeflaterOutputStream(bytes) : bytes) {
            out.write(body.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static String created() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(Asked.create("c"));
        return becomes(world, "c", send(null));
    }

    private static String messaged() {
        ProjectWorld world = ProjectWorld.standard();
        world.arrives(Asked.create("before"));
        world.answers("before", Said.accepted("job-1"));
        world.arrives(Asked.message("m", "job-1"));
        return becomes(world, "m", send("job-1"));
    }

    private static Answer send(@Nullable String jobId) {
        var call = new GatewayRequest.Call(
                "p", "call-1", jobId, "Write", Instant.now().plus(LATE), null);
        return Objects.requireNonNull(api.send(call).block(LATE));
    }

    private static String becomes(ProjectWorld world, String commandId, Answer answer) {
        Step step = world.answers(commandId, answer);
        Hold hold = world.project().hold();
        if (hold.reason() != null) {
            assertThat(world.commandsKept()).isOne();
            // Where no wait is asked for, the probe is sent at once.
            Duration wait =
                    hold instanceof Hold.Held held ? Duration.between(world.now(), held.until()) : Duration.ZERO;
            boolean isAsked = answer instanceof Answer.Throttled throttled && throttled.retryAfter() != null;
            return "waits; held: `" + hold.reason().code() + "`" + (isAsked ? " for " + seconds(wait) + " s" : "");
        }
        assertThat(world.commandsKept()).isZero();
        for (StatusEvent event : step.events()) {
            switch (event.type()) {
                case COMMAND_REJECTED -> {
                    return "rejected";
                }
                case COMMAND_UNKNOWN -> {
                    return "unknown: `" + Objects.requireNonNull(event.reason()).code() + "`";
                }
                default -> {}
            }
        }
        return "accepted";
    }

    private static String shown() {
        return switch (Objects.requireNonNull(api.lookUp("p", "job-1").block(LATE))) {
            case JobLookup.Found found -> "shown";
            case JobLookup.Missing missing -> "not known";
            case JobLookup.Refused refused -> "refused";
            case JobLookup.Failed failed ->
                "nothing" + (failed.retryAfter() == null ? "" : ", for " + seconds(failed.retryAfter()) + " s");
            case JobLookup.Unusable unusable -> throw new AssertionError("the id can be used");
        };
    }

    private static String seconds(Duration wait) {
        return BigDecimal.valueOf(wait.toMillis(), 3).stripTrailingZeros().toPlainString();
    }
}
