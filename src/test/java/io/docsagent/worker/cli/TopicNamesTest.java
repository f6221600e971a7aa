package io.docsagent.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.kafka.KafkaAccess;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tools find the topics by the variables that the worker has. */
class TopicNamesTest {

    @Test
    void an_installation_prefixes_what_is_not_named() {
        var environment = Map.of("DOCS_AGENT_INSTALLATION", "team-a.", "DOCS_AGENT_TOPICS_REQUESTS_DLT", "letters");

        assertThat(KafkaAccess.topicOf(Map.of(), "job-status")).isEqualTo("docs-agent.job-status");
        assertThat(KafkaAccess.topicOf(environment, "job-status")).isEqualTo("team-a.docs-agent.job-status");
        assertThat(KafkaAccess.topicOf(environment, "requests-dlt")).isEqualTo("letters");
    }
}
