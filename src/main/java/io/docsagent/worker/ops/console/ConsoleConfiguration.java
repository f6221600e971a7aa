package io.docsagent.worker.ops.console;

import io.docsagent.worker.ops.port.PortToken;
import io.docsagent.worker.ops.projects.ProjectsEndpoint;
import io.docsagent.worker.settings.WorkerProperties;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The console, where it has a port. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("docs-agent.console.port")
public class ConsoleConfiguration {

    @Bean(initMethod = "start", destroyMethod = "close")
    ConsoleServer consoleServer(
            WorkerProperties settings,
            @Value("${management.server.address:}") String address,
            ProjectsEndpoint projects,
            MeterRegistry meters,
            @Nullable PortToken token,
            Clock clock) {
        Integer port = settings.console().port();
        return new ConsoleServer(
                ConsoleServer.address(address, port == null ? 0 : port),
                settings.management(),
                new ConsoleAccess(token, settings.management().maxRequests(), clock),
                new ConsolePages(projects, meters));
    }
}
