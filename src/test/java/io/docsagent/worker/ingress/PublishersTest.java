package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.settings.WorkerCannotStartException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which topics are read, and which names and topics are refused with what to do. */
class PublishersTest {

    @Test
    void without_settings_there_is_the_default_one() {
        Publishers publishers = Readers.publishers();

        assertThat(publishers.topics()).containsExactly("docs-agent.requests");
        assertThat(publishers.names()).containsExactly("default");
    }

    @Test
    void each_is_known_by_its_topic() {
        Publishers publishers = Readers.publishers(
                "topics.requests", "mine",
                "publishers.ci.topic", "a",
                "publishers.chat.topic", "b",
                "publishers.default.max-priority", "normal");

        assertThat(publishers.topics()).containsExactly("mine", "b", "a");
        assertThat(publishers.names()).containsExactly("default", "chat", "ci");
        assertThat(publishers.namesByTopic()).isEqualTo(Map.of("mine", "default", "b", "chat", "a", "ci"));
        assertThat(publishers.of("a").name()).isEqualTo("ci");
        assertThat(publishers.of("mine").settings().maxPriority()).hasToString("NORMAL");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "7", "team-a", "a--b", "a23456789012345678901234567890123456789012345678901234567890123"})
    void names_that_fit(String name) {
        assertThat(Readers.publishers("publishers[" + name + "].topic", "t").names())
                .contains(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-a",
                "a-",
                "Team",
                "a_b",
                "a.b",
                "a234567890123456789012345678901234567890123456789012345678901234"
            })
    void a_name_that_does_not_fit_is_refused(String name) {
        refuses(
                "docs-agent.publishers." + name + ": a publisher's name must match",
                "publishers[" + name + "].topic",
                "t");
    }

    @ParameterizedTest
    @CsvSource({
        "docs-agent.requests, docs-agent.topics.requests",
        "docs-agent.inputs, docs-agent.topics.inputs",
        "docs-agent.calls, docs-agent.topics.calls",
        "docs-agent.job-status, docs-agent.topics.job-status",
        "docs-agent.commands, docs-agent.topics.commands",
        "docs-agent.requests-dlt, docs-agent.topics.requests-dlt",
        "docs-agent.operations, docs-agent.topics.operations",
        "docs-agent.operations-dlt, docs-agent.topics.operations-dlt"
    })
    void the_workers_own_topics_are_no_publishers(String topic, String setting) {
        refuses("docs-agent.publishers.ci.topic and " + setting + " are both " + topic, "publishers.ci.topic", topic);
    }

    @ParameterizedTest
    @CsvSource({
        "reports, docs-agent.topics.pull-requests",
        "reports-dlt, docs-agent.topics.pull-requests (its dead letters)"
    })
    void neither_are_reports_of_pull_requests_or_their_dead_letters(String topic, String setting) {
        refuses(
                "docs-agent.publishers.ci.topic and " + setting + " are both " + topic,
                "topics.pull-requests",
                "reports",
                "publishers.ci.topic",
                topic);
    }

    @Test
    void the_default_publisher_is_no_operator() {
        refuses(
                "docs-agent.topics.operations and docs-agent.topics.requests are both docs-agent.requests",
                "topics.operations",
                "docs-agent.requests");
    }

    @Test
    void topics_that_are_off_are_not_the_same() {
        assertThat(Readers.publishers("topics.commands", "", "topics.pull-requests", "")
                        .topics())
                .containsExactly("docs-agent.requests");
    }

    @Test
    void two_publishers_cannot_share_a_topic() {
        refuses(
                "docs-agent.publishers.ci.topic and docs-agent.publishers.chat.topic are both t. Give each",
                "publishers.ci.topic",
                "t",
                "publishers.chat.topic",
                "t");
    }

    @ParameterizedTest
    @ValueSource(strings = {"weight", "topic"})
    void a_topic_is_required(String setting) {
        refuses(
                "docs-agent.publishers.ci.topic must be set",
                "publishers.ci." + setting,
                setting.equals("topic") ? " " : "1");
    }

    @Test
    void that_of_the_default_one_has_another_setting() {
        refuses(
                "docs-agent.publishers.default.topic must not be set: the default publisher's topic is"
                        + " docs-agent.topics.requests",
                "publishers.default.topic",
                "t");
    }

    @Test
    void there_are_64_at_most() {
        Map<String, String> settings = new HashMap<>();
        for (int i = 1; i <= 63; i++) {
            settings.put("publishers.p" + i + ".topic", "t" + i);
        }
        assertThat(Readers.publishers(settings).names()).hasSize(64);

        settings.put("publishers.one-more.topic", "t64");
        assertThatThrownBy(() -> Readers.publishers(settings))
                .isInstanceOf(WorkerCannotStartException.class)
                .hasMessageContaining("docs-agent.publishers has 64 publishers besides the default, but at most 63");
    }

    private static void refuses(String message, String... settings) {
        assertThatThrownBy(() -> Readers.publishers(settings))
                .isInstanceOf(WorkerCannotStartException.class)
                .hasMessageContaining(message);
    }
}
