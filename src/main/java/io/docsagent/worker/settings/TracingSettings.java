package io.docsagent.worker.settings;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where spans go.
 *
 * @param endpoint for OTLP over HTTP, such as {@code http://collector:4318/v1/traces}; unset for no spans
 * @param headers sent along, for example {@code authorization}
 * @param sslBundle the Spring Boot SSL bundle with the truststore and, for mutual TLS, the client certificate
 */
public record TracingSettings(
        @Nullable URI endpoint,
        @DefaultValue Map<String, String> headers,
        @Nullable String sslBundle) {

    /** Leaves the headers' values out. */
    @Override
    public String toString() {
        return "TracingSettings[endpoint=" + endpoint + ", headers=" + headers.keySet() + "]";
    }
}
