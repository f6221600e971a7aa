package io.docsagent.worker.gateway.http;

import io.docsagent.worker.gateway.keys.ApiKey;
import io.docsagent.worker.gateway.keys.Redaction;
import io.docsagent.worker.settings.ApiSettings;
import java.util.Map;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/** A pool of connections for calls and one for lookups, so that neither waits for the other. */
record ServiceConnections(ServiceClient calls, ServiceClient lookups) implements ServiceHttp {

    static ServiceConnections of(ApiSettings settings, int maxLookups, ServiceTls tls, Redaction redaction) {
        int maxCalls = ApiSettings.mostInFlight(settings.maxInFlight());
        return new ServiceConnections(
                new ServiceClient("docs-agent-calls", maxCalls, settings, tls, redaction),
                new ServiceClient("docs-agent-lookups", maxLookups, settings, tls, redaction));
    }

    @Override
    public Mono<Reply> post(
            String uri,
            ApiKey key,
            Map<String, String> headers,
            byte[] json,
            Runnable beforeSend,
            Consumer<Reply> onHead) {
        return calls.post(uri, key, headers, json, beforeSend, onHead);
    }

    @Override
    public Mono<Reply> get(String uri, ApiKey key) {
        return lookups.get(uri, key);
    }

    @Override
    public void close() {
        calls.close();
        lookups.close();
    }
}
