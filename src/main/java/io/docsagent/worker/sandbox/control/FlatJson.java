package io.docsagent.worker.sandbox.control;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A JSON object as properties: {@code {"a": {"b": [1]}}} is {@code a.b[0]=1}. */
final class FlatJson {

    private FlatJson() {}

    static Map<String, Object> of(JsonNode object) {
        if (!object.isObject()) {
            throw new IllegalArgumentException("The body must be a JSON object");
        }
        Map<String, Object> flat = new LinkedHashMap<>();
        collect("", object, flat);
        return flat;
    }

    private static void collect(String name, JsonNode node, Map<String, Object> flat) {
        if (node.isObject()) {
            node.properties()
                    .forEach(field -> collect(
                            name.isEmpty() ? field.getKey() : name + "." + field.getKey(), field.getValue(), flat));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                collect(name + "[" + i + "]", node.get(i), flat);
            }
        } else if (!node.isNull()) {
            flat.put(name, node.asString());
        }
    }
}
