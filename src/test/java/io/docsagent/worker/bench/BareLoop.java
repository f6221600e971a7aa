package io.docsagent.worker.bench;

import io.docsagent.worker.process.Quiet;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Consume, POST, produce, and nothing else: no quota, no order, no state, no guarantee. */
final class BareLoop {

    static final String READY = "running";

    /** As docs-agent.api.max-in-flight. */
    private static final int MAX_IN_FLIGHT = 256;

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Semaphore places = new Semaphore(MAX_IN_FLIGHT);
    private final HttpClient http = HttpClient.create(ConnectionProvider.create("bare", MAX_IN_FLIGHT))
            .headers(headers -> headers.set("Authorization", "Bearer bench").set("Content-Type", "application/json"));
    private final String baseUrl;
    private final String output;
    private final KafkaProducer<String, byte[]> producer;

    private BareLoop(String brokers, String baseUrl, String output) {
        this.baseUrl = baseUrl;
        this.output = output;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers, "linger.ms", 0),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    /** The arguments: brokers, the service's address, the topic to read, the topic to write. */
    public static void main(String[] arguments) throws InterruptedException {
        Quiet.please();
        var loop = new BareLoop(arguments[0], arguments[1], arguments[3]);
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of(
                        "bootstrap.servers", arguments[0], "group.id", "bare-loop", "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(arguments[2]));
            System.out.println(READY);
            loop.run(consumer);
        }
    }

    private void run(KafkaConsumer<String, byte[]> consumer) throws InterruptedException {
        while (!Thread.currentThread().isInterrupted()) {
            for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                places.acquire();
                post(record);
            }
        }
    }

    private void post(ConsumerRecord<String, byte[]> record) {
        JsonNode command = JSON.readTree(record.value());
        String project = command.path("projectId").asString();
        byte[] body =
                JSON.writeValueAsBytes(Map.of("prompt", command.path("prompt").asString()));
        http.post()
                .uri(baseUrl + "/v2/agent/" + project + "/job")
                .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(body)))
                .responseSingle((response, content) -> content.asString(StandardCharsets.UTF_8))
                .doFinally(end -> places.release())
                .subscribe(answer -> {
                    var unused = producer.send(
                            new ProducerRecord<>(output, project, answer.getBytes(StandardCharsets.UTF_8)));
                });
    }
}
