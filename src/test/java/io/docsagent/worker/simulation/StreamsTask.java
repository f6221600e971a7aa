package io.docsagent.worker.simulation;

import io.docsagent.worker.ingress.CommitPolicy;
import io.docsagent.worker.ingress.IngressParts;
import io.docsagent.worker.ingress.IngressTopology;
import io.docsagent.worker.simulation.LogPartition.Entry;
import io.docsagent.worker.wire.Format;
import io.docsagent.worker.wire.Input;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Ingress and engine of one partition number. */
final class StreamsTask {

    private static final int MOST_RECORDS = 20;
    private static final String CHILD_OF_CALLS = "calls";
    private static final String CHILD_OF_EVENTS = "job-status";
    private static final String CHILD_OF_COMMANDS = "commands";

    private final World world;
    private final Host host;
    private final Broker broker;
    private final Release release;
    private final Work work;
    private final Supplier<Transaction> transactions;
    private final Map<LogPartition, Long> read = new HashMap<>();

    private final int number;
    private final LogPartition inputs;
    private final MockProcessorContext<Object, byte[]> ingressContext;
    private final MockProcessorContext<Object, byte[]> engineContext;
    private final Map<LogPartition, Processor<byte[], byte[], Object, byte[]>> ingresses = new HashMap<>();
    private final Processor<String, byte[], Object, byte[]> engine;

    /** What to read next of each publisher's commands, of operations, and of reports of pull requests. */
    private final Map<LogPartition, Long> nextRequests = new LinkedHashMap<>();

    private final Map<LogPartition, List<Entry>> fetchedRequests = new LinkedHashMap<>();
    private List<Entry> fetchedInputs = List.of();
    private long nextInput;

    /** @param transactions give the open transaction of the thread */
    StreamsTask(
            World world,
            Host host,
            Broker broker,
            Deployed deployed,
            Work work,
            Supplier<Transaction> transactions,
            int number) {
        this.world = world;
        this.host = host;
        this.broker = broker;
        this.release = deployed.release();
        this.work = work;
        this.transactions = transactions;
        this.number = number;
        this.engine = deployed.engines().get();
        deployed.intakes().forEach(this::open);
        inputs = broker.partition(Broker.TOPICS.inputs(), number);
        nextInput = position(inputs);
        ingressContext = context(0);
        engineContext = context(1);
        deployed.formats().forEach((name, format) -> engineContext.addStateStore(store(name, format)));
        new HashSet<>(ingresses.values()).forEach(ingress -> ingress.init(ingressContext));
        engine.init(engineContext);
    }

    private void open(Intake intake) {
        Processor<byte[], byte[], Object, byte[]> ingress = intake.processors().get();
        intake.topics().stream()
                .filter(broker::hasTopic)
                .map(topic -> broker.partition(topic, number))
                .forEach(requests -> {
                    nextRequests.put(requests, position(requests));
                    ingresses.put(requests, ingress);
                });
    }

    private MockProcessorContext<Object, byte[]> context(int topology) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "docs-agent-worker");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        return new MockProcessorContext<>(config, new TaskId(topology, number), new File("none"));
    }

    private long position(LogPartition partition) {
        Long committed = broker.streams().committed(partition);
        return committed == null || committed < partition.begin() || committed > partition.end()
                ? partition.begin()
                : committed;
    }

    private <V> Store<V> store(String name, Format<V> format) {
        return new Store<>(name, release.stored(format), broker.changelog(name, number), work, (key, value) -> {
            transactions.get().include(number);
            broker.append(name, number, key, value, transactions.get());
        });
    }

    /** Topics that others write to, and what reads them. */
    record Intake(Collection<String> topics, Supplier<Processor<byte[], byte[], Object, byte[]>> processors) {}

    /** What a stream thread runs: ingress and engine of a release, and how its stores' values are written. */
    record Deployed(
            Release release,
            Map<String, Format<?>> formats,
            CommitPolicy commits,
            Supplier<Processor<String, byte[], Object, byte[]>> engines,
            List<Intake> intakes) {}

    void addReader(Runnable wakeUp) {
        nextRequests.keySet().forEach(requests -> requests.addReader(wakeUp));
        inputs.addReader(wakeUp);
    }

    void close(Runnable wakeUp) {
        nextRequests.keySet().forEach(requests -> requests.removeReader(wakeUp));
        inputs.removeReader(wakeUp);
        engine.close();
    }

    /** The positions that its thread commits. */
    Map<LogPartition, Long> read() {
        return read;
    }

    /** Fetches what there is, up to a limit; returns how many records that is. */
    int fetch() {
        nextRequests.forEach((requests, next) -> fetchedRequests.put(requests, requests.read(next, MOST_RECORDS)));
        fetchedInputs = inputs.read(nextInput, MOST_RECORDS);
        return fetchedRequests.values().stream().mapToInt(List::size).sum() + fetchedInputs.size();
    }

    /** Processes what was fetched; true where a commit is requested. */
    boolean process() {
        fetchedRequests.forEach((requests, entries) -> entries.forEach(entry -> request(requests, entry)));
        fetchedInputs.forEach(this::input);
        boolean requested = ingressContext.committed() || engineContext.committed();
        ingressContext.resetCommit();
        engineContext.resetCommit();
        return requested;
    }

    private void request(LogPartition requests, Entry entry) {
        host.step();
        transactions.get().include(number);
        ingressContext.setRecordMetadata(requests.topic(), number, entry.offset());
        Objects.requireNonNull(ingresses.get(requests))
                .process(new Record<>(
                        entry.key(), entry.value(), entry.appendedAt().toEpochMilli(), received(requests, entry)));
        forward(ingressContext, entry);
        nextRequests.put(requests, entry.offset() + 1);
        read.put(requests, entry.offset() + 1);
    }

    private void input(Entry entry) {
        host.step();
        transactions.get().include(number);
        engineContext.setRecordMetadata(inputs.topic(), number, entry.offset());
        String key = entry.key() == null ? null : new String(entry.key(), StandardCharsets.UTF_8);
        world.note(inputs, () -> entry.offset() + " " + entry.text());
        work.begin();
        engine.process(new Record<>(
                key, release.reads(entry.value()), entry.appendedAt().toEpochMilli(), entry.headers()));
        work.end(entry);
        forward(engineContext, entry);
        nextInput = entry.offset() + 1;
        read.put(inputs, nextInput);
    }

    private Headers received(LogPartition requests, Entry entry) {
        ConsumerRecord<Object, Object> record =
                new ConsumerRecord<>(requests.topic(), number, entry.offset(), entry.key(), entry.value());
        entry.headers().forEach(record.headers()::add);
        return IngressParts.received(record, Clock.fixed(entry.appendedAt(), ZoneOffset.UTC));
    }

    private void forward(MockProcessorContext<Object, byte[]> context, Entry cause) {
        for (var forwarded : context.forwarded()) {
            host.step();
            Record<?, ? extends byte[]> record = forwarded.record();
            String child = forwarded.childName().orElseThrow();
            byte[] key =
                    record.key() instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) record.key();
            if (child.equals(CHILD_OF_EVENTS)) {
                world.note(host, () -> "announces " + new String(record.value(), StandardCharsets.UTF_8));
            }
            boolean isInternal = child.equals(IngressTopology.INPUTS_SINK) || child.equals(CHILD_OF_CALLS);
            byte[] value = isInternal ? release.writes(record.value()) : record.value();
            for (LogPartition partition : partitionsFor(child, record.key(), key)) {
                broker.append(partition, key, value, record.headers(), transactions.get())
                        .causedBy(cause);
            }
        }
        context.resetForwards();
    }

    private List<LogPartition> partitionsFor(String child, @Nullable Object key, byte @Nullable [] bytes) {
        return Input.PullRequestSeen.ANY_PROJECT.equals(key) && child.equals(IngressTopology.INPUTS_SINK)
                ? broker.all(Broker.TOPICS.inputs())
                : List.of(broker.partitionFor(topicOf(child), bytes));
    }

    private static String topicOf(String child) {
        return switch (child) {
            case IngressTopology.INPUTS_SINK -> Broker.TOPICS.inputs();
            case CHILD_OF_CALLS -> Broker.TOPICS.calls();
            case CHILD_OF_EVENTS -> Broker.TOPICS.jobStatus();
            case CHILD_OF_COMMANDS -> Broker.TOPICS.commands();
            default -> Broker.TOPICS.requestsDlt();
        };
    }
}
