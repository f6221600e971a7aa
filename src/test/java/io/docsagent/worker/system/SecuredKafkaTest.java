package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.client.ClientException;
import io.docsagent.worker.client.ClientException.Kind;
import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.client.DocsAgentClient;
import io.docsagent.worker.client.NewCommand;
import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.Right;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.SecuredBroker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worker and the client over TLS and SCRAM, with no more rights than their READMEs list. */
@Order(2)
class SecuredKafkaTest {

    @TempDir
    private static Path home;

    private static SecuredBroker broker;

    @BeforeAll
    static void start() {
        broker = new SecuredBroker(home);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void the_listed_rights_are_enough() {
        String prefix = RunningWorker.newPrefix();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"))) {
            broker.addUser(prefix);
            broker.allow(prefix, Right.ofWorker(prefix));
            broker.allow(prefix, Right.ofTopicMaker(prefix));
            String[] settings = broker.settingsOf(prefix).toArray(String[]::new);
            try (var abandoned = beginTransaction(broker, prefix + "-" + UUID.randomUUID() + "-1");
                    RunningWorker worker = RunningWorker.start(broker, sandbox, prefix, settings);
                    Publisher publisher = new Publisher(worker);
                    Subscriber events = new Subscriber(worker, "job-status");
                    Subscriber deadLetters = new Subscriber(worker, "requests-dlt")) {
                publisher.publish("no command");
                publisher.create("docs", "c1", "Write the quickstart");

                assertThat(events.await(type("job.completed").and(command("c1")))
                                .get("prLink")
                                .asString())
                        .startsWith("https://");
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> !deadLetters.records().isEmpty());
                assertThatThrownBy(abandoned::commitTransaction).isInstanceOf(KafkaException.class);
            }
        }
    }

    @Test
    void a_client_names_the_right_that_it_lacks() {
        String prefix = RunningWorker.newPrefix();
        String requests = prefix + ".requests";
        String commands = prefix + ".commands";
        String events = prefix + ".job-status";
        Stream.of(requests, commands, events).forEach(topic -> broker.create(new NewTopic(topic, 2, (short) 1)));
        broker.addUser(prefix);
        ClientSettings settings =
                ClientSettings.of(broker.kafkaSettingsOf(prefix)).withTopics(requests, commands, events);
        assertThat(failure(settings))
                .isEqualTo(Kind.NO_RIGHT + " The Kafka user has no right to use [" + commands + "]. Give it WRITE on "
                        + requests + ", and READ on " + commands + " and " + events + ".");

        List<Right> rights = Right.ofClient(prefix);
        allowAndAwait(rights.get(1), settings, "NO_RIGHT.*\\[" + events + "].*");
        allowAndAwait(rights.get(2), settings, "NO_RIGHT.*\\[" + requests + "].*");
        allowAndAwait(rights.get(0), settings, "NO_ANSWER.*It is not known.*");

        Map<String, String> mistyped = new HashMap<>(broker.kafkaSettingsOf(prefix));
        mistyped.computeIfPresent("sasl.jaas.config", (name, login) -> login.replace("password=\"", "password=\"not-"));
        assertThat(failure(ClientSettings.of(mistyped))).matches("NO_RIGHT.*refuse the login.*sasl.jaas.config.*");
    }

    private static void allowAndAwait(Right right, ClientSettings settings, String failure) {
        broker.allow(settings.requests().replace(".requests", ""), List.of(right));
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> failure(settings).matches(failure));
    }

    private static String failure(ClientSettings settings) {
        try (DocsAgentClient client = DocsAgentClient.of(settings)) {
            var end = client.ask(NewCommand.create("docs", "c1", "Write the quickstart"), Duration.ofSeconds(2));
            assertThat(end).failsWithin(Duration.ofSeconds(30));
            ClientException failure = (ClientException) end.exceptionNow();
            return failure.kind() + " " + failure.getMessage();
        }
    }

    /** As an instance leaves it open that is killed. */
    private static Producer<byte[], byte[]> beginTransaction(Broker broker, String transactionalId) {
        broker.create(new NewTopic(transactionalId, 1, (short) 1));
        var producer = new KafkaProducer<>(
                Map.<String, Object>of(
                        "bootstrap.servers", broker.bootstrapServers(), "transactional.id", transactionalId),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        producer.initTransactions();
        producer.beginTransaction();
        var unused = producer.send(new ProducerRecord<>(transactionalId, new byte[1]));
        producer.flush();
        return producer;
    }
}
