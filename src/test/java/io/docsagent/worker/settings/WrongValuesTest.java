package io.docsagent.worker.settings;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Settings whose values are not allowed are named as they are written, with what to do. */
class WrongValuesTest {

    private final ApplicationContextRunner worker =
            new ApplicationContextRunner().withUserConfiguration(SettingsConfiguration.class, Worker.class);

    @Test
    void those_that_are_missing_are_named_with_their_variables() {
        assertThat(refusals(worker))
                .containsExactlyInAnyOrder(
                        "docs-agent.api.base-url must be set to the address of the Agent Job Service, for example"
                                + " https://api.example.com (DOCS_AGENT_API_BASE_URL).",
                        "Set exactly one of docs-agent.api.key (DOCS_AGENT_API_KEY) and docs-agent.api.key-file"
                                + " (DOCS_AGENT_API_KEY_FILE), or docs-agent.api.key-dir with a file for each project.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DOCS_AGENT_QUOTA_CAPACITY | 0 | docs-agent.quota.capacity must be greater than or equal to 1, but is \"0\"",
                "DOCS_AGENT_QUOTA_PERIOD | abc | docs-agent.quota.period must be a duration such as 500ms, 30s or 1h, but is \"abc\"",
                "DOCS_AGENT_REQUESTS_MAX_BYTES | many | docs-agent.requests.max-bytes must be a size such as 256KB or 4MB, but is \"many\"",
                "DOCS_AGENT_REQUESTS_MAX_BYTES | 0 | docs-agent.requests.max-bytes must be at least 1KB, but is \"0B\"",
                "DOCS_AGENT_POLL_PR_LINK_GRACE | -1s | docs-agent.poll.pr-link-grace must be longer than or equal to 0",
                "DOCS_AGENT_API_MAX_IN_FLIGHT | few | docs-agent.api.max-in-flight must be a whole number, but is \"few\"",
                "DOCS_AGENT_DELIVERY | twice | docs-agent.delivery must be one of at-most-once, at-least-once, but is \"twice\"",
                "DOCS_AGENT_API_IDEMPOTENCY_HEADER | a b | docs-agent.api.idempotency-header must be the name of an HTTP header, but is \"a b\"",
                "DOCS_AGENT_API_IDEMPOTENCY_HEADER | Host | docs-agent.api.idempotency-header must not be a header that the worker or HTTP itself uses",
                "DOCS_AGENT_PUBLISHERS_CI_MAX_USES | -3 | docs-agent.publishers[ci].max-uses must be greater than or equal to 1, but is \"-3\"",
                "DOCS_AGENT_TOPICS_REQUESTS | '' | docs-agent.topics.requests must not be blank, but is \"\""
            })
    void those_of_the_environment_are_named_with_value_and_place(String variable, String value, String sentence) {
        assertThat(refusals(usable(Map.of(variable, value))))
                .singleElement()
                .asString()
                .startsWith(sentence)
                .endsWith(".");
    }

    @ParameterizedTest
    @CsvSource({
        "DOCS_AGENT_TRACING_HEADERS, authorization=Bearer s3cret, docs-agent.tracing.headers",
        "DOCS_AGENT_API_BASE_URL, https://user:s3cret@[service, docs-agent.api.base-url",
        "DOCS_AGENT_TRACING_ENDPOINT, https://user:s3cret@[collector, docs-agent.tracing.endpoint"
    })
    void those_that_may_contain_a_password_are_not_shown(String variable, String value, String name) {
        assertThat(refusals(usable(Map.of(variable, value))))
                .singleElement()
                .asString()
                .startsWith(name + " must be a valid ")
                .contains(variable)
                .doesNotContain("s3");
    }

    @Test
    void those_that_contradict_each_other_are_named_both() {
        assertThat(refusals(usable(Map.of("DOCS_AGENT_API_BASE_URL", "localhost:1"))))
                .contains("docs-agent.api.base-url must begin with http:// or https://, and name a host.");
        assertThat(refusals(usable(Map.of("DOCS_AGENT_API_KEY_FILE", "key"))))
                .singleElement()
                .asString()
                .startsWith("Set exactly one of docs-agent.api.key ");
        assertThat(refusals(usable(Map.of("DOCS_AGENT_PUBLISHERS_CI_PROJECTS", "a b"))))
                .singleElement()
                .asString()
                .startsWith("docs-agent.publishers[ci].projects must be project ids");
    }

    @Test
    void what_is_not_the_workers_is_left_to_spring_boot() {
        worker.withUserConfiguration(Other.class)
                .withPropertyValues("other.number=many")
                .withPropertyValues("docs-agent.api.base-url=http://localhost:1", "docs-agent.api.key=k")
                .run(context -> assertThat(analyzed(context)).isNull());
    }

    private ApplicationContextRunner usable(Map<String, Object> variables) {
        return worker.withPropertyValues("docs-agent.api.key=k")
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables)))
                .withPropertyValues(
                        variables.containsKey("DOCS_AGENT_API_BASE_URL")
                                ? new String[0]
                                : new String[] {"docs-agent.api.base-url=http://localhost:1"});
    }

    private static List<String> refusals(ApplicationContextRunner runner) {
        List<String> sentences = new ArrayList<>();
        runner.run(context -> {
            FailureAnalysis analysis = requireNonNull(analyzed(context));
            assertThat(analysis.getDescription()).isEqualTo("The worker cannot start with this configuration.");
            requireNonNull(analysis.getAction()).lines().forEach(sentences::add);
        });
        return sentences;
    }

    private static @Nullable FailureAnalysis analyzed(AssertableApplicationContext context) {
        return new WrongValues().analyze(requireNonNull(context.getStartupFailure()));
    }

    @EnableConfigurationProperties(WorkerProperties.class)
    static class Worker {}

    @ConfigurationProperties("other")
    record Numbers(int number) {}

    @EnableConfigurationProperties(Numbers.class)
    static class Other {}
}
