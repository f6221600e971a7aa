package io.docsagent.worker.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.docsagent.worker.harness.Lines;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.Input;
import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Under which id of its topic each record is known, also where a topic is re-created. */
@Isolated("listens to a logger that other tests write to")
class IngressProcessorTest {

    private static final int PARTITION = 2;
    private static final String COMMAND = "{\"type\":\"create\",\"projectId\":\"p\",\"prompt\":\"hello\"}";

    private final Map<String, String> ids = new HashMap<>(Map.of("a", "a-1", "b", "b-1"));
    private final List<List<String>> asked = new ArrayList<>();
    private final MockProcessorContext<Object, byte[]> context = context();
    private final IngressProcessor ingress = ingress();

    @BeforeEach
    void init() {
        ingress.init(context);
    }

    @Test
    void all_ids_are_asked_for_at_once_and_only_once() {
        assertThat(read("a", 0)).isEqualTo(new Input.Published("a-1", PARTITION, 0, 0));
        assertThat(read("b", 7)).isEqualTo(new Input.Published("b-1", PARTITION, 7, 0));
        assertThat(read("a", 1)).isEqualTo(new Input.Published("a-1", PARTITION, 1, 0));
        assertThat(read("b", 9)).isEqualTo(new Input.Published("b-1", PARTITION, 9, 0));

        assertThat(asked).containsExactly(List.of("a", "b"));
    }

    @Test
    void a_recreated_topic_has_another_id_and_the_other_publishers_keeps_its_own() {
        read("a", 5);
        read("b", 5);
        ids.putAll(Map.of("a", "a-2", "b", "not asked for"));

        assertThat(read("a", 0)).isEqualTo(new Input.Published("a-2", PARTITION, 0, 0));
        assertThat(read("b", 6)).isEqualTo(new Input.Published("b-1", PARTITION, 6, 0));
        assertThat(read("a", 1)).isEqualTo(new Input.Published("a-2", PARTITION, 1, 0));
        assertThat(asked).containsExactly(List.of("a", "b"), List.of("a"));
    }

    @Test
    void the_same_record_again_is_the_same_where_only_its_offsets_were_lost() {
        Input.@Nullable Published first = read("b", 3);

        assertThat(read("b", 3)).isEqualTo(first);
        assertThat(asked).containsExactly(List.of("a", "b"), List.of("b"));
    }

    @Test
    void a_record_that_the_worker_fails_to_read_is_set_aside_and_the_failure_is_logged() {
        Publishers publishers = Readers.publishers("topics.requests", "a");
        IngressProcessor failing = ingress(new Intake(publishers.topics(), record -> {
            throw new IllegalStateException("defect");
        }));
        failing.init(context);
        try (Lines lines = new Lines(DeadLetterLog.class.getName(), Level.INFO)) {
            process(failing, "a", 4);

            assertThat(lines.texts())
                    .containsExactly(
                            "ERROR Could not read a record, which is a defect of the worker; it becomes a dead letter"
                                    + " topic=a partition=2 offset=4",
                            "WARN A record became a dead letter topic=a partition=2 offset=4"
                                    + " reason=reading the record failed in the worker: IllegalStateException");
            assertThat(lines.events().getFirst().getThrowableProxy().getMessage())
                    .isEqualTo("defect");
        }
        assertThat(context.forwarded(IngressTopology.DEAD_LETTERS_SINK)).hasSize(1);
    }

    private Input.@Nullable Published read(String topic, long offset) {
        context.resetForwards();
        process(ingress, topic, offset);
        byte[] input = context.forwarded().getFirst().record().value();
        return ((Input.CommandArrived) Format.of(Input.class).read(input)).published();
    }

    private void process(IngressProcessor processor, String topic, long offset) {
        context.setRecordMetadata(topic, PARTITION, offset);
        var headers = Records.headers();
        headers.add(OriginalMetadata.HEADER, new byte[Long.BYTES + Integer.BYTES]);
        processor.process(new Record<>(null, Records.bytes(COMMAND), 0, headers));
    }

    private IngressProcessor ingress() {
        Publishers publishers = Readers.publishers("topics.requests", "a", "publishers.b.topic", "b");
        return ingress(new Intake(publishers.topics(), new CommandReader(1024, publishers)));
    }

    private IngressProcessor ingress(Intake intake) {
        return new IngressProcessor(
                intake,
                new DeadLetters(1 << 20),
                (reading, topic) -> {},
                topics -> {
                    asked.add(List.copyOf(topics));
                    return topics.stream().collect(Collectors.toMap(topic -> topic, ids::get));
                },
                new CommitPolicy(System::nanoTime),
                IngressTopology.DEAD_LETTERS_SINK);
    }

    private static MockProcessorContext<Object, byte[]> context() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "ingress");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        return new MockProcessorContext<>(config, new TaskId(0, PARTITION), new File("none"));
    }
}
