package io.docsagent.worker.gateway.http;

import io.docsagent.worker.gateway.SendPermission;
import io.docsagent.worker.gateway.keys.ApiKeys;
import io.docsagent.worker.settings.WorkerProperties;
import java.time.InstantSource;
import reactor.core.scheduler.Schedulers;

/** The service's client with real connections, as the worker has it. */
final class RealHttp {

    private static final SendPermission ALWAYS = () -> true;

    private RealHttp() {}

    static HttpAgentApi api(WorkerProperties settings, InstantSource clock, ServiceTls tls) {
        return api(settings, clock, tls, ALWAYS);
    }

    static HttpAgentApi api(WorkerProperties settings, InstantSource clock, ServiceTls tls, SendPermission permission) {
        ApiKeys keys = new ApiKeys(settings.api(), InstantSource.system());
        var connections = ServiceConnections.of(settings.api(), 4, tls, keys.redaction());
        return new HttpAgentApi(settings, connections, keys, clock, permission, Schedulers.parallel());
    }
}
