package io.docsagent.worker.ingress;

import io.docsagent.worker.contract.Partitions;
import io.docsagent.worker.contract.Topics;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;

/** The part of the topology between publishers and operators on one side and the inputs log on the other. */
public final class IngressTopology {

    public static final String SOURCE = "requests";
    public static final String PROCESSOR = "ingress";
    public static final String OPERATIONS_SOURCE = "operations";
    public static final String OPERATIONS_PROCESSOR = "operations-ingress";
    public static final String OPERATIONS_DEAD_LETTERS_SINK = "operations-dlt";
    public static final String INPUTS_SINK = "inputs-from-ingress";
    public static final String DEAD_LETTERS_SINK = "requests-dlt";

    private final Topics topics;
    private final Intake commands;
    private final Intake operations;
    private final DeadLetters deadLetters;
    private final IngressObserver observer;
    private final TopicIds topicIds;
    private final Clock clock;

    public IngressTopology(
            Topics topics,
            Intake commands,
            Intake operations,
            DeadLetters deadLetters,
            IngressObserver observer,
            TopicIds topicIds,
            Clock clock) {
        this.topics = topics;
        this.commands = commands;
        this.operations = operations;
        this.deadLetters = deadLetters;
        this.observer = observer;
        this.topicIds = topicIds;
        this.clock = clock;
    }

    /**
     * Adds source, processor and sinks under the names above.
     *
     * @param partitions of the inputs
     */
    public void addTo(Topology topology, Partitions partitions, CommitPolicy commits) {
        topology.addSource(
                        // Commands that were written before the first start count as well.
                        AutoOffsetReset.earliest(),
                        SOURCE,
                        new OriginalTimestamp(clock),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer(),
                        commands.topics().toArray(String[]::new))
                .addProcessor(PROCESSOR, () -> processor(commands, commits, DEAD_LETTERS_SINK), SOURCE)
                .addSource(
                        AutoOffsetReset.earliest(),
                        OPERATIONS_SOURCE,
                        new OriginalTimestamp(clock),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer(),
                        operations.topics().toArray(String[]::new))
                .addProcessor(
                        OPERATIONS_PROCESSOR,
                        () -> processor(operations, commits, OPERATIONS_DEAD_LETTERS_SINK),
                        OPERATIONS_SOURCE)
                .addSink(
                        INPUTS_SINK,
                        topics.inputs(),
                        new StringSerializer(),
                        new ByteArraySerializer(),
                        (topic, projectId, input, existing) -> Optional.of(Set.of(partitions.of(projectId))),
                        PROCESSOR,
                        OPERATIONS_PROCESSOR)
                .addSink(
                        DEAD_LETTERS_SINK,
                        topics.requestsDlt(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer(),
                        PROCESSOR)
                .addSink(
                        OPERATIONS_DEAD_LETTERS_SINK,
                        topics.operationsDlt(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer(),
                        OPERATIONS_PROCESSOR);
    }

    private IngressProcessor processor(Intake intake, CommitPolicy commits, String deadLettersSink) {
        return new IngressProcessor(intake, deadLetters, observer, topicIds, commits, deadLettersSink);
    }
}
