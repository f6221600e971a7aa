package io.docsagent.worker.gateway.keys;

import io.docsagent.worker.settings.WorkerProperties;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans that read the keys and hide them. */
@Configuration(proxyBeanMethods = false)
public class KeysConfiguration {

    @Bean(initMethod = "start")
    ApiKeys apiKeys(WorkerProperties properties, Clock clock) {
        return new ApiKeys(properties.api(), clock);
    }

    @Bean
    Redaction redaction(ApiKeys keys, WorkerProperties properties) {
        String password = properties.api().proxy().password();
        if (password != null) {
            keys.redaction().add(password);
        }
        properties.tracing().headers().values().forEach(value -> hideHeader(keys.redaction(), value));
        return keys.redaction();
    }

    /** A scheme in front of it, as in {@code Bearer x}, is no part of the secret. */
    private static void hideHeader(Redaction redaction, String value) {
        redaction.add(value.substring(value.lastIndexOf(' ') + 1));
    }
}
