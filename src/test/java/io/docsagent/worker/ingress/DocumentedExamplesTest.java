package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.docsagent.worker.cli.Snippet;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.ingress.document.ContractSchema;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.ingress.document.RefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the documents show as a command, an event or a record is one. */
class DocumentedExamplesTest {

    private static final CommandReader READER = Readers.of(256 * 1024);
    private static final OperationReader OPERATIONS = new OperationReader(256 * 1024);
    private static final Pattern PUBLISHED = Pattern.compile("(?m)^ *(?:echo '|`)(\\{\"(?:type|operation)\".*})['`]");

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "schemas/README.md"})
    void commands_and_operations_are_accepted(Path document) throws IOException {
        List<String> examples = PUBLISHED
                .matcher(Files.readString(document))
                .results()
                .map(match -> match.group(1))
                .toList();

        assertThat(examples)
                .isNotEmpty()
                .allSatisfy(example -> assertThat(reader(example).read(Records.plain(example)))
                        .isNotInstanceOf(Reading.Refused.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "schemas/README.md"})
    void json_is_an_event_or_a_record_or_a_command_in_an_envelope(Path document) {
        List<String> examples = texts(document, "json");

        assertThat(examples).isNotEmpty().allSatisfy(example -> {
            if (example.contains("specversion")) {
                byte[] value = example.getBytes(StandardCharsets.UTF_8);
                assertThat(READER.read(
                                Records.of(value, Records.headers("content-type", "application/cloudevents+json"))))
                        .isInstanceOf(Reading.Accepted.class);
            } else {
                assertThatCode(() -> requireFit(schemaOf(example), example)).doesNotThrowAnyException();
            }
        });
    }

    /** {@code .ci/run} builds the project with the installed artifacts. */
    @Test
    void the_testing_kits_example_is_part_of_a_project_that_is_built() throws IOException {
        String example = Files.readString(Path.of("src/test/example/src/test/java/example/DocsOnCommitTest.java"));
        List<String> shown = texts(Path.of("src/test/java/io/docsagent/worker/testing/README.md"), "java");

        assertThat(shown)
                .singleElement()
                .asString()
                .satisfies(text -> assertThat(example.lines())
                        .containsSubsequence(text.lines().toList()));
    }

    private static String schemaOf(String example) {
        if (!example.contains("\"state\"")) {
            return "status-event";
        }
        return example.contains("\"commandId\"") ? "command-record" : "pull-request";
    }

    private static RecordReader reader(String example) {
        return example.contains("\"operation\"") ? OPERATIONS : READER;
    }

    private static void requireFit(String name, String example) throws RefusedException {
        JsonNode record = JsonMappers.PUBLIC.readTree(example);
        ContractSchema schema = ContractSchema.named(name + ".schema.json");
        schema.require(record, "", schema.names());
    }

    private static List<String> texts(Path document, String language) {
        return Snippet.of(document, language).map(Snippet::text).toList();
    }
}
