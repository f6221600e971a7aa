package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.contract.ContractLimits;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.ingress.document.ContractSchema;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.ingress.document.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The examples that are published beside the schemas, against the schemas. */
class ContractTest {

    private static final Path EXAMPLES = Path.of("schemas/examples");
    private static final CommandReader READER = Readers.of(256 * 1024);
    private static final OperationReader OPERATIONS = new OperationReader(256 * 1024);
    private static final PullRequestReader PULL_REQUESTS = new PullRequestReader(256 * 1024);

    @ParameterizedTest
    @MethodSource
    void a_valid_document_that_others_write_is_accepted(Path example) throws IOException {
        assertThat(read(example))
                .isInstanceOfAny(Reading.Accepted.class, Reading.Requested.class, Reading.Reported.class);
    }

    static List<Path> a_valid_document_that_others_write_is_accepted() throws IOException {
        return examples("valid", "command", "operation", "pull-request");
    }

    @ParameterizedTest
    @MethodSource
    void an_invalid_one_is_refused_for_the_reason_beside_it(Path example) throws IOException {
        assertThat(read(example))
                .isInstanceOfSatisfying(
                        Reading.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reasonBeside(example)));
    }

    static List<Path> an_invalid_one_is_refused_for_the_reason_beside_it() throws IOException {
        return examples("invalid", "command", "operation", "pull-request");
    }

    @ParameterizedTest
    @MethodSource
    void a_valid_record_of_the_worker_fits_its_schema(Path example) throws IOException {
        assertThatCode(() -> requireFit(example)).doesNotThrowAnyException();
    }

    static List<Path> a_valid_record_of_the_worker_fits_its_schema() throws IOException {
        return examples("valid", "status-event", "command-record", "dead-letter");
    }

    @ParameterizedTest
    @MethodSource
    void an_invalid_record_of_the_worker_does_not_fit_for_the_reason_beside_it(Path example) {
        assertThatThrownBy(() -> requireFit(example)).hasMessage(reasonBeside(example));
    }

    static List<Path> an_invalid_record_of_the_worker_does_not_fit_for_the_reason_beside_it() throws IOException {
        return examples("invalid", "status-event", "command-record", "dead-letter");
    }

    @ParameterizedTest
    @MethodSource
    void what_version_one_allowed_stays_allowed(Path golden) {
        assertThatCode(() -> requireFit(golden)).doesNotThrowAnyException();
    }

    /** Copies that are never edited: the examples may move on, published messages do not. */
    static List<Path> what_version_one_allowed_stays_allowed() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/resources/contract"))) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void the_limits_in_the_code_are_those_of_the_schema() throws IOException {
        JsonNode schema = JsonMappers.PUBLIC.readTree(Files.readString(Path.of("schemas/command.schema.json")));

        assertThat(schema.at("/$defs/serviceId/pattern").stringValue()).isEqualTo(ContractLimits.SERVICE_ID);
        assertThat(schema.at("/$defs/commandId/maxLength").intValue()).isEqualTo(ContractLimits.COMMAND_ID);
        assertThat(schema.at("/properties/coalesce/properties/key/maxLength").intValue())
                .isEqualTo(ContractLimits.COALESCE_KEY);
        assertThat(schema.at("/$defs/duration/pattern").stringValue()).isEqualTo(ContractLimits.DURATION);
        assertThat(schema.at("/properties/reason/maxLength").intValue()).isEqualTo(ContractLimits.REASON);
        JsonNode metadata = schema.at("/properties/metadata");
        assertThat(metadata.at("/maxProperties").intValue()).isEqualTo(ContractLimits.METADATA_ENTRIES);
        assertThat(metadata.at("/propertyNames/maxLength").intValue()).isEqualTo(ContractLimits.METADATA_NAME);
        assertThat(metadata.at("/additionalProperties/maxLength").intValue()).isEqualTo(ContractLimits.METADATA_VALUE);
    }

    @Test
    void a_structured_cloud_event_is_accepted() throws IOException {
        byte[] value = Files.readAllBytes(EXAMPLES.resolve("command-cloudevents/structured.json"));

        Reading reading =
                READER.read(Records.of(value, Records.headers("content-type", "application/cloudevents+json")));

        assertThat(reading).isInstanceOf(Reading.Accepted.class);
    }

    private static Reading read(Path example) throws IOException {
        var document = Records.plain(Files.readString(example));
        return switch (kind(example)) {
            case "operation" -> OPERATIONS.read(document);
            case "pull-request" -> PULL_REQUESTS.read(document);
            default -> READER.read(document);
        };
    }

    /** The schema is the one that a folder of the path is named after. */
    private static void requireFit(Path example) throws IOException, RefusedException {
        JsonNode document = JsonMappers.PUBLIC.readTree(Files.readString(example));
        ContractSchema schema = ContractSchema.named(kind(example) + ".schema.json");
        schema.require(document, "", schema.names());
    }

    private static String kind(Path example) {
        return Stream.of("command", "operation", "pull-request", "status-event", "command-record", "dead-letter")
                .filter(kind -> example.toString().contains("/" + kind + "/"))
                .findFirst()
                .orElseThrow();
    }

    private static String reasonBeside(Path example) {
        Path reason = Path.of(example.toString().replaceFirst("\\.json$", ".error.txt"));
        try {
            return Files.readString(reason).strip();
        } catch (IOException e) {
            throw new AssertionError("An invalid example needs its reason beside it: " + reason, e);
        }
    }

    private static List<Path> examples(String folder, String... kinds) throws IOException {
        List<Path> examples = new ArrayList<>();
        for (String kind : kinds) {
            try (Stream<Path> files = Files.list(EXAMPLES.resolve(kind).resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".json")).sorted().forEach(examples::add);
            }
        }
        return examples;
    }
}
