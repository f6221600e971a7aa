package io.docsagent.worker.ingress;

import io.docsagent.worker.settings.WorkerProperties;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** What reads commands, with the publishers of some settings. */
public final class Readers {

    private Readers() {}

    /** Of the default publisher on its usual topic. */
    public static CommandReader of(long maxBytes) {
        return new CommandReader(maxBytes, publishers());
    }

    /** Settings without {@code docs-agent.} and their values, in turn. */
    public static Publishers publishers(String... settings) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return publishers(all);
    }

    /** Settings without {@code docs-agent.}. */
    static Publishers publishers(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>();
        settings.forEach((name, value) -> all.put("docs-agent." + name, value));
        return Publishers.of(
                new Binder(new MapConfigurationPropertySource(all)).bindOrCreate("docs-agent", WorkerProperties.class));
    }
}
