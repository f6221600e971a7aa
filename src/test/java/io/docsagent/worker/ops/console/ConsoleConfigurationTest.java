package io.docsagent.worker.ops.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.ops.projects.Estimates;
import io.docsagent.worker.ops.projects.FakeProjects;
import io.docsagent.worker.ops.projects.OtherInstances;
import io.docsagent.worker.ops.projects.ProjectsEndpoint;
import io.docsagent.worker.settings.WorkerCannotStartException;
import io.docsagent.worker.settings.WorkerProperties;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** When there is a console. */
class ConsoleConfigurationTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withUserConfiguration(Settings.class, ConsoleConfiguration.class)
            .withPropertyValues(
                    "docs-agent.api.base-url=http://localhost:1",
                    "docs-agent.api.key=k",
                    "management.server.address=127.0.0.1",
                    "management.server.port=8081")
            .withBean(
                    ProjectsEndpoint.class,
                    () -> new ProjectsEndpoint(
                            new FakeProjects(),
                            id -> FakeProjects.POLICY,
                            new OtherInstances(null, () -> null, null),
                            new Estimates(() -> false),
                            Clock.systemUTC()))
            .withBean(SimpleMeterRegistry.class)
            .withBean(Clock.class, Clock::systemUTC);

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(WorkerProperties.class)
    static class Settings {}

    @Test
    void nothing_is_opened_without_a_port_or_with_an_empty_one() {
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ConsoleServer.class));
        runner.withPropertyValues("docs-agent.console.port=")
                .run(context -> assertThat(
                                context.getBeanProvider(ConsoleServer.class).getIfAvailable())
                        .isNull());
        runner.withPropertyValues("docs-agent.console.port=0")
                .run(context -> assertThat(context).hasSingleBean(ConsoleServer.class));
    }

    @Test
    void the_management_port_is_refused() {
        runner.withPropertyValues("docs-agent.console.port=8081")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasRootCauseInstanceOf(WorkerCannotStartException.class)
                        .rootCause()
                        .hasMessage("docs-agent.console.port and management.server.port are both 8081:"
                                + " choose another port for the console."));
    }
}
