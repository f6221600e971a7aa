package io.docsagent.worker.gateway.http;

import io.docsagent.worker.gateway.keys.Redaction;
import io.docsagent.worker.settings.ApiSettings;

/** A pool of connections for calls and one for lookups, so that neither waits for the other. */
record ServiceConnections(ServiceHttp calls, ServiceHttp lookups) {

    static ServiceConnections of(ApiSettings settings, int maxLookups, ServiceTls tls, Redaction redaction) {
        int maxCalls = ApiSettings.mostInFlight(settings.maxInFlight());
        return new ServiceConnections(
                new ServiceClient("docs-agent-calls", maxCalls, settings, tls, redaction),
                new ServiceClient("docs-agent-lookups", maxLookups, settings, tls, redaction));
    }
}
