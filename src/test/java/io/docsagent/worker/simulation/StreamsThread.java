package io.docsagent.worker.simulation;

import io.docsagent.worker.ingress.IngressParts;
import io.docsagent.worker.ingress.IngressTopology;
import io.docsagent.worker.message.Format;
import io.docsagent.worker.message.Format.UnknownFormatException;
import io.docsagent.worker.message.Topics;
import io.docsagent.worker.simulation.LogPartition.Entry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * The stream thread of one instance: it runs ingress and engine for the partitions that it owns, in transactions that
 * take effect whole or not at all.
 */
final class StreamsThread implements GroupClient.Owner {

    private static final int MOST_RECORDS = 20;
    /** Kafka Streams commits at intervals. */
    private static final Duration LONGEST_TRANSACTION = Duration.ofMillis(100);

    private static final String CHILD_OF_CALLS = "calls";
    private static final String CHILD_OF_EVENTS = "job-status";

    private final World world;
    private final Host host;
    private final Broker broker;
    private final Link link;
    private final Supplier<Processor<String, byte[], Object, byte[]>> engines;
    private final Supplier<Processor<byte[], byte[], Object, byte[]>> ingresses;
    private final Release release;
    private final Runnable onFailure;
    private final Map<String, Format<?>> formats;
    private final Map<Integer, Task> tasks = new TreeMap<>();
    private final Map<LogPartition, Long> read = new HashMap<>();
    private final Work work = new Work();
    private final Runnable wakeUp = this::wake;
    private GroupClient client;
    private @Nullable Transaction transaction;
    private boolean scheduled;
    private boolean committing;
    private boolean commitIsDue;
    private boolean failed;

    StreamsThread(
            World world,
            Host host,
            Broker broker,
            Link link,
            Release release,
            Map<String, Format<?>> formats,
            Supplier<Processor<String, byte[], Object, byte[]>> engines,
            Supplier<Processor<byte[], byte[], Object, byte[]>> ingresses,
            Runnable onFailure) {
        this.release = release;
        this.onFailure = onFailure;
        this.world = world;
        this.host = host;
        this.broker = broker;
        this.link = link;
        this.formats = formats;
        this.engines = engines;
        this.ingresses = ingresses;
        this.client = client();
    }

    private GroupClient client() {
        return new GroupClient(world, host, link, broker.streams(), GroupClient.Protocol.COOPERATIVE, this);
    }

    @Override
    public String toString() {
        return host.toString();
    }

    void start() {
        wake();
    }

    /** The most that one input cost. */
    Work.Cost mostWork() {
        return work.most();
    }

    void fallSilent() {
        client.fallSilent();
    }

    @Override
    public void assigned(Set<Integer> partitions) {
        partitions.stream().sorted().forEach(this::open);
    }

    /** Its transaction ends first: what it covers is decided by its owner. */
    @Override
    public void revoked(Set<Integer> partitions, Runnable then) {
        commit(() -> {
            partitions.forEach(this::close);
            then.run();
        });
    }

    @Override
    public void lost(Set<Integer> partitions) {
        List.copyOf(tasks.keySet()).forEach(this::close);
        if (transaction != null) {
            transaction.abort();
            transaction = null;
        }
    }

    private void open(int partition) {
        if (failed || !client.partitions().contains(partition) || tasks.containsKey(partition)) {
            return;
        }
        if (broker.hasPendingOffsets(partition) || !link.isUp()) {
            var unused = host.in(Duration.ofMillis(200), () -> open(partition));
            return;
        }
        Task task;
        try {
            task = new Task(partition);
        } catch (UnknownFormatException e) {
            fail(e);
            return;
        }
        world.note(host, () -> "owns partition " + partition);
        tasks.put(partition, task);
        task.requests.addReader(wakeUp);
        task.inputs.addReader(wakeUp);
        wake();
    }

    /** The client stops: it skips nothing, its partitions go to others, and it needs a restart. */
    private void fail(RuntimeException why) {
        world.note(host, () -> "has stopped: " + why.getMessage());
        failed = true;
        lost(Set.of());
        client.leave();
        onFailure.run();
    }

    private void close(int partition) {
        Task task = tasks.remove(partition);
        if (task != null) {
            task.requests.removeReader(wakeUp);
            task.inputs.removeReader(wakeUp);
            read.remove(task.requests);
            read.remove(task.inputs);
            task.engine.close();
        }
    }

    @Override
    public void wake() {
        if (!scheduled) {
            scheduled = true;
            var unused = host.in(world.between(Duration.ofMillis(1), Duration.ofMillis(5)), this::run);
        }
    }

    private void run() {
        scheduled = false;
        if (committing || failed) {
            return;
        }
        if (!link.isUp()) {
            scheduled = true;
            var unused = host.in(Duration.ofMillis(500), this::run);
            return;
        }
        client.poll();
        if (committing || failed) {
            return;
        }
        boolean more = false;
        try {
            for (Task task : tasks.values()) {
                more |= task.take();
            }
        } catch (UnknownFormatException | RecordTooLargeException e) {
            fail(e);
            return;
        }
        if (transaction != null) {
            commitLater();
        }
        if (more) {
            wake();
        }
    }

    private Transaction transaction() {
        if (transaction == null) {
            transaction = broker.begin();
        }
        return transaction;
    }

    /** Not while it joins: Kafka Streams commits nothing between that and its assignment, after which it runs again. */
    private void commitLater() {
        if (!commitIsDue) {
            commitIsDue = true;
            var unused = host.in(world.upTo(LONGEST_TRANSACTION), () -> {
                commitIsDue = false;
                if (!committing && client.isStable()) {
                    commit(() -> {});
                }
            });
        }
    }

    /** First the offsets, which only a member of the group may commit, then the end of the transaction. */
    private void commit(Runnable then) {
        Transaction own = transaction;
        if (own == null) {
            then.run();
            return;
        }
        committing = true;
        Map<LogPartition, Long> offsets = Map.copyOf(read);
        GroupClient member = client;
        int generation = client.generation();
        Duration way = link.delay();
        link.toBroker(way, () -> {
            boolean isMember = broker.streams().refusal(member, generation) == null;
            if (!own.isOpen()) {
                link.fromBroker(way, this::timedOut);
            } else if (isMember || !broker.fences()) {
                offsets.forEach(
                        (partition, offset) -> own.addOffset(broker.streams().append(partition, offset)));
                link.fromBroker(way, () -> end(own, then));
            } else {
                link.fromBroker(way, this::fenced);
            }
        });
    }

    private void end(Transaction own, Runnable then) {
        host.pausePoint();
        Duration way = link.delay();
        link.toBroker(way, () -> {
            if (own.isOpen()) {
                own.commit();
                link.fromBroker(way, () -> committed(then));
            } else {
                link.fromBroker(way, this::timedOut);
            }
        });
    }

    private void committed(Runnable then) {
        committing = false;
        transaction = null;
        then.run();
        wake();
    }

    private void fenced() {
        world.note(host, () -> "is fenced");
        committing = false;
        client.reset();
    }

    /** The thread is replaced, and the one before leaves the group only by the end of its session. */
    private void timedOut() {
        world.note(host, () -> "has lost its transaction by its timeout");
        committing = false;
        lost(Set.of());
        client.vanish();
        client = client();
        wake();
    }

    /** Ingress and engine of one partition number. */
    private final class Task {

        private final int number;
        private final LogPartition requests;
        private final LogPartition inputs;
        private final MockProcessorContext<Object, byte[]> ingressContext;
        private final MockProcessorContext<Object, byte[]> engineContext;
        private final Processor<byte[], byte[], Object, byte[]> ingress = ingresses.get();
        private final Processor<String, byte[], Object, byte[]> engine = engines.get();
        private long nextRequest;
        private long nextInput;

        Task(int number) {
            this.number = number;
            Topics topics = Broker.TOPICS;
            requests = broker.partition(topics.requests(), number);
            inputs = broker.partition(topics.inputs(), number);
            nextRequest = position(requests);
            nextInput = position(inputs);
            ingressContext = context(0);
            engineContext = context(1);
            formats.forEach((name, format) -> engineContext.addStateStore(store(name, format)));
            ingress.init(ingressContext);
            engine.init(engineContext);
        }

        private MockProcessorContext<Object, byte[]> context(int topology) {
            Properties config = new Properties();
            config.put(StreamsConfig.APPLICATION_ID_CONFIG, "docs-agent-worker");
            config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
            return new MockProcessorContext<>(config, new TaskId(topology, number), new java.io.File("none"));
        }

        private long position(LogPartition partition) {
            Long committed = broker.streams().committed(partition);
            return committed == null || committed < partition.begin() || committed > partition.end()
                    ? partition.begin()
                    : committed;
        }

        private <V> Store<V> store(String name, Format<V> format) {
            return new Store<>(name, release.stored(format), broker.changelog(name, number), work, (key, value) -> {
                transaction().include(number);
                broker.append(name, number, key, value, transaction());
            });
        }

        /** True where there may be more. */
        boolean take() {
            List<Entry> commands = requests.read(nextRequest, MOST_RECORDS);
            for (Entry entry : commands) {
                host.step();
                transaction().include(number);
                ingressContext.setRecordMetadata(requests.topic(), number, entry.offset());
                ingress.process(new Record<>(
                        entry.key(), entry.value(), entry.appendedAt().toEpochMilli(), received(entry)));
                forward(ingressContext);
                nextRequest = entry.offset() + 1;
                read.put(requests, nextRequest);
            }
            List<Entry> records = inputs.read(nextInput, MOST_RECORDS);
            for (Entry entry : records) {
                host.step();
                transaction().include(number);
                engineContext.setRecordMetadata(inputs.topic(), number, entry.offset());
                String key = entry.key() == null ? null : new String(entry.key(), StandardCharsets.UTF_8);
                world.note(inputs, () -> entry.offset() + " " + entry.text());
                work.begin();
                engine.process(new Record<>(
                        key, release.reads(entry.value()), entry.appendedAt().toEpochMilli(), entry.headers()));
                work.end(entry);
                forward(engineContext);
                nextInput = entry.offset() + 1;
                read.put(inputs, nextInput);
            }
            return commands.size() == MOST_RECORDS || records.size() == MOST_RECORDS;
        }

        private Headers received(Entry entry) {
            ConsumerRecord<Object, Object> record =
                    new ConsumerRecord<>(requests.topic(), number, entry.offset(), entry.key(), entry.value());
            entry.headers().forEach(record.headers()::add);
            return IngressParts.received(record, Clock.fixed(entry.appendedAt(), ZoneOffset.UTC));
        }

        private void forward(MockProcessorContext<Object, byte[]> context) {
            for (var forwarded : context.forwarded()) {
                host.step();
                Record<?, ? extends byte[]> record = forwarded.record();
                String child = forwarded.childName().orElseThrow();
                byte[] key = record.key() instanceof String text
                        ? text.getBytes(StandardCharsets.UTF_8)
                        : (byte[]) record.key();
                if (child.equals(CHILD_OF_EVENTS)) {
                    world.note(host, () -> "announces " + new String(record.value(), StandardCharsets.UTF_8));
                }
                LogPartition partition = broker.partitionFor(topicOf(child), key);
                boolean isInternal = child.equals(IngressTopology.INPUTS_SINK) || child.equals(CHILD_OF_CALLS);
                byte[] value = isInternal ? release.writes(record.value()) : record.value();
                broker.append(partition, key, value, record.headers(), transaction());
            }
            context.resetForwards();
        }
    }

    private static String topicOf(String child) {
        return switch (child) {
            case IngressTopology.INPUTS_SINK -> Broker.TOPICS.inputs();
            case CHILD_OF_CALLS -> Broker.TOPICS.calls();
            case CHILD_OF_EVENTS -> Broker.TOPICS.jobStatus();
            default -> Broker.TOPICS.requestsDlt();
        };
    }
}
