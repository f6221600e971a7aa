package io.docsagent.worker.gateway.call;

import static io.docsagent.worker.gateway.call.GatewayOnKafka.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.gateway.GatewayObserver;
import io.docsagent.worker.gateway.GatewayStatus;
import io.docsagent.worker.gateway.ScriptedService;
import io.docsagent.worker.wire.Answer;
import io.docsagent.worker.wire.InputsInMemory;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

/** The whole gateway between a real broker and a real socket. */
@Order(2)
class GatewayKafkaTest {

    private final GatewayOnKafka kafka = new GatewayOnKafka();
    private final ScriptedService service = kafka.service;
    private final InputsInMemory inputs = kafka.inputs;
    private final AtomicInteger commitsFailed = new AtomicInteger();

    @AfterEach
    void close() throws IOException {
        kafka.close();
    }

    private AnnotationConfigApplicationContext start(String... settings) {
        kafka.observer = new GatewayObserver() {
            @Override
            public void commitFailed(int calls) {
                commitsFailed.addAndGet(calls);
            }
        };
        return kafka.start(settings);
    }

    private void request(byte[]... requests) {
        kafka.request(requests);
    }

    private void awaitAnswer(String callId, Class<? extends Answer> kind) {
        kafka.awaitAnswer(callId, kind);
    }

    private long committed() {
        return Objects.requireNonNullElse(kafka.committed(kafka.group), 0L);
    }

    private void removeMembers() {
        kafka.withAdmin(admin -> GatewayOnKafka.done(
                admin.removeMembersFromConsumerGroup(kafka.group, new RemoveMembersFromConsumerGroupOptions())
                        .all()));
    }

    @Test
    void when_the_service_is_called_the_commit_is_done() {
        Map<Integer, Long> committedAtRequest = new ConcurrentHashMap<>();
        service.does((request, socket) -> {
            committedAtRequest.put(committedAtRequest.size(), committed());
            ScriptedService.reply(201, "{\"id\":\"job-1\"}").answer(request, socket);
        });
        start("api.max-in-flight", "1");
        request(GatewayInMemory.call("a"), GatewayInMemory.call("b"), GatewayInMemory.call("late", Instant.EPOCH));
        awaitAnswer("b", Answer.Accepted.class);
        request(GatewayInMemory.query("a"), GatewayInMemory.query("x"));
        awaitAnswer("late", Answer.NoSlot.class);
        awaitAnswer("x", Answer.Unknown.class);
        await().until(() -> inputs.answersTo("a").size() == 2);
        assertThat(inputs.answersTo("a")).hasOnlyElementsOfType(Answer.Accepted.class);
        assertThat(service.requests).hasSize(2);
        assertThat(committedAtRequest.get(0)).isGreaterThanOrEqualTo(1);
        assertThat(committedAtRequest.get(1)).isGreaterThanOrEqualTo(2);
    }

    @Test
    void a_member_that_was_thrown_out_sends_nothing_until_the_call_is_its_own_again() {
        CountDownLatch thrownOut = new CountDownLatch(1);
        kafka.permission = () -> {
            // Asked by the listener, and not before: it has the requests by then.
            boolean delivered = Thread.currentThread().getName().startsWith("callContainer");
            if (delivered && thrownOut.getCount() > 0) {
                removeMembers();
                thrownOut.countDown();
            }
            return true;
        };
        start();
        request(GatewayInMemory.call("a"), GatewayInMemory.call("b"));
        await().until(() -> commitsFailed.get() > 0);
        awaitAnswer("a", Answer.Accepted.class);
        awaitAnswer("b", Answer.Accepted.class);
        assertThat(service.requests).hasSize(2);
        assertThat(inputs.appended).hasSize(2);
    }

    @Test
    void a_listener_that_was_stopped_is_not_silent() {
        GatewayStatus status = start().getBean(GatewayStatus.class);
        await().until(() -> status.silence() != null);

        kafka.permission = () -> false;
        await().until(() -> !status.isConsuming());
        assertThat(status.silence()).isNull();

        kafka.permission = () -> true;
        await().until(() -> status.silence() != null);
    }

    @Test
    void a_decision_that_is_not_durable_is_not_carried_out() {
        start();
        try (var engine = GatewayOnKafka.producer(Map.of("transactional.id", kafka.topic))) {
            engine.initTransactions();
            engine.beginTransaction();
            var unused = engine.send(new ProducerRecord<>(kafka.topic, 0, null, GatewayInMemory.call("aborted")));
            engine.flush();
            engine.abortTransaction();
            engine.beginTransaction();
            var ignored = engine.send(new ProducerRecord<>(kafka.topic, 0, null, GatewayInMemory.call("kept")));
            engine.commitTransaction();
        }
        awaitAnswer("kept", Answer.Accepted.class);
        assertThat(inputs.answersTo("aborted")).isEmpty();
        assertThat(service.requests).hasSize(1);
    }

    @Test
    void a_record_of_a_newer_release_stops_the_gateway_in_front_of_it() {
        var gateway = start();
        GatewayStatus status = gateway.getBean(GatewayStatus.class);
        await().until(status::isConsuming);
        request(GatewayInMemory.call("a"), new byte[] {'5'}, GatewayInMemory.call("b"));
        awaitAnswer("a", Answer.Accepted.class);
        await().until(() -> !status.isConsuming()
                && !gateway.getBean(KafkaMessageListenerContainer.class).isRunning());
        assertThat(status.failure()).contains("newer release");
        assertThat(committed()).isEqualTo(1);
        assertThat(service.requests).hasSize(1);
    }

    @Test
    void stopping_waits_for_the_calls_in_flight() {
        CountDownLatch release = new CountDownLatch(1);
        service.does((request, socket) -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            ScriptedService.reply(201, "{\"id\":\"job-1\"}").answer(request, socket);
        });
        var gateway = start();
        GatewayStatus status = gateway.getBean(GatewayStatus.class);
        request(GatewayInMemory.call("a"));
        await().until(() -> service.requests.size() == 1);
        assertThat(status.callsInFlight()).isOne();
        CompletableFuture<Void> closed = CompletableFuture.runAsync(gateway::close);
        await().until(() -> !status.isConsuming());
        assertThat(closed).isNotDone();
        release.countDown();
        await().until(closed::isDone);
        assertThat(inputs.answersTo("a")).hasSize(1).hasOnlyElementsOfType(Answer.Accepted.class);
    }

    @Test
    void projects_whose_calls_hang_keep_nobody_else_waiting() {
        service.does((request, socket) -> {
            if (!request.line().contains("/hanging-")) {
                ScriptedService.reply(201, "{\"id\":\"job-1\"}").answer(request, socket);
            }
        });
        var gateway = start();
        Instant notAfter = Instant.now().plusSeconds(30);
        request(GatewayInMemory.callOf("lone", "first", notAfter));
        awaitAnswer("first", Answer.Accepted.class);
        for (int i = 0; i < 320; i++) {
            request(GatewayInMemory.callOf("hanging-" + i % 40, "h" + i, notAfter));
        }
        GatewayStatus status = gateway.getBean(GatewayStatus.class);
        await().until(() -> status.callsInFlight() + status.callsWaiting() == 320);
        assertThat(status.callsInFlight()).as("calls without a success").isEqualTo(5);
        request(GatewayInMemory.callOf("lone", "lone", notAfter));
        awaitAnswer("lone", Answer.Accepted.class);
        assertThat(inputs.appended).hasSize(2);
        service.does(ScriptedService.reply(201, "{\"id\":\"job-1\"}"));
        request(GatewayInMemory.callOf("hanging-7", "behind", notAfter));
        request(GatewayInMemory.callOf("lone", "again", notAfter));
        awaitAnswer("again", Answer.Accepted.class);
        awaitAnswer("behind", Answer.Accepted.class);
    }
}
