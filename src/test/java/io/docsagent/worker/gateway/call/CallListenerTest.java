package io.docsagent.worker.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.Input;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of commit and send, against a consumer whose commits fail when the test says so. */
class CallListenerTest {

    private static final TopicPartition ONE = new TopicPartition("calls", 1);
    private static final TopicPartition TWO = new TopicPartition("calls", 2);

    private final AtomicInteger commitsFailed = new AtomicInteger();
    private final AtomicInteger malformed = new AtomicInteger();
    private final GatewayInMemory gateway = new GatewayInMemory(2, 2, new GatewayObserver() {
        @Override
        public void recordMalformed() {
            malformed.incrementAndGet();
        }

        @Override
        public void commitFailed(int calls) {
            commitsFailed.addAndGet(calls);
        }
    });
    private final Committing consumer = new Committing();

    @AfterEach
    void close() {
        gateway.close();
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private final void deliver(ConsumerRecord<byte[], byte[]>... records) {
        gateway.listener.onMessage(List.of(records), consumer);
    }

    private static ConsumerRecord<byte[], byte[]> record(TopicPartition at, long offset, byte @Nullable [] value) {
        return new ConsumerRecord<>(at.topic(), at.partition(), offset, new byte[0], value);
    }

    @Test
    void a_call_is_sent_only_after_its_commit() {
        gateway.api.onSend = call -> assertThat(consumer.commits).containsExactly(Map.of(ONE, 6L));
        deliver(record(ONE, 5, GatewayInMemory.call("a")));
        assertThat(gateway.api.sent).containsExactly("a");
        await().until(() -> gateway.inputs.answersTo("a").equals(List.of(HeldAgentApi.ACCEPTED)));
    }

    @Test
    void only_what_has_room_is_committed_and_the_rest_is_delivered_again() {
        gateway.api.atOnce = false;
        deliver(record(ONE, 3, GatewayInMemory.call("a")), record(ONE, 4, GatewayInMemory.call("b")));
        assertThat(gateway.api.sent).containsExactly("a", "b");
        deliver(
                record(ONE, 5, GatewayInMemory.call("c")),
                record(ONE, 6, GatewayInMemory.call("d")),
                record(ONE, 7, GatewayInMemory.call("e")),
                record(TWO, 3, GatewayInMemory.call("f")));
        assertThat(gateway.api.sent).containsExactly("a", "b");
        assertThat(consumer.commits).containsExactly(Map.of(ONE, 5L), Map.of(ONE, 7L));
        assertThat(consumer.position(ONE)).isEqualTo(7);
        assertThat(consumer.position(TWO)).isEqualTo(3);
        gateway.api.answer("a", HeldAgentApi.ACCEPTED);
        await().untilAsserted(() -> assertThat(gateway.api.sent).containsExactly("a", "b", "c"));
        deliver(record(ONE, 7, GatewayInMemory.call("e")));
        gateway.api.answer("b", HeldAgentApi.ACCEPTED);
        gateway.api.answer("c", HeldAgentApi.ACCEPTED);
        await().untilAsserted(() -> assertThat(gateway.api.sent).containsExactly("a", "b", "c", "d", "e"));
    }

    @Test
    void a_call_that_finds_no_slot_in_time_is_answered_so_and_never_sent() {
        gateway.api.atOnce = false;
        deliver(record(ONE, 3, GatewayInMemory.call("a")), record(ONE, 4, GatewayInMemory.call("b")));
        deliver(record(ONE, 5, GatewayInMemory.call("c", Instant.now().plusMillis(200))));
        await().until(() -> gateway.inputs.answersTo("c").size() == 1);
        assertThat(gateway.inputs.answersTo("c").getFirst()).isInstanceOf(Answer.NoSlot.class);
        gateway.api.answer("a", HeldAgentApi.ACCEPTED);
        assertThat(gateway.api.sent).containsExactly("a", "b");
        assertThat(gateway.slots.waiting()).isZero();
    }

    @Test
    void what_waits_for_a_place_when_the_instance_stops_is_given_back() {
        gateway.api.atOnce = false;
        deliver(
                record(ONE, 3, GatewayInMemory.call("a")),
                record(ONE, 4, GatewayInMemory.call("b")),
                record(ONE, 5, GatewayInMemory.call("c")));
        gateway.gate.close();
        await().until(() -> gateway.inputs.answersTo("c").size() == 1);
        assertThat(gateway.inputs.answersTo("c").getFirst()).isInstanceOf(Answer.NoSlot.class);
        assertThat(gateway.ledger.inFlight()).isEqualTo(2);
    }

    static List<RuntimeException> failures() {
        List<RuntimeException> all = List.of(
                new CommitFailedException(),
                new RebalanceInProgressException("rebalancing"),
                new TimeoutException("slow"),
                new WakeupException(),
                new InterruptException("stop"),
                new FencedInstanceIdException("fenced"),
                new KafkaException("other"),
                new IllegalStateException("unforeseen"));
        // Making an InterruptException interrupts the thread that makes it.
        assertThat(Thread.interrupted()).isTrue();
        return all;
    }

    @ParameterizedTest
    @MethodSource("failures")
    void after_a_failed_commit_nothing_is_sent_or_said_and_all_is_delivered_again(RuntimeException failure) {
        consumer.failure = failure;
        deliver(
                record(ONE, 5, GatewayInMemory.call("a")),
                record(ONE, 6, GatewayInMemory.query("x")),
                record(TWO, 3, GatewayInMemory.call("late", Instant.EPOCH)));
        assertThat(Thread.interrupted()).isEqualTo(failure instanceof InterruptException);
        assertThat(gateway.api.sent).isEmpty();
        assertThat(gateway.inputs.attempts).hasValue(0);
        assertThat(commitsFailed).hasValue(3);
        assertThat(consumer.position(ONE)).isEqualTo(5);
        assertThat(consumer.position(TWO)).isEqualTo(3);
        consumer.failure = null;
        deliver(record(ONE, 5, GatewayInMemory.call("a")), record(ONE, 6, GatewayInMemory.call("b")));
        assertThat(gateway.api.sent).containsExactly("a", "b");
    }

    @Test
    void a_partition_that_is_no_longer_ours_is_left_alone() {
        consumer.assign(List.of(TWO));
        consumer.failure = new CommitFailedException();
        deliver(record(ONE, 5, GatewayInMemory.call("a")), record(TWO, 3, GatewayInMemory.call("b")));
        assertThat(consumer.position(TWO)).isEqualTo(3);
    }

    @Test
    void a_late_call_is_given_back() {
        deliver(record(ONE, 5, GatewayInMemory.call("a", Instant.now().minusMillis(1))));
        assertThat(gateway.api.sent).isEmpty();
        await().until(() -> gateway.inputs.answersTo("a").size() == 1);
        assertThat(gateway.inputs.answersTo("a").getFirst()).isInstanceOf(Answer.NoSlot.class);
    }

    @Test
    void an_ask_is_answered_with_what_is_known() {
        gateway.api.atOnce = false;
        deliver(
                record(ONE, 5, GatewayInMemory.call("a")),
                record(ONE, 6, GatewayInMemory.query("a")),
                record(ONE, 7, GatewayInMemory.query("never")));
        await().until(() -> gateway.inputs.answersTo("a").equals(List.of(new Answer.InFlight())));
        gateway.api.answer("a", HeldAgentApi.ACCEPTED);
        deliver(record(ONE, 8, GatewayInMemory.query("a")));
        await().until(() -> gateway.inputs.answersTo("a").size() == 3);
        assertThat(gateway.inputs.answersTo("a"))
                .containsExactly(new Answer.InFlight(), HeldAgentApi.ACCEPTED, HeldAgentApi.ACCEPTED);
        await().until(() -> gateway.inputs.answersTo("never").size() == 1);
        assertThat(gateway.inputs.answersTo("never").getFirst())
                .isInstanceOfSatisfying(
                        Answer.Unknown.class,
                        unknown -> assertThat(unknown.reason()).isEqualTo(Answer.Unknown.Reason.NO_TRACE));
    }

    @Test
    void a_call_that_is_delivered_once_more_is_not_sent_once_more() {
        deliver(record(ONE, 5, GatewayInMemory.call("a")), record(ONE, 5, GatewayInMemory.call("a")));
        assertThat(gateway.api.sent).containsExactly("a");
        await().until(() -> gateway.inputs.answersTo("a").size() == 2);
        assertThat(gateway.slots.waiting()).isZero();
    }

    @Test
    void a_project_that_the_service_refused_is_woken_when_its_key_changes() {
        gateway.api.atOnce = false;
        deliver(record(ONE, 5, GatewayInMemory.call("a")));
        gateway.api.answer("a", new Answer.Unauthorized(401, "expired"));
        await().until(() -> gateway.outcomes.waiting() == 0);

        await().untilAsserted(() -> {
            gateway.held.sharedKeyChanged();
            assertThat(gateway.inputs.appended).contains(new Input.WokeUp("p-1", Input.WokeUp.Cause.KEY_CHANGED));
        });
    }

    @Test
    void without_permission_nothing_is_consumed() {
        gateway.permitted.set(false);
        deliver(record(ONE, 5, GatewayInMemory.call("a")), record(ONE, 6, GatewayInMemory.query("a")));
        assertThat(gateway.api.sent).isEmpty();
        assertThat(consumer.commits).isEmpty();
        assertThat(consumer.position(ONE)).isEqualTo(5);
    }

    @Test
    void a_permission_that_is_lost_during_the_commit_gives_the_call_back() {
        consumer.onCommit = () -> gateway.permitted.set(false);
        deliver(record(ONE, 5, GatewayInMemory.call("a")));
        assertThat(gateway.api.sent).isEmpty();
        await().until(() -> gateway.inputs.answersTo("a").size() == 1);
        assertThat(gateway.inputs.answersTo("a").getFirst()).isInstanceOf(Answer.NoSlot.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3{}", "5{}"})
    void a_record_of_another_format_is_never_skipped(String another) {
        assertThatThrownBy(() -> deliver(
                        record(ONE, 5, GatewayInMemory.call("a")),
                        record(ONE, 6, another.getBytes(StandardCharsets.UTF_8)),
                        record(ONE, 7, GatewayInMemory.call("b"))))
                .isInstanceOf(Format.UnknownFormatException.class);
        assertThat(consumer.position(ONE)).isEqualTo(6);
        assertThat(consumer.commits).containsExactly(Map.of(ONE, 6L));
        assertThat(gateway.api.sent).containsExactly("a");
    }

    @Test
    void a_malformed_record_is_skipped_and_what_follows_is_sent() {
        byte[][] malformed = {
            {},
            {(byte) 0xff},
            "4null".getBytes(StandardCharsets.UTF_8),
            "4{}".getBytes(StandardCharsets.UTF_8),
            "4{\"request\":\"call\",\"projectId\":\"p-1\"}".getBytes(StandardCharsets.UTF_8),
            null
        };
        for (int i = 0; i < malformed.length; i++) {
            deliver(record(ONE, 2L * i, malformed[i]), record(ONE, 2L * i + 1, GatewayInMemory.call("c" + i)));
            assertThat(consumer.commits.getLast()).isEqualTo(Map.of(ONE, 2L * i + 2));
        }
        assertThat(this.malformed).hasValue(malformed.length);
        assertThat(gateway.api.sent).containsExactly("c0", "c1", "c2", "c3", "c4", "c5");
    }

    @Test
    void an_append_that_fails_is_tried_until_it_works() {
        gateway.inputs.failuresToCome.set(2);
        deliver(record(ONE, 5, GatewayInMemory.call("a")));
        await().until(() -> gateway.inputs.answersTo("a").equals(List.of(HeldAgentApi.ACCEPTED)));
        await().until(() -> gateway.outcomes.waiting() == 0);
        assertThat(gateway.inputs.attempts).hasValue(3);
    }

    @Test
    void a_service_that_breaks_the_rules_leaves_the_call_unknown() {
        gateway.api.onSend = call -> {
            throw new IllegalStateException("defect");
        };
        deliver(
                record(ONE, 5, GatewayInMemory.call("a")),
                record(ONE, 6, GatewayInMemory.call("b")),
                record(ONE, 7, GatewayInMemory.call("c")));
        await().until(() -> gateway.inputs.answersTo("c").size() == 1);
        assertThat(gateway.inputs.answersTo("c").getFirst()).isInstanceOf(Answer.Unknown.class);
    }

    /** Notes commits; the rest is Kafka's own mock. */
    private static final class Committing extends MockConsumer<byte[], byte[]> {
        final List<Map<TopicPartition, Long>> commits = new ArrayList<>();

        @Nullable
        RuntimeException failure;

        Runnable onCommit = () -> {};

        Committing() {
            super("none");
            assign(List.of(ONE, TWO));
            seek(ONE, 100);
            seek(TWO, 100);
        }

        @Override
        public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
            if (failure instanceof InterruptException) {
                Thread.currentThread().interrupt();
            }
            if (failure != null) {
                throw failure;
            }
            onCommit.run();
            Map<TopicPartition, Long> commit = new HashMap<>();
            offsets.forEach((partition, offset) -> commit.put(partition, offset.offset()));
            commits.add(commit);
        }
    }
}
