package io.docsagent.worker.cli.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.cli.operation.OperationAnswers.Event;
import io.docsagent.worker.client.ClientException;
import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.contract.JsonMappers;
import io.docsagent.worker.contract.Operation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationAnswersTest {

    private static final Operation OPERATION = new Operation("op-1", "alice", null, "docs", new Operation.Resume());
    private static final ClientSettings SETTINGS = ClientSettings.of("localhost:9092");
    private static final TopicPartition EVENTS = new TopicPartition(SETTINGS.jobStatus(), 0);

    private final MockConsumer<byte[], byte[]> events = new MockConsumer<>("earliest");
    private long arrived;

    @BeforeEach
    void one_partition_each() {
        for (String topic : List.of("operations", EVENTS.topic())) {
            events.updatePartitions(topic, List.of(new PartitionInfo(topic, 0, null, new Node[0], new Node[0])));
        }
        events.updateEndOffsets(Map.of(EVENTS, 0L));
    }

    @ParameterizedTest
    @CsvSource({
        "operation.done, docs, op-1, true",
        "operation.refused, docs, op-1, true",
        "command.cancelled, docs, op-1, false",
        "operation.done, other, op-1, false",
        "operation.done, docs, op-2, false"
    })
    void only_an_end_of_the_same_operation_answers_it(
            String type, String projectId, String operationId, boolean isAnswer) {
        String json = """
                {"type":"%s","projectId":"%s","operationId":"%s"}""".formatted(type, projectId, operationId);

        assertThat(new Event(JsonMappers.PUBLIC.readTree(json), json).answers(OPERATION))
                .isEqualTo(isAnswer);
    }

    @Test
    void the_other_events_of_one_poll_are_given_together() {
        events.schedulePollTask(() -> {
            arrive("command.cancelled");
            arrive("command.cancelled");
            arrive("command.cancelled");
            arrive("operation.done");
        });
        List<Integer> given = new ArrayList<>();

        Event answer = ask(OperationAnswersTest::producer, others -> given.add(others.size()));

        assertThat(answer).isNotNull();
        assertThat(given).containsExactly(3);
    }

    @Test
    void a_failure_before_the_operation_is_sent_is_only_that() {
        assertThatThrownBy(() -> ask(
                        () -> {
                            throw new KafkaException("unusable");
                        },
                        others -> {}))
                .isInstanceOf(ClientException.class)
                .hasMessageNotContaining("may have been published");
    }

    @Test
    void a_failure_from_then_on_says_how_to_repeat_the_operation() {
        String hint = " Operation op-1 may have been published: repeat it with --operation-id op-1.";
        var late = producer();
        late.sendException = new TimeoutException("Expiring 1 record(s)");
        assertThatThrownBy(() -> ask(() -> late, others -> {}))
                .isInstanceOf(OperationAnswers.MayBePublishedException.class)
                .hasMessageContaining("Expiring 1 record(s)")
                .hasMessageEndingWith(hint);

        var refused = producer();
        refused.sendException = new TopicAuthorizationException(Set.of("operations"));
        assertThatThrownBy(() -> ask(() -> refused, others -> {}))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("Give it WRITE on operations");

        events.setPollException(new KafkaException("lost"));
        assertThatThrownBy(() -> ask(OperationAnswersTest::producer, others -> {}))
                .hasMessageContaining("lost")
                .hasMessageEndingWith(hint);

        events.schedulePollTask(() -> arrive("operation.done"));
        var open = producer();
        open.closeException = new KafkaException("interrupted");
        assertThatThrownBy(() -> ask(() -> open, others -> {}))
                .hasMessageContaining("interrupted")
                .hasMessageEndingWith(hint);
    }

    private static MockProducer<String, byte[]> producer() {
        return new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
    }

    private @Nullable Event ask(Supplier<Producer<String, byte[]>> producers, Consumer<List<Event>> others) {
        return new OperationAnswers(SETTINGS, "operations", events, producers)
                .ask(OPERATION, new byte[0], Duration.ofSeconds(10), others);
    }

    private void arrive(String type) {
        String json = """
                {"type":"%s","projectId":"docs","operationId":"op-1"}""".formatted(type);
        events.addRecord(new ConsumerRecord<>(
                EVENTS.topic(), EVENTS.partition(), arrived++, null, json.getBytes(StandardCharsets.UTF_8)));
    }
}
