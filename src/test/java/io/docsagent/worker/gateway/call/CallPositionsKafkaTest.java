package io.docsagent.worker.gateway.call;

import static io.docsagent.worker.gateway.call.GatewayOnKafka.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.gateway.ScriptedService;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.InputsInMemory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** No call is sent twice, whatever becomes of the group's offsets, and none is skipped at the first start. */
@Order(2)
class CallPositionsKafkaTest {

    private final GatewayOnKafka kafka = new GatewayOnKafka();
    private final ScriptedService service = kafka.service;
    private final InputsInMemory inputs = kafka.inputs;
    private final TopicPartition partition = kafka.partition;
    private final String group = kafka.group;

    @AfterEach
    void close() throws IOException {
        kafka.close();
    }

    private AnnotationConfigApplicationContext start() {
        return kafka.start();
    }

    private void request(byte[]... requests) {
        kafka.request(requests);
    }

    private void awaitAnswer(String callId, Class<? extends Answer> kind) {
        kafka.awaitAnswer(callId, kind);
    }

    /** Two calls that were sent, and two that are open when the gateway is gone. */
    private void sentTwoAndLeftTwoOpen() {
        start();
        request(GatewayInMemory.call("sent-1"), GatewayInMemory.call("sent-2"));
        awaitAnswer("sent-1", Answer.Accepted.class);
        awaitAnswer("sent-2", Answer.Accepted.class);
        kafka.stop();
        request(GatewayInMemory.call("open-1"), GatewayInMemory.call("open-2"));
        inputs.appended.clear();
        assertThat(service.requests).hasSize(2);
    }

    /** None of the four is sent; each is unknown once the engine asks; and what comes later is sent. */
    private void assertNothingTwiceAndGoesOn() {
        assertSkipped();
        for (String callId : List.of("sent-1", "sent-2")) {
            request(GatewayInMemory.query(callId));
            awaitAnswer(callId, Answer.Unknown.class);
        }
        assertGoesOn();
    }

    private void assertSkipped() {
        await().until(() -> Long.valueOf(4).equals(kafka.committed(group)));
        assertThat(inputs.appended).as("nothing is said about what is not ours").isEmpty();
    }

    private void assertGoesOn() {
        for (String callId : List.of("open-1", "open-2")) {
            request(GatewayInMemory.query(callId));
            awaitAnswer(callId, Answer.Unknown.class);
        }
        request(GatewayInMemory.call("later"));
        awaitAnswer("later", Answer.Accepted.class);
        assertThat(service.requests).hasSize(3);
    }

    @Test
    void after_the_group_was_deleted_nothing_is_sent_twice() {
        sentTwoAndLeftTwoOpen();
        kafka.withAdmin(admin ->
                GatewayOnKafka.done(admin.deleteConsumerGroups(List.of(group)).all()));
        start();
        assertNothingTwiceAndGoesOn();
    }

    @Test
    void an_offset_beyond_the_end_is_out_of_range() {
        sentTwoAndLeftTwoOpen();
        kafka.withAdmin(admin -> GatewayOnKafka.done(
                admin.alterConsumerGroupOffsets(group, Map.of(partition, new OffsetAndMetadata(1_000)))
                        .all()));
        start();
        assertNothingTwiceAndGoesOn();
    }

    @Test
    void an_offset_below_the_beginning_is_out_of_range() {
        sentTwoAndLeftTwoOpen();
        kafka.withAdmin(admin ->
                GatewayOnKafka.done(admin.alterConsumerGroupOffsets(group, Map.of(partition, new OffsetAndMetadata(0)))
                        .all()));
        kafka.withAdmin(
                admin -> GatewayOnKafka.done(admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(1)))
                        .all()));
        start();
        assertNothingTwiceAndGoesOn();
    }

    @Test
    void a_position_that_falls_out_of_range_while_running_is_skipped_too() {
        start();
        request(GatewayInMemory.call("sent-1"), GatewayInMemory.call("sent-2"));
        awaitAnswer("sent-2", Answer.Accepted.class);
        kafka.permission = () -> false;
        request(GatewayInMemory.call("open-1"), GatewayInMemory.call("open-2"));
        inputs.appended.clear();
        kafka.withAdmin(
                admin -> GatewayOnKafka.done(admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(3)))
                        .all()));
        assertSkipped();
        kafka.permission = () -> true;
        assertGoesOn();
    }

    @Test
    void an_intact_offset_is_gone_on_from() {
        sentTwoAndLeftTwoOpen();
        start();
        awaitAnswer("open-1", Answer.Accepted.class);
        awaitAnswer("open-2", Answer.Accepted.class);
        assertThat(service.requests).hasSize(4);
    }

    @Test
    void calls_that_the_engine_decided_before_the_first_assignment_are_sent() {
        kafka.permission = () -> false;
        start();
        assertThat(kafka.committed(group)).isZero();
        request(GatewayInMemory.call("first"), GatewayInMemory.call("second"));
        kafka.permission = () -> true;
        awaitAnswer("first", Answer.Accepted.class);
        awaitAnswer("second", Answer.Accepted.class);
        assertThat(service.requests).hasSize(2);
    }

    @Test
    void a_second_start_takes_nothing_back() {
        var first = start();
        request(GatewayInMemory.call("a"));
        awaitAnswer("a", Answer.Accepted.class);
        start();
        request(GatewayInMemory.call("b"));
        awaitAnswer("b", Answer.Accepted.class);
        first.close();
        request(GatewayInMemory.call("c"));
        awaitAnswer("c", Answer.Accepted.class);
        assertThat(service.requests).hasSize(3);
        assertThat(kafka.committed(group)).isEqualTo(3);
    }

    @Test
    void a_first_start_that_freezes_before_its_commit_takes_nothing_back() {
        AtomicBoolean frozen = new AtomicBoolean();
        var late = new FirstPositions(
                kafka.topic,
                this::consumer,
                () ->
                        new KafkaProducer<>(
                                GatewayOnKafka.clientSettings(
                                        Map.of("transactional.id", kafka.topic + "-first-positions")),
                                new ByteArraySerializer(),
                                new ByteArraySerializer()) {
                            @Override
                            public void beginTransaction() {
                                if (frozen.compareAndSet(false, true)) {
                                    start();
                                    request(GatewayInMemory.call("a"));
                                    awaitAnswer("a", Answer.Accepted.class);
                                    kafka.stop();
                                }
                                super.beginTransaction();
                            }
                        });
        late.start();
        assertThat(frozen).isTrue();
        assertThat(kafka.committed(group)).isEqualTo(1);
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(
                GatewayOnKafka.clientSettings(Map.of("group.id", group, "isolation.level", "read_committed")),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }
}
