package io.docsagent.worker.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.JsonMappers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {

    @ParameterizedTest
    @ValueSource(
            ints = {
                0x7f, 0x80, 0x85, 0x9b, 0x9f, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069,
                0xfffe, 0xffff
            })
    void what_deceives_the_reader_is_replaced_everywhere(int c) {
        String text = "a" + Character.toString(c) + "b";
        assertThat(Printable.of(text)).isEqualTo("a\uFFFDb");
        assertThat(Printable.lines(text)).isEqualTo("a\uFFFDb");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, '\t', '\n', '\r', 0x1b})
    void controls_are_replaced_in_a_value_and_stay_in_lines(int c) {
        String text = "a" + Character.toString(c) + "b";
        assertThat(Printable.of(text)).isEqualTo("a\uFFFDb");
        assertThat(Printable.lines(text)).isSameAs(text);
    }

    @Test
    void json_means_the_same_and_shows_nothing_that_deceives() {
        String value = "a\u009b31m\u202e\u2028\ud800 \\ \" \uD83D\uDE00";
        String json = JsonMappers.PUBLIC.writeValueAsString(Map.of("status", value));

        String shown = Printable.json(json);

        assertThat(shown).isEqualTo(Printable.of(shown)).contains("\\u009b31m\\u202e\\u2028");
        assertThat(JsonMappers.PUBLIC.readTree(shown).path("status").stringValue())
                .isEqualTo(value);
    }

    @Test
    void unpaired_surrogates_are_replaced_and_anything_else_stays() {
        assertThat(Printable.of("\ud800a\udc00\udc00\ud800")).isEqualTo("\uFFFDa\uFFFD\uFFFD\uFFFD");
        String plain = "a \"quoted\" prüfung 文 \uD83D\uDE00 \u00a0\u200d\\";
        assertThat(Printable.of(plain)).isSameAs(plain);
    }
}
