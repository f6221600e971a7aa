package io.docsagent.worker.bench.peers;

import io.docsagent.worker.harness.Quiet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Consume, POST, produce, and nothing else: no quota, no order, no state, no guarantee. */
public final class BareLoop {

    private final Semaphore places = new Semaphore(PeerSettings.MAX_IN_FLIGHT);
    private final PeerSettings settings;
    private final BareService service;
    private final KafkaProducer<String, String> producer;

    BareLoop(PeerSettings settings, BareService service) {
        this.settings = settings;
        this.service = service;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", settings.brokers(), "linger.ms", 0),
                new StringSerializer(),
                new StringSerializer());
    }

    public static void main(String[] arguments) throws InterruptedException {
        Quiet.please();
        PeerSettings settings = PeerSettings.of(arguments);
        BareLoop loop = new BareLoop(settings, new BareService(settings.baseUrl()));
        loop.run((command, answer) -> loop.tell(command, "job.active", answer));
    }

    /** @param started what to do with each answer */
    void run(BiConsumer<Command, String> started) throws InterruptedException {
        try (var consumer =
                new KafkaConsumer<>(settings.consumer(), new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(settings.requests()));
            while (!Thread.currentThread().isInterrupted()) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
                    places.acquire();
                    Command command = Command.read(record.value());
                    service.create(command)
                            .doFinally(end -> places.release())
                            .subscribe(answer -> started.accept(command, answer));
                }
            }
        }
    }

    void tell(Command command, String type, String answer) {
        var unused = producer.send(
                new ProducerRecord<>(settings.events(), command.projectId(), command.event(type, answer)));
    }
}
