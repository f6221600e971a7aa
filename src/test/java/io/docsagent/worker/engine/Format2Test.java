package io.docsagent.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.state.DedupEntry;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.message.Format;
import io.docsagent.worker.message.GatewayRequest;
import io.docsagent.worker.message.Input;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * State and internal records of every shape that seeded histories and the engine's tests made commit 05330aa write,
 * with the names that its types had, are read and written as format 3 with the same content.
 */
class Format2Test {

    private static final Path WRITTEN = Path.of("src/test/resources/formats/format-2.txt");
    private static final JsonMapper JSON = new JsonMapper();

    private static final Map<String, Format<?>> FORMATS = Map.of(
            "Project",
            Format.of(Project.class),
            "QueuedCommand",
            Format.of(QueuedCommand.class),
            "Seen",
            Format.of(DedupEntry.class),
            "Job",
            Format.of(Job.class),
            "ReadUpTo",
            Format.of(PartitionState.ReadUpTo.class),
            "Input",
            Format.of(Input.class),
            "Order",
            Format.of(GatewayRequest.class));

    static Stream<String> written() throws IOException {
        return Files.readAllLines(WRITTEN).stream();
    }

    @ParameterizedTest
    @MethodSource("written")
    void is_read_and_written_as_format_3(String line) {
        int space = line.indexOf(' ');
        byte[] bytes = line.substring(space + 1).getBytes(StandardCharsets.UTF_8);

        byte[] again = rewritten(Objects.requireNonNull(FORMATS.get(line.substring(0, space))), bytes);

        assertThat((char) again[0]).isEqualTo('3');
        assertThat(JSON.readTree(again, 1, again.length - 1)).isEqualTo(inFormat3(bytes));
    }

    @Test
    void every_type_is_there() throws IOException {
        assertThat(written().map(line -> line.substring(0, line.indexOf(' '))).distinct())
                .containsExactlyInAnyOrderElementsOf(FORMATS.keySet());
    }

    /** What was refused did not say whether it had expired. */
    private static JsonNode inFormat3(byte[] bytes) {
        JsonNode json = JSON.readTree(bytes, 1, bytes.length - 1);
        if (json.path("fate") instanceof ObjectNode state
                && state.path("is").stringValue("").equals("refused")) {
            state.put("is", "rejected");
        }
        return json;
    }

    private static <T> byte[] rewritten(Format<T> format, byte[] bytes) {
        return format.write(format.read(bytes));
    }
}
