package io.docsagent.worker.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.engine.Driven;
import io.docsagent.worker.harness.CapturesOutput;
import io.docsagent.worker.topics.NeededTopics;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;

@CapturesOutput
@Isolated("a worker that starts elsewhere sets up logging anew")
class StopOnFatalFailureTest {

    private final NeededTopics topics = new NeededTopics(
            names -> Set.of(Driven.TOPICS.requests()), Driven.TOPICS, List.of(Driven.TOPICS.requests()), "worker");

    @Test
    void what_no_thread_could_do_stops_the_client() {
        var failure = new StreamsException("a format that is not known");

        assertThat(new StopOnFatalFailure(topics).handle(failure))
                .isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
    }

    @Test
    void a_topic_that_was_deleted_is_named_with_what_to_do(CapturedOutput output) {
        var unused = new StopOnFatalFailure(topics).handle(new MissingSourceTopicException("One or more"));

        assertThat(topics.missing()).containsExactly(Driven.TOPICS.requests());
        assertThat(output).contains("Topic " + Driven.TOPICS.requests() + " was deleted, and with it commands");
    }

    @Test
    void the_tool_that_kafka_streams_names_is_warned_against(CapturedOutput output) {
        var failure = new StreamsException("Use 'org.apache.kafka.tools.StreamsResetter' tool to clean up");

        var unused = new StopOnFatalFailure(topics).handle(failure);

        assertThat(output).contains("Do not run the StreamsResetter");
    }

    @Test
    void a_record_that_has_become_too_large_is_explained(CapturedOutput output) {
        var failure = new StreamsException("could not be sent", new RecordTooLargeException("too large"));

        var unused = new StopOnFatalFailure(topics).handle(failure);

        assertThat(output).contains("max.message.bytes of the topic or the brokers was lowered");
    }

    @Test
    void transactions_that_the_brokers_find_too_long_are_explained(CapturedOutput output) {
        var failure = new StreamsException(
                "could not begin",
                new KafkaException("larger than allowed (as configured by transaction.max.timeout.ms)."));

        var unused = new StopOnFatalFailure(topics).handle(failure);

        assertThat(output).contains("lower the latter with spring.kafka.streams.properties.transaction.timeout.ms");
    }
}
