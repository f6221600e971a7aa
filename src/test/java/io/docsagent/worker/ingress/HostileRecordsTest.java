package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docsagent.worker.ingress.document.Reading;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a publisher can do to a record besides the published examples, and the sentence that each earns. */
class HostileRecordsTest {

    private static final int MAX_BYTES = 256 * 1024;
    private static final String GOOD = "{\"type\":\"create\",\"projectId\":\"p\",\"prompt\":\"hello\"}";
    private static final CommandReader READER = Readers.of(MAX_BYTES);

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void a_value_is_refused(String what, byte @Nullable [] value, String reason) {
        assertThat(refusal(value, new RecordHeaders())).isEqualTo(reason);
    }

    static Stream<Arguments> a_value_is_refused() {
        return Stream.of(
                arguments("a tombstone", null, "the record has no value: it is a tombstone"),
                arguments("nothing", new byte[0], "the record's value is empty"),
                arguments("white space", bytes(" \n "), "/: contains only white space"),
                arguments("null", bytes("null"), "/: must be an object"),
                arguments("a list", bytes("[" + GOOD + "]"), "/: must be an object"),
                arguments("a text", bytes("\"" + "create" + "\""), "/: must be an object"),
                arguments("a byte order mark", bytes("\uFEFF" + GOOD), "/: begins with a byte order mark"),
                arguments("a comment", bytes("/**/" + GOOD), "/: is not JSON (line 1, column 1)"),
                arguments("rubbish behind", bytes(GOOD + "]"), "/: is not JSON (line 1, column 51)"),
                arguments("half a document", bytes("{\"type\":\"create\""), "/: is not JSON (line 1, column 17)"),
                arguments("UTF-16", GOOD.getBytes(StandardCharsets.UTF_16LE), "/: is not JSON (line 1, column 2)"),
                arguments(
                        "Latin-1",
                        GOOD.replace("hello", "gr\u00FCn").getBytes(StandardCharsets.ISO_8859_1),
                        "/: is not UTF-8"),
                arguments("an overlong form", with("hello", new byte[] {(byte) 0xC0, (byte) 0xAF}), "/: is not UTF-8"),
                arguments(
                        "a surrogate in bytes",
                        with("hello", new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80}),
                        "/: is not UTF-8"),
                arguments(
                        "a pair in the wrong order",
                        bytes(GOOD.replace("hello", "\\uDE42\\uD83D")),
                        "/prompt: has an unpaired surrogate"),
                arguments(
                        "half a pair in a name",
                        bytes(GOOD.replace("}", ",\"metadata\":{\"\\uDE42\":\"\"}}")),
                        "/: has an unpaired surrogate in a field's name (line 1, column 70)"),
                arguments(
                        "half a pair in metadata",
                        bytes(GOOD.replace("}", ",\"metadata\":{\"secret\":\"\\uDE42\"}}")),
                        "/metadata/*: has an unpaired surrogate"),
                arguments(
                        "a field twice, escaped",
                        bytes(GOOD.replace("}", ",\"pr\\u006Fmpt\":\"other\"}")),
                        "/: has the same field twice (line 1, column 64)"),
                arguments("null for a text", bytes(GOOD.replace("\"hello\"", "null")), "/prompt: must be a string"),
                arguments(
                        "null for no job",
                        bytes(GOOD.replace("}", ",\"commandId\":null}")),
                        "/commandId: must be a string"),
                arguments(
                        "a line behind the id",
                        bytes(GOOD.replace("\"p\"", "\"p\\n\"")),
                        "/projectId: must match ^[A-Za-z0-9._~-]{1,128}$"),
                arguments(
                        "digits of another script",
                        bytes(GOOD.replace("\"p\"", "\"\u0663\"")),
                        "/projectId: must match ^[A-Za-z0-9._~-]{1,128}$"),
                arguments(
                        "another case",
                        bytes(GOOD.replace("prompt", "Prompt")),
                        "/: has an unknown field (did you mean \"prompt\"?); /prompt: is missing"),
                arguments("a strange field", bytes(GOOD.replace("}", ",\"secret\":1}")), "/: has an unknown field"),
                arguments(
                        "a deep value",
                        bytes(GOOD.replace("}", ",\"metadata\":{\"a\":{\"b\":1}}}")),
                        "/metadata/*: must be a string"),
                arguments(
                        "a late command id",
                        bytes(GOOD.replace("}", ",\"commandId\":\"" + "x".repeat(129) + "\"}")),
                        "/commandId: must be at most 128 characters"));
    }

    @Test
    void one_byte_too_many_is_refused_by_size() {
        int room = MAX_BYTES - GOOD.length() + "hello".length();

        assertThat(READER.read(Records.plain(GOOD.replace("hello", "x".repeat(room)))))
                .isInstanceOf(Reading.Accepted.class);
        assertThat(refusal(bytes(GOOD.replace("hello", "x".repeat(room + 1))), new RecordHeaders()))
                .isEqualTo(
                        "the record's value has 262145 bytes, at most 262144 are accepted (docs-agent.requests.max-bytes)");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void the_cost_of_a_bad_document_is_that_of_reading_it_once(String what, String value) {
        byte[] bytes = bytes(value.substring(0, Math.min(value.length(), MAX_BYTES)));

        String reason =
                Assertions.assertTimeoutPreemptively(Duration.ofSeconds(2), () -> refusal(bytes, new RecordHeaders()));

        assertThat(reason).startsWith("/").hasSizeLessThan(500);
    }

    static Stream<Arguments> the_cost_of_a_bad_document_is_that_of_reading_it_once() {
        return Stream.of(
                arguments("256 KiB of [", "[".repeat(MAX_BYTES)),
                arguments("256 KiB of {\"a\":", "{\"a\":".repeat(MAX_BYTES / 5)),
                arguments("a long number", GOOD.replace("\"hello\"", "9".repeat(100_000))),
                arguments("a long fraction", GOOD.replace("\"hello\"", "0." + "9".repeat(100_000))),
                arguments("a huge exponent", GOOD.replace("\"hello\"", "1e999999999")),
                arguments("many numbers", "[" + "1,".repeat(MAX_BYTES / 2)),
                arguments("60,000 entries of metadata", GOOD.replace("}", ",\"metadata\":{" + entries(60_000) + "}}")),
                arguments("names of one hash", "{" + colliding(4_096) + "}"),
                arguments("a long name", GOOD.replace("}", ",\"" + "p".repeat(200_000) + "\":1}")),
                arguments(
                        "a long time",
                        GOOD.replace("}", ",\"expiresAt\":\"2026-01-01T00:00:00." + "9".repeat(200_000) + "\"}")),
                arguments("a long project", GOOD.replace("\"p\"", "\"" + "p".repeat(200_000) + "\"")));
    }

    private static String entries(int count) {
        return IntStream.range(0, count).mapToObj(i -> "\"" + i + "\":1").collect(Collectors.joining(","));
    }

    /** "Aa" and "BB" have the same hash code, and so have all their sequences of one length. */
    private static String colliding(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> IntStream.range(0, 12)
                        .mapToObj(bit -> (i >> bit & 1) == 0 ? "Aa" : "BB")
                        .collect(Collectors.joining("", "\"", "\":1")))
                .collect(Collectors.joining(","));
    }

    private static String refusal(byte @Nullable [] value, Headers headers) {
        Reading reading = READER.read(Records.of(value, headers));
        return reading instanceof Reading.Refused refused ? refused.reason() : "accepted";
    }

    private static byte[] bytes(String text) {
        return Records.bytes(text);
    }

    /** The good command, with bytes that are no text in the place of a word. */
    private static byte[] with(String word, byte[] bytes) {
        Charset anyByte = StandardCharsets.ISO_8859_1;
        return GOOD.replace(word, new String(bytes, anyByte)).getBytes(anyByte);
    }
}
