package io.docsagent.worker.gateway.keys;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {

    private static final String KEY = "sk/live+\"0123\"&\\=x";

    private final Redaction redaction = new Redaction();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "invalid key sk/live+\"0123\"&\\=x!|invalid key [redacted]!",
                "Bearer sk/live+\"0123\"&\\=x|Bearer [redacted]",
                "sk/live+\"0123\"&\\=x|[redacted]",
                "a sk/live+\"0123\"&\\=xsk/live+\"0123\"&\\=x b|a [redacted][redacted] b",
                "?k=sk%2Flive%2B%220123%22%26%5C%3Dx&n=1|?k=[redacted]&n=1",
                "?k=sk%2flive%2b%220123%22%26%5c%3dx&n=1|?k=[redacted]&n=1",
                "{\"key\":\"sk/live+\\\"0123\\\"&\\\\=x\"}|{\"key\":\"[redacted]\"}",
                "{\"key\":\"sk\\/live+\\\"0123\\\"&\\\\=x\"}|{\"key\":\"[redacted]\"}",
            })
    void a_quoted_key_is_removed_as_it_is_and_escaped(String text, String expected) {
        redaction.add(KEY);
        assertThat(redaction.apply(text)).isEqualTo(expected);
    }

    @Test
    void no_base64_of_any_text_around_a_key_shows_it() {
        redaction.add(KEY);
        for (String text : List.of(KEY, "Bearer " + KEY, "u:" + KEY, "user:" + KEY + "!", "{\"k\":\"" + KEY + "\"}")) {
            byte[] bytes = text.getBytes(ISO_8859_1);
            for (Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
                String quoted = redaction.apply("got <" + encoder.encodeToString(bytes) + ">");
                assertThat(quoted).as(text).contains(Redaction.MARK).hasSizeLessThan(50);
            }
        }
    }

    @Test
    void every_key_ever_given_is_removed_and_nothing_else() {
        redaction.add("old-key-1");
        redaction.add("new-key-22");
        assertThat(redaction.apply("old-key-1, then new-key-22, then new-key-2, 100% \\ & ok"))
                .isEqualTo("[redacted], then [redacted], then new-key-2, 100% \\ & ok");
        String harmless = "%zz \\u12 &#; &amp %41%41%41 " + "ordinary words ".repeat(50);
        assertThat(redaction.apply(harmless)).isSameAs(harmless);
        assertThat(new Redaction().apply("old-key-1")).isEqualTo("old-key-1");
    }

    @Test
    void of_keys_that_begin_alike_the_whole_is_removed() {
        redaction.add("sk-live-0123");
        redaction.add("sk-live-0123456");
        assertThat(redaction.apply("<sk-live-0123456>")).isEqualTo("<[redacted]>");
    }

    @Test
    void of_keys_that_begin_alike_and_are_as_long_each_is_removed() {
        redaction.add("sk-live-0123");
        redaction.add("sk-live-4567");
        assertThat(redaction.apply("<sk-live-0123 sk-live-4567 sk-live-8901>"))
                .isEqualTo("<[redacted] [redacted] sk-live-8901>");
    }

    @Test
    void of_keys_that_overlap_nothing_is_left() {
        redaction.add("sk-live-0123");
        redaction.add("live-0123456");
        assertThat(redaction.apply("<sk-live-0123456>")).isEqualTo("<[redacted]>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sk~live-0123", "sk%7Elive-0123", "sk%7elive-0123", "sk%7Elive%2D0123", "sk%7elive%2d0123"})
    void some_encoders_escape_more_than_others(String quoted) {
        redaction.add("sk~live-0123");
        assertThat(redaction.apply(quoted)).isEqualTo("[redacted]");
    }

    @Test
    void what_is_as_short_as_a_word_stays() {
        redaction.add("default");
        assertThat(redaction.apply("the default branch")).isEqualTo("the default branch");
    }

    @Test
    void a_key_in_use_is_not_forgotten_however_many_follow() {
        redaction.add("key-in-use");
        redaction.add("key-of-long-ago");
        for (int i = 0; i < Redaction.MAX_SECRETS; i++) {
            redaction.add("replaced-" + i);
            redaction.add("key-in-use");
        }
        assertThat(redaction.apply("key-in-use replaced-" + (Redaction.MAX_SECRETS - 1)))
                .isEqualTo("[redacted] [redacted]");
        assertThat(redaction.apply("key-of-long-ago")).isEqualTo("key-of-long-ago");
    }
}
