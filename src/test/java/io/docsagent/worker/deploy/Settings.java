package io.docsagent.worker.deploy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The settings that exist, the worker's and Spring Boot's, by the names of their environment variables. */
public final class Settings {

    private static final Map<String, String> TYPES = read();

    private Settings() {}

    public static boolean exists(String variable) {
        return TYPES.containsKey(variable)
                || TYPES.entrySet().stream()
                        .anyMatch(setting -> setting.getValue().startsWith("java.util.Map<")
                                && variable.startsWith(setting.getKey() + "_"));
    }

    private static Map<String, String> read() {
        Map<String, String> types = new TreeMap<>();
        try {
            for (URL metadata : Collections.list(
                    Settings.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
                try (InputStream json = metadata.openStream()) {
                    for (JsonNode property : JsonMapper.shared().readTree(json).path("properties")) {
                        types.put(
                                variable(property.path("name").asString()),
                                property.path("type").asString(""));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return types;
    }

    private static String variable(String property) {
        return property.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_");
    }
}
