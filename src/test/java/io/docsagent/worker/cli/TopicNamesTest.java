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

    /** The worker does not write the records then, and the tools say so where the topic is missing. */
    @Test
    void the_records_that_the_worker_does_not_write_are_looked_for_where_they_would_be() {
        var environment = Map.of("DOCS_AGENT_TOPICS_COMMANDS", "");

        assertThat(KafkaAccess.topicOf(environment, "commands")).isEqualTo("docs-agent.commands");
    }
}
