package io.docsagent.worker.domain.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.JsonMappers;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextBytesTest {

    @Test
    void each_character_counts_as_json_has_it() {
        IntStream.rangeClosed(Character.MIN_VALUE, Character.MAX_VALUE)
                .filter(each -> !Character.isSurrogate((char) each))
                .forEach(each -> assertThat(TextBytes.inJson(Character.toString(each)))
                        .as("U+%04X", each)
                        .isEqualTo(inJson(Character.toString(each))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "plain", "a\tline\n", "\"quoted\" \\", "\u00e4\u0436\u5b57", "\ud83d\ude00 and \ud83d\udc4d"
            })
    void so_does_a_text(String text) {
        assertThat(TextBytes.inJson(text)).isEqualTo(inJson(text));
    }

    /** Without the quotes around it. */
    private static long inJson(String text) {
        return JsonMappers.INTERNAL.writeValueAsBytes(text).length - 2L;
    }

    @Test
    void a_string_has_two_bytes_for_each_character_where_one_is_not_of_latin_1() {
        long latin = TextBytes.inMemory("\u00e4".repeat(100));

        assertThat(TextBytes.inMemory("\u00e4".repeat(99) + "\u0436")).isEqualTo(latin + 100);
        assertThat(TextBytes.inMemory(null, "\u00e4".repeat(100), null)).isEqualTo(latin);
    }
}
