package io.docsagent.worker.system;

import static io.docsagent.worker.harness.Subscriber.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docsagent.worker.harness.ChildJvm;
import io.docsagent.worker.harness.KafkaCluster;
import io.docsagent.worker.harness.LargePublisher;
import io.docsagent.worker.harness.RunningWorker;
import io.docsagent.worker.harness.Subscriber;
import io.docsagent.worker.harness.WorkerProcess;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import io.docsagent.worker.sandbox.journal.JournalEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.tools.consumer.ConsoleConsumer;
import org.apache.kafka.tools.consumer.group.ConsumerGroupCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runbook for a record that does not fit into memory, step by step, with the tools that it names. */
class PoisonRecordIT {

    private static final String REQUESTS = "poison.requests";
    private static final int PARTITIONS = 3;
    private static final int POISONED = 1;

    /** Kafka's consumer takes it twice, which is more than a worker has here. */
    private static final int BYTES = 250_000_000;

    private static final String PROMPT = "Write ";
    private static final String ENOUGH = "1g";
    private static final String MEMORY_OF_TOOL = "-Xmx256m";
    private static final Duration TO_END = Duration.ofMinutes(2);

    @TempDir
    private Path home;

    private KafkaCluster kafka;
    private Sandbox sandbox;
    private WorkerProcess worker;
    private KafkaProducer<byte[], byte[]> producer;

    @BeforeEach
    void start() throws ExecutionException, InterruptedException {
        kafka = KafkaCluster.start(home, 1);
        sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=200ms"));
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        // Made by somebody who did not know of compression.type=uncompressed.
        try (Admin admin = kafka.admin()) {
            admin.createTopics(List.of(new NewTopic(REQUESTS, PARTITIONS, (short) 1)))
                    .all()
                    .get();
        }
        worker = worker("worker");
        worker.startAndAwait();
        createOnEach("before");
        awaitSent(PARTITIONS);
    }

    @AfterEach
    void stop() {
        worker.close();
        producer.close();
        sandbox.close();
        kafka.close();
    }

    @Test
    void with_more_memory_it_becomes_a_dead_letter_and_nothing_is_lost() {
        createOnEach("while one more is coming");
        publishPoison();
        awaitOutOfMemory(worker);
        createOnEach("behind");

        worker.withHeap(ENOUGH);
        worker.startAndAwait();

        awaitSent(3 * PARTITIONS);
        assertThat(run(
                        ConsoleConsumer.class,
                        "--topic",
                        "poison.requests-dlt",
                        "--from-beginning",
                        "--max-messages",
                        "1",
                        "--formatter-property",
                        "print.headers=true",
                        "--formatter-property",
                        "print.value=false"))
                .contains("250000000 bytes");
    }

    @Test
    void without_it_is_found_and_skipped() {
        worker.close();
        createOnEach("next to it");
        long poison = publishPoison();
        createOnEach("behind");
        for (int i = 0; i < 2; i++) {
            worker.start();
            awaitOutOfMemory(worker);
        }

        long position = position();
        String read = run(
                ConsoleConsumer.class,
                "--topic",
                REQUESTS,
                "--partition",
                Integer.toString(POISONED),
                "--offset",
                Long.toString(position),
                "--command-property",
                "max.poll.records=1",
                "--formatter-property",
                "print.offset=true");
        assertThat(read).contains("java.lang.OutOfMemoryError");
        List<String> unprocessed =
                read.lines().filter(line -> line.startsWith("Offset:")).toList();
        assertThat(position + unprocessed.size()).isEqualTo(poison);
        String behind = Long.toString(poison + 1);
        // Until Kafka has noticed that the members of the group are gone.
        await().atMost(TO_END)
                .until(() -> run(
                                ConsumerGroupCommand.class,
                                "--group",
                                "poison",
                                "--reset-offsets",
                                "--topic",
                                REQUESTS + ":" + POISONED,
                                "--to-offset",
                                behind,
                                "--execute")
                        .lines()
                        .anyMatch(line -> line.matches("poison +poison.requests +" + POISONED + " +" + behind + " *")));
        worker.startAndAwait();
        unprocessed.forEach(line -> publish(POISONED, line.substring(line.indexOf('{'))));

        awaitSent(3 * PARTITIONS);
    }

    private void createOnEach(String when) {
        IntStream.range(0, PARTITIONS).forEach(partition -> {
            String id = partition + "-" + when;
            publish(
                    partition,
                    "{\"type\":\"create\",\"projectId\":\"docs-%s\",\"commandId\":\"%s\",\"prompt\":\"%s\"}"
                            .formatted(partition, id, PROMPT + id));
        });
        producer.flush();
    }

    private void publish(int partition, String command) {
        var unused = producer.send(
                new ProducerRecord<>(REQUESTS, partition, null, command.getBytes(StandardCharsets.UTF_8)));
    }

    private long publishPoison() {
        List<String> command = new ArrayList<>(List.of("-Xmx" + ENOUGH));
        command.addAll(ChildJvm.onClasspath(LargePublisher.class));
        command.addAll(
                List.of(kafka.bootstrapServers(), REQUESTS, Integer.toString(POISONED), Integer.toString(BYTES)));
        try (ChildJvm publisher = ChildJvm.start(home.resolve("publisher.log"), command)) {
            return Long.parseLong(publisher.awaitLine("offset: "));
        }
    }

    private static void awaitOutOfMemory(WorkerProcess worker) {
        worker.process().awaitEnd(TO_END);
        assertThat(text(worker.log())).contains("java.lang.OutOfMemoryError");
    }

    /** Each command was sent once, or is unknown, since a worker ended while the call was in flight. */
    private void awaitSent(int commands) {
        try (Subscriber events = new Subscriber(kafka.bootstrapServers(), "poison.job-status")) {
            await().atMost(TO_END).until(() -> {
                Set<String> sent = new HashSet<>(prompts());
                events.events(type("command.unknown"))
                        .forEach(event ->
                                sent.add(PROMPT + event.get("commandId").asString()));
                return sent.size() == commands;
            });
        }
        assertThat(prompts()).doesNotHaveDuplicates();
    }

    private List<String> prompts() {
        return sandbox.journal().entries().stream()
                .filter(JournalEntry::isPost)
                .map(entry -> String.valueOf(entry.prompt()))
                .toList();
    }

    /** The offset of the next record that the worker reads. */
    private long position() {
        return run(ConsumerGroupCommand.class, "--describe", "--group", "poison")
                .lines()
                .map(line -> line.split(" +"))
                .filter(row -> row.length > 3 && row[1].equals(REQUESTS) && row[2].equals(Integer.toString(POISONED)))
                .map(row -> Long.parseLong(row[3]))
                .findFirst()
                .orElseThrow();
    }

    /** What one of Kafka's tools writes. */
    private String run(Class<?> tool, String... arguments) {
        try {
            Path said = Files.createTempFile(home, tool.getSimpleName(), ".log");
            List<String> command = new ArrayList<>(List.of(MEMORY_OF_TOOL));
            command.addAll(ChildJvm.onClasspath(tool));
            command.addAll(List.of("--bootstrap-server", kafka.bootstrapServers()));
            command.addAll(List.of(arguments));
            ChildJvm.start(said, command).awaitEnd(TO_END);
            return text(said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            // Some headers of dead letters are numbers.
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private WorkerProcess worker(String name) {
        Stream<String> settings = Stream.concat(
                RunningWorker.settingsOf("poison", sandbox).stream()
                        .filter(setting -> !setting.contains("server.port")),
                Stream.of(
                        "docs-agent.api.key=" + RunningWorker.KEY,
                        "spring.kafka.bootstrap-servers=" + kafka.bootstrapServers()));
        return new WorkerProcess(
                name, home, settings.map(setting -> "--" + setting).toList());
    }
}
