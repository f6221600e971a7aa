package io.docsagent.worker.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command.Priority;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A setting that does not exist is not ignored. */
class UnknownSettingsTest {

    private final ApplicationContextRunner worker = new ApplicationContextRunner()
            .withUserConfiguration(SettingsConfiguration.class, Worker.class)
            .withPropertyValues("docs-agent.api.base-url=http://localhost:1", "docs-agent.api.key=k");

    @ParameterizedTest
    @CsvSource({
        "docs-agent.projects.my.site.quota.capacity, docs-agent.projects[my.site].quota.capacity",
        "docs-agent.projects.my.new.site.delivery, docs-agent.projects[my.new.site].delivery",
        "docs-agent.projects.docs.quota.capasity, Did you mean docs-agent.projects.docs.quota.capacity?",
        "docs-agent.publishers.chat.wait, Did you mean docs-agent.publishers.chat.weight?",
        "docs-agent.publishers.my.chat.weight, docs-agent.publishers.my.chat.weight",
        "docs-agent.quota.capasity, Did you mean docs-agent.quota.capacity?",
        "docs-agent.request.max-bytes, Did you mean docs-agent.requests.max-bytes?",
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

    @ParameterizedTest
    @CsvSource({
        "DOCS_AGENT_QUOTA_CAPASITY, Did you mean DOCS_AGENT_QUOTA_CAPACITY?",
        "DOCSAGENT_QUOTA_CAPASITY, Did you mean DOCS_AGENT_QUOTA_CAPACITY?",
        "docs-agent.quota.capasity, is not a setting of the worker.",
        "DOCS_AGENT_API_BASEURL, Did you mean DOCS_AGENT_API_BASE_URL?",
        "DOCS_AGENT_API_PROXI_PORT, Did you mean DOCS_AGENT_API_PROXY_PORT?",
        "DOCS_AGENT_PROJECTS_DOCS_QUOTA_CAPASITY, Did you mean docs-agent.projects.docs.quota.capacity?",
        "DOCS_AGENT_PUBLISHERS_CHAT_WAIT, Did you mean docs-agent.publishers.chat.weight?",
        "DOCSAGENT_PUBLISHERS_CHAT_WAIT, Did you mean DOCSAGENT_PUBLISHERS_CHAT_WEIGHT?",
        "DOCS_AGENT_NOTHING_OF_THE_KIND, is not a setting of the worker."
    })
    void environment_variables_are_no_exception(String variable, String meant) {
        environment(worker, Map.of(variable, "1"))
                .run(context -> assertThat(refusal(context)).contains(variable).contains(meant));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DOCS_AGENT_SANDBOX_DATA_DIR",
                "DOCS_AGENT_SANDBOX_RUN",
                "DOCS_AGENT_WORKER_JAR",
                "DOCS_AGENT_INSTALLATION",
                "DOCS_AGENT_QUOTA_CAPACITY",
                "DOCSAGENT_QUOTA_MARGIN",
                "docs-agent.quota.capacity",
                "DOCS_AGENT_API_NOT_TAKEN_STATUSES",
                "DOCS_AGENT_API_NOT_TAKEN_STATUSES_0",
                "DOCSAGENT_API_NOTTAKENSTATUSES_0",
                "DOCSAGENT_PUBLISHERS_CHAT_MAX_USES",
                "DOCS"
            })
    void what_is_none_of_ours_or_exists_is_taken(String variable) {
        environment(worker, Map.of(variable, "503"))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void a_list_may_be_set_in_the_environment_and_again_elsewhere() {
        environment(worker, Map.of("DOCS_AGENT_API_NOT_TAKEN_STATUSES_0", "503"))
                .withPropertyValues("docs-agent.api.not-taken-statuses=409")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void what_kubernetes_announces_of_a_service_is_no_setting() {
        Map<String, Object> links = Map.of(
                "DOCS_AGENT_WORKER_SERVICE_HOST", "10.0.0.1",
                "DOCS_AGENT_WORKER_SERVICE_PORT", "8081",
                "DOCS_AGENT_WORKER_SERVICE_PORT_MANAGEMENT", "8081",
                "DOCS_AGENT_WORKER_PORT", "tcp://10.0.0.1:8081",
                "DOCS_AGENT_WORKER_PORT_8081_TCP", "tcp://10.0.0.1:8081",
                "DOCS_AGENT_WORKER_PORT_8081_TCP_PROTO", "tcp",
                "DOCS_AGENT_WORKER_PORT_8081_TCP_PORT", "8081",
                "DOCS_AGENT_WORKER_PORT_8081_TCP_ADDR", "10.0.0.1",
                "DOCS_AGENT_PUBLISHERS_SERVICE_HOST", "10.0.0.2",
                "DOCS_AGENT_PUBLISHERS_PORT", "tcp://10.0.0.2:80");
        environment(worker, links).run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"DOCS_AGENT_%s_NIGHTLY_%s", "DOCSAGENT_%s_NIGHTLY_%s"})
    void both_spellings_set_what_single_publishers_and_projects_have(String spelling) {
        boolean hyphens = spelling.startsWith("DOCS_");
        environment(
                        worker,
                        Map.of(
                                spelling.formatted("PUBLISHERS", "TOPIC"), "nightly",
                                spelling.formatted("PUBLISHERS", hyphens ? "MAX_USES" : "MAXUSES"), "7",
                                spelling.formatted("PUBLISHERS", "PROJECTS_0"), "docs",
                                spelling.formatted("PUBLISHERS", "PROJECTS_1"), "site",
                                spelling.formatted("PROJECTS", "QUOTA_CAPACITY"), "5"))
                .run(context -> {
                    WorkerProperties settings = context.getBean(WorkerProperties.class);
                    assertThat(settings.publishers())
                            .containsOnly(Map.entry(
                                    "nightly",
                                    new PublisherSettings(
                                            "nightly", 1, 7, null, null, Priority.HIGH, List.of("docs", "site"))));
                    assertThat(settings.projects()).containsOnlyKeys("nightly");
                    assertThat(settings.projects().values())
                            .extracting(project -> project.quota().capacity())
                            .containsExactly(5);
                });
    }

    @Test
    void an_underscore_in_the_name_of_a_project_a_publisher_or_a_header_is_a_hyphen() {
        environment(
                        worker,
                        Map.of(
                                "DOCS_AGENT_PUBLISHERS_TEAM_A_TOPIC", "a",
                                "DOCS_AGENT_PROJECTS_MY_SITE_QUEUE_MAX_PER_PROJECT", "5",
                                "DOCS_AGENT_TRACING_HEADERS_X_TENANT", "t"))
                .run(context -> {
                    WorkerProperties settings = context.getBean(WorkerProperties.class);
                    assertThat(settings.publishers()).containsOnlyKeys("team-a");
                    assertThat(settings.projects()).containsOnlyKeys("my-site");
                    assertThat(settings.tracing().headers()).containsOnly(Map.entry("x-tenant", "t"));
                });
    }

    private static ApplicationContextRunner environment(
            ApplicationContextRunner runner, Map<String, Object> variables) {
        return runner.withInitializer(context -> context.getEnvironment()
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables)));
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
}
