package io.docsagent.worker.ops.port;

import io.docsagent.worker.settings.ManagementSettings;
import io.docsagent.worker.settings.WorkerProperties;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of the management port. */
@Configuration(proxyBeanMethods = false)
public class PortConfiguration {

    private static final String BOOTS_CHECK =
            "org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration"
                    + "$SameManagementContextConfiguration";

    /**
     * Boot refuses {@code management.server.address} where one server has both ports. Here it is that server's address:
     * application.yaml takes {@code server.address} from it, as it does the port.
     */
    @Bean
    @ConditionalOnProperty("management.server.address")
    static BeanDefinitionRegistryPostProcessor allowManagementAddress() {
        return registry -> {
            if (registry.containsBeanDefinition(BOOTS_CHECK)) {
                registry.removeBeanDefinition(BOOTS_CHECK);
            }
        };
    }

    @Bean
    @Nullable
    PortToken portToken(WorkerProperties settings) {
        Path file = settings.management().tokenFile();
        return file == null ? null : PortToken.read(file);
    }

    @Bean
    PortAccess portAccess(WorkerProperties settings, @Nullable PortToken token) {
        return new PortAccess(settings.management(), token);
    }

    @Bean
    WebServerFactoryCustomizer<NettyReactiveWebServerFactory> connections(WorkerProperties settings) {
        ManagementSettings management = settings.management();
        return factory ->
                factory.addServerCustomizers(new Connections(management.timeout(), management.maxConnections()));
    }
}
