package io.docsagent.worker.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.cli.Tool.Result;
import io.docsagent.worker.cli.dlt.DeadLetterTopic;
import io.docsagent.worker.client.ClientSettings;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.ingress.DeadLetters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Dead letters of two partitions, sent again in several runs, without a worker. */
class RedriveTest {

    private static final EmbeddedBroker BROKER = new EmbeddedBroker();

    /** Of each partition, one that is too large for what a run may send. */
    private static final List<List<String>> LETTERS =
            List.of(List.of("a1", large("a2"), "a3"), List.of("b1", large("b2"), "b3"));

    private final String prefix = RunningWorker.newPrefix();
    private final String requests = prefix + ".requests";
    private final String letters = prefix + ".requests-dlt";
    private final DeadLetters deadLetters = new DeadLetters(DeadLetters.LEAST_LIMIT);

    @BeforeEach
    void fill() throws Exception {
        BROKER.create(new NewTopic(requests, 1, (short) 1), new NewTopic(letters, 2, (short) 1));
        Map<String, Object> kafka = Map.of("bootstrap.servers", BROKER.bootstrapServers());
        try (var producer = new KafkaProducer<>(kafka, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int partition = 0; partition < LETTERS.size(); partition++) {
                for (String text : LETTERS.get(partition)) {
                    var unused = producer.send(letter(partition, text)).get();
                }
            }
        }
    }

    private ProducerRecord<byte[], byte[]> letter(int partition, String text) {
        var letter = deadLetters.of(
                new ConsumerRecord<>(requests, 0, 0, null, text.getBytes(UTF_8)), "not a JSON document", 2_000);
        return new ProducerRecord<>(letters, partition, letter.key(), letter.value(), letter.headers());
    }

    private static String large(String text) {
        return text + "x".repeat(5_000);
    }

    @Test
    void a_run_goes_on_in_every_partition_behind_what_the_one_before_has_sent() {
        Result stopped = redrive(Map.of("SPRING_KAFKA_PROPERTIES_MAX_REQUEST_SIZE", "2000"));
        assertThat(stopped.status()).as(stopped.out()).isEqualTo(1);
        assertThat(sent()).hasSize(1);

        Result rest = redrive(Map.of());
        assertThat(rest.status()).as(rest.err()).isZero();
        assertThat(rest.out()).contains("sent 5, skipped 0");
        assertThat(sent())
                .containsExactlyInAnyOrderElementsOf(
                        LETTERS.stream().flatMap(List::stream).toList());
    }

    @Test
    void runs_of_a_few_letters_send_each_once() {
        for (int run = 0; run < 3; run++) {
            assertThat(redrive(Map.of(), "--max", "2").out()).contains("sent 2, skipped 0");
        }
        assertThat(redrive(Map.of()).out()).contains("sent 0, skipped 0");
        assertThat(sent())
                .containsExactlyInAnyOrderElementsOf(
                        LETTERS.stream().flatMap(List::stream).toList());
    }

    private Result redrive(Map<String, String> settings, String... more) {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", BROKER.bootstrapServers());
        environment.put("DOCS_AGENT_TOPICS_REQUESTS", requests);
        environment.put("DOCS_AGENT_TOPICS_REQUESTS_DLT", letters);
        List<String> args = new ArrayList<>(List.of("dlt", "redrive", "--resume", prefix));
        args.addAll(List.of(more));
        return new Tool(environment).run(args.toArray(String[]::new));
    }

    private List<String> sent() {
        List<String> sent = new ArrayList<>();
        try (var topic = new DeadLetterTopic(ClientSettings.of(BROKER.bootstrapServers()), requests, null)) {
            topic.each(record -> sent.add(new String(record.value(), UTF_8)));
        }
        return sent;
    }
}
