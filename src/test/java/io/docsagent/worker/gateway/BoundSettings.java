package io.docsagent.worker.gateway;

import io.docsagent.worker.settings.ApiSettings;
import io.docsagent.worker.settings.WorkerProperties;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The settings as the worker would bind them, with what a test changes. */
public final class BoundSettings {

    public static final String KEY = "sk-secret/0123456789";

    private BoundSettings() {}

    public static ApiSettings of(String baseUrl, String... more) {
        return all(baseUrl, more).api();
    }

    public static WorkerProperties all(String baseUrl, String... more) {
        Map<String, String> values = new HashMap<>(Map.of("docs-agent.api.base-url", baseUrl));
        boolean ownKey = false;
        for (int i = 0; i < more.length; i += 2) {
            values.put("docs-agent." + more[i], more[i + 1]);
            ownKey |= more[i].startsWith("api.key");
        }
        if (!ownKey) {
            values.put("docs-agent.api.key", KEY);
        }
        return new Binder(new MapConfigurationPropertySource(values))
                .bind("docs-agent", WorkerProperties.class)
                .get();
    }
}
