package io.docsagent.worker.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.wire.Format;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Whatever was written is read back: no reader's limit is below what ingress accepts. */
class JsonMappersTest {

    private static final List<JsonMapper> MAPPERS = List.of(JsonMappers.PUBLIC, JsonMappers.INTERNAL);

    @Test
    void names_and_texts_of_any_length_are_read() {
        Map<String, String> longest = Map.of("n".repeat(100_000), "v".repeat(25_000_000));

        for (JsonMapper mapper : MAPPERS) {
            assertThat(mapper.readValue(mapper.writeValueAsBytes(longest), Object.class))
                    .isEqualTo(longest);
        }
    }

    /**
     * Readers share a table of names, whose hash function only adds up what follows the first twelve bytes: words in
     * another order have the same hash.
     */
    @Test
    void names_of_one_hash_are_read() {
        Format<Command> format = Format.of(Command.class);
        for (int i = 0; i < 400; i++) {
            Command command = new Command(
                    Command.Type.CREATE, "p", "hello", null, null, null, Command.Priority.NORMAL, null, colliding(i));

            assertThat(format.read(format.write(command))).isEqualTo(command);
            byte[] json = JsonMappers.PUBLIC.writeValueAsBytes(command.metadata());
            assertThat(JsonMappers.PUBLIC.readTree(json).size()).isEqualTo(16);
        }
    }

    /** 16 names of 128 characters each that no other number has. */
    private static Map<String, String> colliding(int number) {
        Map<String, String> metadata = new LinkedHashMap<>();
        for (int entry = 0; entry < 16; entry++) {
            int bits = number * 16 + entry;
            StringBuilder name = new StringBuilder("x".repeat(12));
            // A bit is one of two orders of the same two words.
            IntStream.range(0, 14).forEach(bit -> name.append((bits >> bit & 1) == 0 ? "aaaabbbb" : "bbbbaaaa"));
            metadata.put(name.toString(), "");
        }
        return metadata;
    }

    @Test
    void text_is_written_in_no_more_bytes_than_anyone_could_write_it_in() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                continue;
            }
            String text = Character.toString(c);
            int raw = text.getBytes(StandardCharsets.UTF_8).length;
            int least = c == '"' || c == '\\' ? 2 : c >= ' ' ? raw : "\b\t\n\f\r".contains(text) ? 2 : 6;

            assertThat(JsonMappers.INTERNAL.writeValueAsBytes(text).length - 2)
                    .as(Integer.toHexString(c))
                    .isEqualTo(least);
            assertThat(JsonMappers.INTERNAL.writeValueAsBytes(Map.of(text, "")).length - 7)
                    .as("in a name: " + Integer.toHexString(c))
                    .isEqualTo(least);
        }
    }
}
