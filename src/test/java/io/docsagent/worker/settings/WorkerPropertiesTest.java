package io.docsagent.worker.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Command.Priority;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Settings that do not fit together, and settings that must not be shown. */
class WorkerPropertiesTest {

    private static final Validator VALIDATOR =
            Validation.buildDefaultValidatorFactory().getValidator();

    private static final String PROJECTS =
            "projects must be project ids, or prefixes that end in \"*\"; \"*\" alone means all";

    private static WorkerProperties settings(String... more) {
        Map<String, String> values = new HashMap<>(
                Map.of("docs-agent.api.base-url", "https://service", "docs-agent.api.key", "a-secret-key"));
        for (int i = 0; i < more.length; i += 2) {
            values.put("docs-agent." + more[i], more[i + 1]);
        }
        return new Binder(new MapConfigurationPropertySource(values))
                .bind("docs-agent", WorkerProperties.class)
                .get();
    }

    private static List<String> problems(String... more) {
        return VALIDATOR.validate(settings(more)).stream()
                .map(ConstraintViolation::getMessage)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://api.example.com",
                "http://localhost:8080",
                "http://LOCALHOST",
                "http://127.0.0.1",
                "http://127.8.9.10:80/x",
                "http://[::1]:8080"
            })
    void a_service_with_tls_or_on_this_machine_needs_no_setting(String url) {
        assertThat(problems("api.base-url", url)).isEmpty();
        assertThat(problems("api.base-url", url, "api.require-https", "true")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://api.example.com",
                "http://10.0.0.1",
                "http://localhost.example.com",
                "http://127.0.0.1.example.com",
                "http://[::2]",
                "http://user@api.example.com"
            })
    void any_other_without_tls_is_refused_unless_a_setting_says_that_it_may_be_so(String url) {
        assertThat(problems("api.base-url", url))
                .singleElement()
                .asString()
                .contains("docs-agent.api.base-url must begin with https://", "docs-agent.api.require-https=false");
        assertThat(problems("api.base-url", url, "api.require-https", "false")).isEmpty();
    }

    @Test
    void a_bundle_without_tls_is_a_mistake() {
        assertThat(problems("api.ssl-bundle", "agent", "api.base-url", "http://localhost"))
                .singleElement()
                .asString()
                .contains("docs-agent.api.ssl-bundle");
        assertThat(problems("api.ssl-bundle", "agent", "api.base-url", "https://service"))
                .isEmpty();
    }

    @Test
    void a_proxy_whose_variable_is_empty_is_none() {
        assertThat(settings("api.proxy.host", "").api().proxy().host()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "host, proxy, port, 8080, true",
        "host, proxy, port, 0, false",
        "host, proxy, username, u, false",
        "host, proxy, password, p, false",
        "username, u, password, p, false",
        "username, '', password, '', true"
    })
    void a_proxy_is_set_wholly_or_not_at_all(String first, String value, String second, String other, boolean fits) {
        assertThat(problems("api.proxy." + first, value, "api.proxy." + second, other)
                        .isEmpty())
                .isEqualTo(fits);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "queue.max-open-pull-requests",
                "projects.docs.queue.max-open-pull-requests",
                "publishers.default.max-open-pull-requests"
            })
    void a_limit_on_pull_requests_needs_reports_of_them(String setting) {
        assertThat(problems(setting, "1"))
                .singleElement()
                .asString()
                .contains("max-open-pull-requests needs docs-agent.topics.pull-requests");
        assertThat(problems(setting, "1", "topics.pull-requests", "pulls")).isEmpty();
    }

    @Test
    void a_publisher_without_more_than_a_topic_shares_alike_and_may_do_everything() {
        PublisherSettings publisher =
                settings("publishers.team-a.topic", "requests.a").publishers().get("team-a");

        assertThat(publisher)
                .isEqualTo(new PublisherSettings("requests.a", 1, null, null, null, Priority.HIGH, List.of("*")));
    }

    @ParameterizedTest
    @CsvSource({
        "weight, 0, must be greater than or equal to 1",
        "weight, 1001, must be less than or equal to 1000",
        "max-uses, 0, must be greater than or equal to 1",
        "max-uses, 100001, must be less than or equal to 100000",
        "projects, '', PROJECTS",
        "projects, team-*-a, PROJECTS",
        "projects, 'docs, a/b', PROJECTS"
    })
    void a_publisher_has_limits(String setting, String value, String problem) {
        assertThat(problems("publishers.a.topic", "requests.a", "publishers.a." + setting, value))
                .containsExactly(problem.replace("PROJECTS", PROJECTS));
    }

    @ParameterizedTest
    @CsvSource({
        "*, docs, true",
        "docs, docs, true",
        "docs, docs-2, false",
        "docs-2, docs, false",
        "'docs, team-*', team-a, true",
        "'docs, team-*', team-, true",
        "'docs, team-*', team, false",
        "'docs, team-*', my-team-a, false"
    })
    void a_publisher_may_have_projects_of_its_own(String projects, String projectId, boolean isOpen) {
        PublisherSettings publisher = Objects.requireNonNull(
                settings("publishers.a.projects", projects).publishers().get("a"));

        assertThat(publisher.isOpen(projectId)).isEqualTo(isOpen);
    }

    @Test
    void no_secret_shows_itself() {
        WorkerProperties all = settings(
                "api.proxy.host",
                "proxy",
                "api.proxy.username",
                "worker",
                "api.proxy.password",
                "proxy-secret",
                "tracing.headers.authorization",
                "Bearer trace-secret");
        assertThat(all.toString()).contains("authorization").doesNotContain("secret");
        assertThat(all.tracing().headers()).containsEntry("authorization", "Bearer trace-secret");
    }
}
