package io.docsagent.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Topics;
import io.docsagent.worker.settings.TopicSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** The names that application.yaml gives, by the variable that Kubernetes sets. */
class InstallationTest {

    private static final Topics DEFAULTS =
            new Binder().bindOrCreate("docs-agent.topics", TopicSettings.class).names();

    @Test
    void without_one_the_names_are_the_defaults_of_the_settings() {
        StandardEnvironment environment = environment(Map.of());

        assertThat(topics(environment)).isEqualTo(DEFAULTS);
        assertThat(environment.getProperty("spring.kafka.streams.application-id"))
                .isEqualTo("docs-agent-worker");
        assertThat(environment.getProperty("spring.kafka.consumer.group-id")).isEqualTo("docs-agent-gateway");
    }

    @Test
    void one_is_put_before_every_name_that_is_not_set_itself() {
        StandardEnvironment environment = environment(Map.of(
                "DOCS_AGENT_INSTALLATION",
                "team-a.",
                "DOCS_AGENT_TOPICS_CALLS",
                "calls",
                "DOCS_AGENT_TOPICS_COMMANDS",
                ""));

        assertThat(topics(environment))
                .isEqualTo(new Topics(
                        "team-a." + DEFAULTS.requests(),
                        "team-a." + DEFAULTS.inputs(),
                        "calls",
                        "team-a." + DEFAULTS.jobStatus(),
                        "",
                        "team-a." + DEFAULTS.requestsDlt(),
                        "team-a." + DEFAULTS.operations(),
                        "team-a." + DEFAULTS.operationsDlt(),
                        ""));
        assertThat(environment.getProperty("spring.kafka.streams.application-id"))
                .isEqualTo("team-a.docs-agent-worker");
        assertThat(environment.getProperty("spring.kafka.consumer.group-id")).isEqualTo("team-a.docs-agent-gateway");
    }

    private static Topics topics(StandardEnvironment environment) {
        return Binder.get(environment)
                .bindOrCreate("docs-agent.topics", TopicSettings.class)
                .names();
    }

    private static StandardEnvironment environment(Map<String, Object> variables) {
        var environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        ConfigurationPropertySources.attach(environment);
        return environment;
    }
}
