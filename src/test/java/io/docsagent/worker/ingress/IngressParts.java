package io.docsagent.worker.ingress;

import io.docsagent.worker.settings.PublisherSettings;
import io.docsagent.worker.settings.WorkerProperties;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Processor;

/** Ingress, put together for the simulation. */
public final class IngressParts {

    /** Each reads the schema, which takes longer than a short run. */
    private static final Map<Limits, CommandReader> READERS = new ConcurrentHashMap<>();

    private static final Map<Long, OperationReader> OPERATION_READERS = new ConcurrentHashMap<>();

    private static final Map<Long, PullRequestReader> PULL_REQUEST_READERS = new ConcurrentHashMap<>();

    private final Publishers publishers;
    private final OperationReader operations;
    private final PullRequestReader pullRequests;
    private final CommandReader reader;
    private final CommitPolicy commits;

    /** What a reader is made from. */
    private record Limits(long maxBytes, Map<String, PublisherSettings> publishers) {}

    /** @param settings with the usual topic for the default publisher */
    public IngressParts(WorkerProperties settings, CommitPolicy commits) {
        this.commits = commits;
        this.publishers = Publishers.of(settings);
        this.operations =
                OPERATION_READERS.computeIfAbsent(settings.requests().maxBytes().toBytes(), OperationReader::new);
        this.pullRequests = PULL_REQUEST_READERS.computeIfAbsent(
                settings.requests().maxBytes().toBytes(), PullRequestReader::new);
        this.reader = READERS.computeIfAbsent(
                new Limits(settings.requests().maxBytes().toBytes(), settings.publishers()),
                limits -> new CommandReader(limits.maxBytes(), publishers));
    }

    /** With commands, the default publisher's first. */
    public Collection<String> topics() {
        return publishers.topics();
    }

    public Processor<byte[], byte[], Object, byte[]> processor() {
        return processor(new Intake(topics(), reader), IngressTopology.DEAD_LETTERS_SINK);
    }

    /** @param topic with operations */
    public Processor<byte[], byte[], Object, byte[]> operations(String topic) {
        return processor(new Intake(List.of(topic), operations), IngressTopology.OPERATIONS_DEAD_LETTERS_SINK);
    }

    /** @param topic with reports of pull requests */
    public Processor<byte[], byte[], Object, byte[]> pullRequests(String topic) {
        return processor(new Intake(List.of(topic), pullRequests), IngressTopology.PULL_REQUESTS_DEAD_LETTERS_SINK);
    }

    private IngressProcessor processor(Intake intake, String deadLetters) {
        return new IngressProcessor(
                intake,
                new DeadLetters(1_000_000),
                (reading, topic) -> {},
                topics -> topics.stream().collect(Collectors.toMap(topic -> topic, topic -> topic + "-1")),
                commits,
                deadLetters);
    }

    /** The headers that the source gives ingress. */
    public static Headers received(ConsumerRecord<Object, Object> record, Clock clock) {
        long unused = new OriginalMetadata(clock).extract(record, 0);
        return record.headers();
    }
}
