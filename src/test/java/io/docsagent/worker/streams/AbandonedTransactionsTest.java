package io.docsagent.worker.streams;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.RunningWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaStreams.State;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AbandonedTransactionsTest {

    private static final EmbeddedBroker BROKER = new EmbeddedBroker();

    private final String applicationId = RunningWorker.newPrefix();
    private final String own = applicationId + "-" + UUID.randomUUID();
    private final String dead = applicationId + "-" + UUID.randomUUID();
    private final AbandonedTransactions transactions =
            new AbandonedTransactions(Map.of("bootstrap.servers", BROKER.bootstrapServers()), applicationId);

    private final List<KafkaConsumer<byte[], byte[]>> members = new ArrayList<>();

    @BeforeEach
    void createTopic() {
        BROKER.create(new NewTopic(applicationId, 2, (short) 1));
        transactions.isOwn(clientId(own));
    }

    @AfterEach
    void close() {
        members.forEach(KafkaConsumer::close);
        transactions.close();
    }

    @Test
    void the_transaction_of_a_process_without_a_member_is_ended_once_partitions_are_assigned_anew() throws Exception {
        join(clientId(own));
        try (var abandoned = beginTransaction(dead + "-1")) {
            transactions.onChange(State.REBALANCING, State.RUNNING);

            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !isOpen(dead + "-1"));
            assertThatThrownBy(abandoned::commitTransaction).isInstanceOf(KafkaException.class);
        }
    }

    @Test
    void a_dead_process_that_is_a_member_until_its_session_is_over_is_noticed_then() throws Exception {
        join(clientId(own), clientId(dead));
        try (var abandoned = beginTransaction(dead + "-1")) {
            transactions.onChange(State.REBALANCING, State.RUNNING);
            Awaitility.await().during(Duration.ofSeconds(2)).until(() -> isOpen(dead + "-1"));

            members.getLast().close();

            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> !isOpen(dead + "-1"));
            assertThatThrownBy(abandoned::commitTransaction).isInstanceOf(KafkaException.class);
        }
    }

    @Test
    void a_members_transaction_goes_on() throws Exception {
        join(clientId(own));
        try (var open = beginTransaction(own + "-2")) {
            transactions.endAll();

            open.commitTransaction();
        }
    }

    @Test
    void an_instance_that_is_no_member_ends_nothing() throws Exception {
        join(clientId(applicationId + "-" + UUID.randomUUID()));
        try (var open = beginTransaction(dead + "-1")) {
            transactions.endAll();

            open.commitTransaction();
        }
    }

    /** Where client.id is set, the members' names do not tell which processes are alive. */
    @Test
    void nothing_is_ended_where_a_members_name_does_not_tell_its_process() throws Exception {
        join(clientId(own), "by-hand-StreamThread-1-consumer");
        try (var open = beginTransaction(dead + "-1")) {
            transactions.endAll();

            open.commitTransaction();
        }
    }

    @Test
    void another_applications_transaction_goes_on() throws Exception {
        join(clientId(own));
        try (var open = beginTransaction(applicationId + "-other-" + UUID.randomUUID() + "-1")) {
            transactions.endAll();

            open.commitTransaction();
        }
    }

    private static String clientId(String process) {
        return process + "-StreamThread-1-consumer";
    }

    private boolean isOpen(String transactionalId) throws ExecutionException, InterruptedException {
        var open = new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING));
        try (var admin = BROKER.admin()) {
            return admin.listTransactions(open).all().get().stream()
                    .anyMatch(listed -> listed.transactionalId().equals(transactionalId));
        }
    }

    private KafkaProducer<byte[], byte[]> beginTransaction(String transactionalId)
            throws ExecutionException, InterruptedException {
        var producer = new KafkaProducer<>(
                Map.<String, Object>of(
                        "bootstrap.servers", BROKER.bootstrapServers(), "transactional.id", transactionalId),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(applicationId, new byte[1])).get();
        return producer;
    }

    private void join(String... clientIds) {
        Stream.of(clientIds).map(this::member).forEach(members::add);
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
            members.forEach(member -> member.poll(Duration.ofMillis(50)));
            return members.stream().noneMatch(member -> member.assignment().isEmpty());
        });
    }

    private KafkaConsumer<byte[], byte[]> member(String clientId) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", BROKER.bootstrapServers(), "group.id", applicationId, "client.id", clientId);
        var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumer.subscribe(List.of(applicationId));
        return consumer;
    }
}
