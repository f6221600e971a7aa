package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.settings.TopicSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void the_addresses_are_the_default_names_of_the_topics() {
        TopicSettings topics = new Binder(new MapConfigurationPropertySource(Map.of("topics.partitions", "12")))
                .bindOrCreate("topics", TopicSettings.class);

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
                        topics.operationsDlt(),
                        "docs-agent.pull-requests",
                        "docs-agent.pull-requests-dlt");
    }

    @Test
    void publishers_with_topics_of_their_own_send_the_same_commands() {
        JsonNode channels = api.get("channels");

        assertThat(channels.at("/publisherRequests/messages")).isEqualTo(channels.at("/requests/messages"));
        assertThat(channels.at("/publisherRequests/parameters").propertyNames()).containsExactly("topic");
    }
}
