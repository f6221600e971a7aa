package io.docsagent.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A setting of the sandbox that does not exist is not ignored. */
class UnknownSandboxSettingsTest {

    private final ApplicationContextRunner sandbox =
            new ApplicationContextRunner().withUserConfiguration(Service.class);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DOCS_AGENT_SANDBOX_JOBS_TAKE",
                "DOCSAGENT_SANDBOX_JOBS_TAKE",
                "DOCS_AGENT_SANDBOX_JOBS_TAKES_LONGER",
                "docs-agent.sandbox.jobs.take"
            })
    void a_variable_is_refused_with_the_nearest_one(String unknown) {
        assertRefused(withVariable(unknown), unknown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DOCS_AGENT_SANDBOX_JOBS_TAKES",
                "DOCSAGENT_SANDBOX_JOBS_TAKES",
                "DOCS_AGENT_SANDBOX_DATA_DIR",
                "DOCS_AGENT_SANDBOX_DATADIR",
                "DOCS_AGENT_SANDBOX_AGENT_COMMAND_0",
                "DOCS_AGENT_SANDBOX_AGENT_ENVIRONMENT_HOME",
                "DOCS_AGENT_SANDBOX_RUN",
                "DOCS_AGENT_SANDBOX_SERVICE_HOST",
                "DOCS_AGENT_SANDBOX_PORT_8080_TCP",
                "DOCS_AGENT_QUOTA_CAPASITY"
            })
    void one_that_exists_or_is_none_of_the_sandboxes_is_taken(String variable) {
        withVariable(variable).run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void a_variable_sets_an_entry_of_a_map() {
        assertThat(SandboxApplication.application().application().getInitializers())
                .hasAtLeastOneElementOfType(MapVariables.class);
        withVariable("DOCS_AGENT_SANDBOX_AGENT_ENVIRONMENT_MY_MODEL")
                .run(context -> assertThat(
                                context.getBean(SandboxSettings.class).agent().environment())
                        .containsExactly(Map.entry("MY_MODEL", "1s")));
        withVariable("DOCS_AGENT_SANDBOX_REPOSITORIES_ORIGINS_DOCS_SITE")
                .run(context -> assertThat(context.getBean(SandboxSettings.class)
                                .repositories()
                                .origins())
                        .containsExactly(Map.entry("docs-site", "1s")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs-agent.sandbox.jobs.take", "docs-agent.sandbox.jobs.takes-longer"})
    void a_property_is_refused_with_the_nearest_one(String unknown) {
        assertRefused(sandbox.withPropertyValues(unknown + "=1s"), unknown);
        assertRefused(sandbox.withSystemProperties(unknown + "=1s"), unknown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs-agent.sandbox.jobs.takes=1s", "docs-agent.quota.capasity=1"})
    void one_that_exists_or_is_the_workers_is_taken(String setting) {
        sandbox.withPropertyValues(setting).run(context -> assertThat(context).hasNotFailed());
    }

    private ApplicationContextRunner withVariable(String name) {
        return sandbox.withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", Map.of(name, "1s"))))
                .withInitializer(new MapVariables());
    }

    private static void assertRefused(ApplicationContextRunner sandbox, String unknown) {
        sandbox.run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, refusal -> {
                    assertThat(refusal.getName()).isEqualTo(unknown);
                    assertThat(refusal.getReason()).contains("Did you mean docs-agent.sandbox.jobs.takes?");
                }));
    }

    @EnableConfigurationProperties(SandboxSettings.class)
    static class Service {
        @Bean
        static ConfigurationPropertiesBindHandlerAdvisor unknownSettings() {
            return SandboxApplication.unknownSettings();
        }
    }
}
