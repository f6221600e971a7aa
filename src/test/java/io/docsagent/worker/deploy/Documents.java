package io.docsagent.worker.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads YAML, anchors and merges included, as trees. */
final class Documents {

    private Documents() {}

    static JsonNode one(Path file) {
        return all(text(file)).getFirst();
    }

    static List<JsonNode> all(String yaml) {
        List<JsonNode> documents = new ArrayList<>();
        new Yaml()
                .loadAll(yaml)
                .forEach(document -> documents.add(JsonMapper.shared().valueToTree(document)));
        return documents;
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> strings(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }
}
