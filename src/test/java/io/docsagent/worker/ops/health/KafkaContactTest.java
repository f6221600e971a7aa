package io.docsagent.worker.ops.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.contract.Topics;
import io.docsagent.worker.harness.CapturesOutput;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.topics.NeededTopics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;

/** One message for one cause: a topic that was deleted is no outage of Kafka. */
@CapturesOutput
@Isolated("a worker that starts elsewhere sets up logging anew")
class KafkaContactTest {

    private static final String OUTAGE = "Kafka does not answer";
    private static final String DELETED = "Topic calls was deleted";

    private Set<String> absent = Set.of();
    private Duration silence = Duration.ofMinutes(5);

    private final DeniedRights rights = new DeniedRights(System::nanoTime);

    private final KafkaContact contact = new KafkaContact(
            () -> silence,
            HealthTest.gateway(true, null, Duration.ZERO),
            new NeededTopics(
                    names -> absent,
                    new Topics(
                            "requests", "inputs", "calls", "job-status", "", "dlt", "operations", "operations-dlt", ""),
                    List.of("requests"),
                    "worker"),
            rights,
            Duration.ofSeconds(30),
            () -> Instant.parse("2026-11-26T10:00:00Z"));

    @Test
    void a_missing_topic_is_reported_once_and_not_as_an_outage(CapturedOutput output) {
        absent = Set.of("calls");

        contact.check();
        contact.check();

        assertThat(output.toString().split(DELETED, -1)).hasSize(2);
        assertThat(output).doesNotContain(OUTAGE);
        assertThat(contact.missing()).containsExactly("calls");
        assertThat(new KafkaHealth(contact, Duration.ofSeconds(30)).health().getDetails())
                .containsEntry("missingTopics", List.of("calls"));
    }

    @Test
    void an_outage_is_reported_once_and_a_topic_that_is_found_missing_in_it_too(CapturedOutput output) {
        contact.check();
        contact.check();
        assertThat(output.toString().split(OUTAGE, -1)).hasSize(2);

        absent = Set.of("calls");
        contact.check();
        assertThat(output).contains(DELETED);
    }

    @Test
    void nothing_is_missing_any_more_once_kafka_is_heard_of_again(CapturedOutput output) {
        absent = Set.of("calls");
        contact.check();
        silence = Duration.ZERO;

        contact.check();

        assertThat(contact.missing()).isEmpty();
        assertThat(output).contains("Kafka answers again");
    }

    @Test
    void a_right_that_is_missing_is_no_outage_either_and_shows(CapturedOutput output) {
        rights.client().failed(new TopicAuthorizationException(Set.of("inputs")), "WRITE");

        contact.check();

        assertThat(output).doesNotContain(OUTAGE).contains("lacks the right WRITE on topic inputs");
        silence = Duration.ZERO;
        var health = new KafkaHealth(contact, Duration.ofSeconds(30)).health();
        assertThat(health.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
        assertThat(health.getDetails()).containsEntry("deniedRights", List.of("WRITE on topic inputs"));
    }

    @Test
    void nobody_asks_while_all_works() {
        absent = Set.of("calls");
        silence = Duration.ZERO;

        contact.check();

        assertThat(contact.missing()).isEmpty();
    }
}
