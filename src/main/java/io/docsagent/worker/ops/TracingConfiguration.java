package io.docsagent.worker.ops;

import io.docsagent.worker.gateway.CallTracing;
import io.docsagent.worker.settings.TracingSettings;
import io.docsagent.worker.settings.WorkerCannotStartException;
import io.docsagent.worker.settings.WorkerProperties;
import java.net.URI;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Sends the spans of calls to a collector, if there is one. */
@Configuration(proxyBeanMethods = false)
class TracingConfiguration {

    @Bean
    CallTracing callTracing(
            WorkerProperties settings, SslBundles bundles, @Value("${spring.application.name}") String name) {
        TracingSettings tracing = settings.tracing();
        URI endpoint = tracing.endpoint();
        if (endpoint == null) {
            return CallTracing.NONE;
        }
        String bundle = tracing.sslBundle();
        try {
            SslBundle tls = bundle == null ? null : bundles.getBundle(bundle);
            return new OtlpTracing(endpoint, tracing.headers(), tls, name);
        } catch (NoSuchSslBundleException e) {
            throw new WorkerCannotStartException(
                    "docs-agent.tracing.ssl-bundle: there is no SSL bundle named " + bundle
                            + ". Define it with spring.ssl.bundle.pem." + bundle + ".*, or correct the name.",
                    e);
        }
    }
}
