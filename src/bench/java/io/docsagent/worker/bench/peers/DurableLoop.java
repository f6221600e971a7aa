package io.docsagent.worker.bench.peers;

import io.docsagent.worker.harness.Quiet;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * The records that the worker's promises cost, and nothing else: it writes to the same topics and stores in the same
 * transactions, and commits before it calls, but knows no quota, no order, and does not look at what it writes.
 */
public final class DurableLoop {

    /** What stands in for a project's state, a seen mark and a job: as many bytes as the worker's have. */
    private static final byte[] PROJECT = new byte[400];

    private static final byte[] MARK = new byte[150];
    private static final byte[] JOB = new byte[350];

    private static final String PROJECTS = "projects";
    private static final String QUEUE = "queue";
    private static final String MARKS = "marks";
    private static final String JOBS = "jobs";

    private static final byte COMMAND = 'c';
    private static final byte ANSWER = 'a';

    private final Semaphore places = new Semaphore(PeerSettings.MAX_IN_FLIGHT);
    private final PeerSettings settings;
    private final BareService service;
    private final String inputs;
    private final String calls;
    private final KafkaProducer<String, byte[]> outcomes;

    private DurableLoop(PeerSettings settings) {
        this.settings = settings;
        this.service = new BareService(settings.baseUrl());
        this.inputs = settings.group() + ".inputs";
        this.calls = settings.group() + ".calls";
        this.outcomes = new KafkaProducer<>(
                Map.of("bootstrap.servers", settings.brokers(), "linger.ms", 0),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    public static void main(String[] arguments) throws Exception {
        Quiet.please();
        DurableLoop loop = new DurableLoop(PeerSettings.of(arguments));
        loop.createTopics();
        loop.startStreams();
        loop.makeCalls();
    }

    private void createTopics() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", settings.brokers()))) {
            admin.createTopics(Stream.of(inputs, calls)
                            .map(name -> new NewTopic(name, Optional.of(PeerSettings.PARTITIONS), Optional.empty()))
                            .toList())
                    .all()
                    .get();
        }
    }

    /** With the worker's settings. */
    private void startStreams() throws Exception {
        Properties config = new Properties();
        config.putAll(Map.of(
                "application.id",
                settings.group() + "-streams",
                "bootstrap.servers",
                settings.brokers(),
                "processing.guarantee",
                "exactly_once_v2",
                "num.stream.threads",
                2,
                "commit.interval.ms",
                100,
                "statestore.cache.max.bytes",
                0,
                "auto.offset.reset",
                "earliest",
                "producer.linger.ms",
                100,
                "producer.retry.backoff.ms",
                20,
                "state.dir",
                Files.createTempDirectory(Path.of("target"), "durable-loop").toString()));
        KafkaStreams streams = new KafkaStreams(topology(), config);
        CountDownLatch running = new CountDownLatch(1);
        streams.setStateListener((state, before) -> {
            if (state == KafkaStreams.State.RUNNING) {
                running.countDown();
            }
        });
        streams.start();
        running.await();
    }

    private Topology topology() {
        Topology topology = new Topology();
        topology.addSource("requests", new StringDeserializer(), new ByteArrayDeserializer(), settings.requests())
                .addProcessor("ingress", Ingress::new, "requests")
                .addSink("to-inputs", inputs, new StringSerializer(), new ByteArraySerializer(), "ingress")
                .addSource("inputs", new StringDeserializer(), new ByteArrayDeserializer(), inputs)
                .addProcessor("engine", Engine::new, "inputs")
                .addSink("calls", calls, new StringSerializer(), new ByteArraySerializer(), "engine")
                .addSink("events", settings.events(), new StringSerializer(), new ByteArraySerializer(), "engine");
        for (String store : List.of(PROJECTS, QUEUE, MARKS, JOBS)) {
            topology.addStateStore(
                    Stores.keyValueStoreBuilder(
                                    Stores.inMemoryKeyValueStore(store), Serdes.String(), Serdes.ByteArray())
                            .withCachingDisabled(),
                    "engine");
        }
        return topology;
    }

    /** Each call once, after the commit that makes it this process's own. */
    private void makeCalls() throws InterruptedException {
        Map<String, Object> config = new HashMap<>(settings.consumer());
        config.put("isolation.level", "read_committed");
        config.put("max.poll.records", 256);
        config.put("enable.auto.commit", false);
        try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(calls));
            while (!Thread.currentThread().isInterrupted()) {
                ConsumerRecords<String, byte[]> records = consumer.poll(Duration.ofMillis(100));
                if (!records.isEmpty()) {
                    consumer.commitSync();
                }
                for (ConsumerRecord<String, byte[]> record : records) {
                    places.acquire();
                    call(record.value());
                }
            }
        }
    }

    /** @param call the offset of its input, then the command */
    private void call(byte[] call) {
        Command command = Command.read(new String(call, 8, call.length - 8, StandardCharsets.UTF_8));
        service.create(command).doFinally(end -> places.release()).subscribe(answer -> {
            byte[] event = command.event("job.active", answer).getBytes(StandardCharsets.UTF_8);
            byte[] outcome = ByteBuffer.allocate(9 + event.length)
                    .put(ANSWER)
                    .put(call, 0, 8)
                    .put(event)
                    .array();
            var unused = outcomes.send(new ProducerRecord<>(inputs, command.projectId(), outcome));
        });
    }

    private static final class Ingress extends ContextualProcessor<String, byte[], String, byte[]> {

        @Override
        public void process(Record<String, byte[]> command) {
            byte[] input = ByteBuffer.allocate(1 + command.value().length)
                    .put(COMMAND)
                    .put(command.value())
                    .array();
            context().forward(command.withValue(input));
        }
    }

    private static final class Engine extends ContextualProcessor<String, byte[], String, byte[]> {

        private KeyValueStore<String, byte[]> projects;
        private KeyValueStore<String, byte[]> queue;
        private KeyValueStore<String, byte[]> marks;
        private KeyValueStore<String, byte[]> jobs;

        @SuppressWarnings("NullAway.Init") // Kafka Streams calls init before anything else.
        Engine() {}

        @Override
        public void init(ProcessorContext<String, byte[]> context) {
            super.init(context);
            projects = context.getStateStore(PROJECTS);
            queue = context.getStateStore(QUEUE);
            marks = context.getStateStore(MARKS);
            jobs = context.getStateStore(JOBS);
        }

        @Override
        public void process(Record<String, byte[]> input) {
            ByteBuffer bytes = ByteBuffer.wrap(input.value());
            if (bytes.get() == COMMAND) {
                arrived(input, bytes);
            } else {
                answered(input, bytes);
            }
        }

        private void arrived(Record<String, byte[]> input, ByteBuffer command) {
            long offset = context().recordMetadata().orElseThrow().offset();
            byte[] call = ByteBuffer.allocate(8 + command.remaining())
                    .putLong(offset)
                    .put(command)
                    .array();
            String key = input.key() + "/" + offset;
            projects.put(input.key(), PROJECT);
            queue.put(key, call);
            marks.put(key, MARK);
            context().forward(input.withValue(call), "calls");
        }

        private void answered(Record<String, byte[]> input, ByteBuffer answer) {
            String key = input.key() + "/" + answer.getLong();
            byte[] event = new byte[answer.remaining()];
            answer.get(event);
            projects.put(input.key(), PROJECT);
            queue.delete(key);
            marks.put(key, MARK);
            jobs.put(key, JOB);
            context().forward(input.withValue(event), "events");
        }
    }
}
