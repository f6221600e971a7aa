package io.docsagent.worker.gateway.http;

import io.docsagent.worker.settings.WorkerCannotStartException;
import io.netty.handler.ssl.SslContextBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslOptions;
import reactor.netty.http.Http11SslContextSpec;
import reactor.netty.tcp.SslProvider;

/** The certificates to trust and to present: the JVM's defaults, or an SSL bundle that may be reloaded. */
final class ServiceTls {

    private volatile @Nullable SslBundle bundle;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    private ServiceTls(@Nullable SslBundle bundle) {
        this.bundle = bundle;
    }

    static ServiceTls ofJvm() {
        return new ServiceTls(null);
    }

    /** @param name of the bundle; null for the JVM's defaults */
    static ServiceTls of(@Nullable String name, SslBundles bundles) {
        if (name == null) {
            return ofJvm();
        }
        try {
            ServiceTls tls = new ServiceTls(bundles.getBundle(name));
            bundles.addBundleUpdateHandler(name, tls::renew);
            return tls;
        } catch (NoSuchSslBundleException e) {
            throw new WorkerCannotStartException(
                    "docs-agent.api.ssl-bundle: there is no SSL bundle named " + name
                            + ". Define it with spring.ssl.bundle.pem." + name + ".* or spring.ssl.bundle.jks." + name
                            + ".*, or correct the name.",
                    e);
        }
    }

    private void renew(SslBundle renewed) {
        bundle = renewed;
        listeners.forEach(Runnable::run);
    }

    /** Runs when {@link #context()} has changed. */
    void onChange(Runnable listener) {
        listeners.add(listener);
    }

    SslProvider.GenericSslContextSpec<?> context() {
        Http11SslContextSpec http11 = Http11SslContextSpec.forClient();
        SslBundle present = bundle;
        if (present != null) {
            http11.configure(tls -> configure(tls, present));
        }
        return http11;
    }

    private static void configure(SslContextBuilder tls, SslBundle bundle) {
        SslOptions options = bundle.getOptions();
        tls.keyManager(bundle.getManagers().getKeyManagerFactory())
                .trustManager(bundle.getManagers().getTrustManagerFactory());
        if (options.getCiphers() != null) {
            tls.ciphers(Arrays.asList(options.getCiphers()));
        }
        if (options.getEnabledProtocols() != null) {
            tls.protocols(options.getEnabledProtocols());
        }
    }
}
