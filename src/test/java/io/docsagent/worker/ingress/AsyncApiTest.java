package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.settings.WorkerProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code schemas/asyncapi.yaml} against the files and the settings that it speaks of. */
class AsyncApiTest {

    private static final Path SCHEMAS = Path.of("schemas");
    private final JsonMapper mapper = JsonMapper.shared();
    private JsonNode api;

    @BeforeEach
    void load() throws IOException {
        api = mapper.valueToTree(new Yaml().<Object>load(Files.readString(SCHEMAS.resolve("asyncapi.yaml"))));
    }

    @Test
    void every_reference_leads_somewhere() throws IOException {
        List<String> references = references(api);

        assertThat(references)
                .contains(
                        "./command.schema.json",
                        "./status-event.schema.json",
                        "./command-record.schema.json",
                        "./operation.schema.json",
                        "./dead-letter.schema.json");
        for (String reference : references) {
            assertThat(target(reference).isMissingNode()).as(reference).isFalse();
        }
    }

    @Test
    void the_addresses_are_the_default_names_of_the_topics() {
        WorkerProperties.TopicSettings topics = new Binder(
                        new MapConfigurationPropertySource(Map.of("topics.partitions", "12")))
                .bindOrCreate("topics", WorkerProperties.TopicSettings.class);

        Stream<String> addresses = api.get("channels")
                .valueStream()
                .map(channel -> channel.get("address").stringValue());

        assertThat(addresses)
                .containsExactlyInAnyOrder(
                        topics.requests(),
                        "{topic}",
                        topics.jobStatus(),
                        topics.commands(),
                        topics.requestsDlt(),
                        topics.operations(),
                        topics.operationsDlt());
    }

    @Test
    void publishers_with_topics_of_their_own_send_the_same_commands() {
        JsonNode channels = api.get("channels");

        assertThat(channels.at("/publisherRequests/messages")).isEqualTo(channels.at("/requests/messages"));
        assertThat(channels.at("/publisherRequests/parameters").propertyNames()).containsExactly("topic");
    }

    @Test
    void every_operation_is_on_one_of_the_channels() {
        assertThat(api.get("asyncapi").stringValue()).isEqualTo("3.0.0");
        assertThat(api.get("operations").size()).isEqualTo(api.get("channels").size());
    }

    private JsonNode target(String reference) throws IOException {
        String[] parts = reference.split("#", 2);
        JsonNode document = parts[0].isEmpty() ? api : mapper.readTree(Files.readString(SCHEMAS.resolve(parts[0])));
        return parts.length == 1 ? document : document.at(parts[1]);
    }

    private static List<String> references(JsonNode node) {
        List<String> found = new ArrayList<>();
        if (node.path("$ref").isString()) {
            found.add(node.get("$ref").stringValue());
        }
        node.forEach(child -> found.addAll(references(child)));
        return found;
    }
}
