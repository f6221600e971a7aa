package io.docsagent.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.sandbox.SandboxSettings;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A setting that does not exist is not ignored. */
@ExtendWith(OutputCaptureExtension.class)
@Isolated("others log too")
class UnknownSettingsTest {

    private final ApplicationContextRunner worker = new ApplicationContextRunner()
            .withUserConfiguration(SettingsConfiguration.class, Worker.class)
            .withPropertyValues("docs-agent.api.base-url=http://localhost:1", "docs-agent.api.key=k");

    private final ApplicationContextRunner sandbox =
            new ApplicationContextRunner().withUserConfiguration(SettingsConfiguration.class, Service.class);

    @ParameterizedTest
    @CsvSource({
        "docs-agent.projects.my.site.quota.capacity, docs-agent.projects[my.site].quota.capacity",
        "docs-agent.projects.my.new.site.delivery, docs-agent.projects[my.new.site].delivery",
        "docs-agent.projects.docs.quota.capasity, The nearest one is docs-agent.projects.docs.quota.capacity.",
        "docs-agent.publishers.chat.wait, The nearest one is docs-agent.publishers.chat.weight.",
        "docs-agent.publishers.my.chat.weight, docs-agent.publishers.my.chat.weight",
        "docs-agent.quota.capasity, The nearest one is docs-agent.quota.capacity.",
        "docs-agent.request.max-bytes, The nearest one is docs-agent.requests.max-bytes.",
        "docs-agent.nothing-of-the-kind, docs-agent.nothing-of-the-kind"
    })
    void it_is_named_with_its_place_and_what_was_meant(String unknown, String meant) {
        worker.withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addLast(new OriginTrackedMapPropertySource("settings.yaml", Map.of(unknown, "1"))))
                .run(context -> assertThat(refusal(context))
                        .contains(unknown + " (")
                        .contains("settings.yaml")
                        .contains(meant));
    }

    @Test
    void system_properties_are_no_exception() {
        worker.withSystemProperties("docs-agent.delivry=at-least-once")
                .run(context -> assertThat(refusal(context))
                        .contains("docs-agent.delivry (")
                        .contains("systemProperties")
                        .contains("docs-agent.delivery"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docs-agent.sandbox.agent.kind=noop",
                "docs-agent.sandbox.anything=1",
                "docs-agent.projects[my.site].quota.capacity=1",
                "docs-agent.projects.docs.delivery=at-least-once",
                "docs-agent.publishers.team-a.max-uses=1",
                "docs-agent.publishers.team-a.projects[0]=docs",
                "docs-agent.publishers.team-a.projects=docs,team-a-*",
                "docs-agent.api.not-taken-statuses=503",
                "docs-agent.api.not-taken-statuses[0]=503",
                "docs-agent.api.baseUrl=http://localhost:2"
            })
    void what_exists_is_taken(String setting) {
        worker.withPropertyValues(setting).run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void the_sandbox_refuses_its_own_alone() {
        sandbox.withPropertyValues("docs-agent.quota.capasity=1", "docs-agent.sandbox.jobs.takes=1s")
                .run(context -> assertThat(context).hasNotFailed());
        sandbox.withPropertyValues("docs-agent.sandbox.jobs.take=1s")
                .run(context ->
                        assertThat(refusal(context)).contains("The nearest one is docs-agent.sandbox.jobs.takes."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DOCS_AGENT_QUOTA_CAPASITY",
                "DOCSAGENT_PROJECTS_DOCS_QUOTA_CAPASITY",
                "DOCSAGENT_PUBLISHERS_CHAT_WAIT"
            })
    void a_variable_is_warned_of(String name, CapturedOutput output) {
        worker.withInitializer(
                        context -> context.getEnvironment().getPropertySources().addLast(environment(name)))
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(output).contains("An environment variable looks like a setting of the worker, but is not one");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DOCS_AGENT_WORKER_SERVICE_HOST",
                "DOCS_AGENT_WORKER_SERVICE_PORT",
                "DOCS_AGENT_WORKER_SERVICE_PORT_MANAGEMENT",
                "DOCS_AGENT_WORKER_PORT",
                "DOCS_AGENT_WORKER_PORT_8081_TCP_ADDR",
                "DOCS_AGENT_SANDBOX_DATA_DIR",
                "DOCS_AGENT_QUOTA_CAPACITY",
                "DOCS_AGENT_API_NOT_TAKEN_STATUSES",
                "DOCSAGENT_API_NOTTAKENSTATUSES_0",
                "DOCSAGENT_PROJECTS_DOCS_QUOTA_CAPACITY",
                "DOCSAGENT_PUBLISHERS_CHAT_TOPIC",
                "DOCSAGENT_PUBLISHERS_CHAT_MAX_USES",
                "DOCSAGENT_PUBLISHERS_CHAT_PROJECTS_0",
                "DOCS"
            })
    void what_kubernetes_sets_and_what_exists_is_not(String name, CapturedOutput output) {
        worker.withInitializer(
                        context -> context.getEnvironment().getPropertySources().addLast(environment(name)))
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(output).doesNotContain("looks like a setting");
    }

    private static SystemEnvironmentPropertySource environment(String name) {
        return new SystemEnvironmentPropertySource("test-systemEnvironment", Map.of(name, "503"));
    }

    private static @Nullable String refusal(AssertableApplicationContext context) {
        Throwable failure = context.getStartupFailure();
        while (failure != null && !(failure instanceof WorkerCannotStartException)) {
            failure = failure.getCause();
        }
        return failure == null ? null : failure.getMessage();
    }

    @EnableConfigurationProperties(WorkerProperties.class)
    static class Worker {}

    @EnableConfigurationProperties(SandboxSettings.class)
    static class Service {}
}
