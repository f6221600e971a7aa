package io.docsagent.worker.ops.console;

import io.docsagent.worker.ops.port.PortToken;
import io.docsagent.worker.ops.projects.ProjectsEndpoint;
import io.docsagent.worker.settings.WorkerCannotStartException;
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

    /** Null where the setting is there, and empty. */
    @Bean(initMethod = "start", destroyMethod = "close")
    @Nullable
    ConsoleServer consoleServer(
            WorkerProperties settings,
            @Value("${management.server.address:}") String address,
            @Value("${management.server.port:}") @Nullable Integer managementPort,
            ProjectsEndpoint projects,
            MeterRegistry meters,
            @Nullable PortToken token,
            Clock clock) {
        Integer port = settings.console().port();
        if (port == null) {
            return null;
        }
        if (port != 0 && port.equals(managementPort)) {
            // Otherwise the console would open it first, and the management port be reported as the one to change.
            throw new WorkerCannotStartException("docs-agent.console.port and management.server.port are both " + port
                    + ": choose another port for the console.");
        }
        return new ConsoleServer(
                ConsoleServer.address(address, port),
                settings.management(),
                new ConsoleAccess(token, settings.management().maxRequests(), clock),
                new ConsolePages(projects, meters, token != null));
    }
}
