package io.docsagent.worker.gateway.http;

import io.docsagent.worker.clock.LogClock;
import io.docsagent.worker.gateway.AgentApi;
import io.docsagent.worker.gateway.CallTracing;
import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.gateway.SendPermission;
import io.docsagent.worker.gateway.breaker.ServiceBreaker;
import io.docsagent.worker.gateway.keys.ApiKeys;
import io.docsagent.worker.settings.WorkerProperties;
import java.util.random.RandomGenerator;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.scheduler.Schedulers;

/** The beans that speak to the service, and say when not to. */
@Configuration(proxyBeanMethods = false)
public class HttpConfiguration {

    @Bean
    ServiceBreaker serviceBreaker(WorkerProperties properties, LogClock clock) {
        long seed = RandomGenerator.getDefault().nextLong(1L << 32);
        return new ServiceBreaker(properties.api().breaker(), clock, seed);
    }

    @Bean
    AgentApi agentApi(
            WorkerProperties properties,
            ApiKeys keys,
            LogClock clock,
            SendPermission permission,
            GatewayObserver observer,
            CallTracing tracing,
            ServiceBreaker breaker,
            SslBundles bundles) {
        ServiceTls tls = ServiceTls.of(properties.api().sslBundle(), bundles);
        var connections =
                ServiceConnections.of(properties.api(), properties.poll().maxConcurrent(), tls, keys.redaction());
        var api = new HttpAgentApi(properties, connections, keys, clock, permission, Schedulers.parallel());
        return new ObservedAgentApi(api, observer, tracing, breaker);
    }
}
