package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.command;
import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.MostlyWaits;
import io.docsagent.worker.harness.Publisher;
import io.docsagent.worker.harness.Right;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.SecuredBroker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worker over TLS and SCRAM, with no more rights than k8s/README.md lists. */
@MostlyWaits
class SecuredKafkaTest {

    @Test
    void the_listed_rights_are_enough(@TempDir Path home) {
        String prefix = RunningWorker.newPrefix();
        try (SecuredBroker broker = new SecuredBroker(home);
                Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"))) {
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
