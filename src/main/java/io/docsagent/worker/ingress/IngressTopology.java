package io.docsagent.worker.ingress;

import io.docsagent.worker.contract.Partitions;
import io.docsagent.worker.contract.Topics;
import io.docsagent.worker.wire.Input.PullRequestSeen;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;

/** The part of the topology between those who write to the worker on one side and the inputs log on the other. */
public final class IngressTopology {

    public static final String SOURCE = "requests";
    public static final String PROCESSOR = "ingress";
    public static final String OPERATIONS_SOURCE = "operations";
    public static final String OPERATIONS_PROCESSOR = "operations-ingress";
    public static final String OPERATIONS_DEAD_LETTERS_SINK = "operations-dlt";
    public static final String PULL_REQUESTS_SOURCE = "pull-requests";
    public static final String PULL_REQUESTS_PROCESSOR = "pull-requests-ingress";
    public static final String PULL_REQUESTS_DEAD_LETTERS_SINK = "pull-requests-dlt";
    public static final String INPUTS_SINK = "inputs-from-ingress";
    public static final String DEAD_LETTERS_SINK = "requests-dlt";

    private final Topics topics;
    private final Intake commands;
    private final Intake operations;
    private final Intake pullRequests;
    private final DeadLetters deadLetters;
    private final IngressObserver observer;
    private final TopicIds topicIds;
    private final InstantSource clock;

    /**
     * @param pullRequests read where the topics have one for them
     * @param clock the brokers' time, for dead letters: they refuse a record of a time too far ahead of theirs
     */
    public IngressTopology(
            Topics topics,
            Intake commands,
            Intake operations,
            Intake pullRequests,
            DeadLetters deadLetters,
            IngressObserver observer,
            TopicIds topicIds,
            InstantSource clock) {
        this.topics = topics;
        this.commands = commands;
        this.operations = operations;
        this.pullRequests = pullRequests;
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
        addWay(topology, commands, commits, SOURCE, PROCESSOR, DEAD_LETTERS_SINK);
        addWay(topology, operations, commits, OPERATIONS_SOURCE, OPERATIONS_PROCESSOR, OPERATIONS_DEAD_LETTERS_SINK);
        List<String> processors = new ArrayList<>(List.of(PROCESSOR, OPERATIONS_PROCESSOR));
        addDeadLetters(topology, DEAD_LETTERS_SINK, topics.requestsDlt(), PROCESSOR);
        addDeadLetters(topology, OPERATIONS_DEAD_LETTERS_SINK, topics.operationsDlt(), OPERATIONS_PROCESSOR);
        if (topics.readsPullRequests()) {
            addWay(
                    topology,
                    pullRequests,
                    commits,
                    PULL_REQUESTS_SOURCE,
                    PULL_REQUESTS_PROCESSOR,
                    PULL_REQUESTS_DEAD_LETTERS_SINK);
            processors.add(PULL_REQUESTS_PROCESSOR);
            addDeadLetters(
                    topology, PULL_REQUESTS_DEAD_LETTERS_SINK, topics.pullRequestsDlt(), PULL_REQUESTS_PROCESSOR);
        }
        topology.addSink(
                INPUTS_SINK,
                topics.inputs(),
                new StringSerializer(),
                new ByteArraySerializer(),
                (topic, projectId, input, existing) -> Optional.of(
                        projectId.equals(PullRequestSeen.ANY_PROJECT)
                                ? partitions.all()
                                : Set.of(partitions.of(projectId))),
                processors.toArray(String[]::new));
    }

    private void addWay(
            Topology topology, Intake intake, CommitPolicy commits, String source, String processor, String refused) {
        topology.addSource(
                        // What was written before the first start counts as well.
                        AutoOffsetReset.earliest(),
                        source,
                        new OriginalMetadata(clock),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer(),
                        intake.topics().toArray(String[]::new))
                .addProcessor(processor, () -> processor(intake, commits, refused), source);
    }

    private static void addDeadLetters(Topology topology, String sink, String topic, String processor) {
        topology.addSink(sink, topic, new ByteArraySerializer(), new ByteArraySerializer(), processor);
    }

    private IngressProcessor processor(Intake intake, CommitPolicy commits, String deadLettersSink) {
        return new IngressProcessor(intake, deadLetters, observer, topicIds, commits, deadLettersSink);
    }
}
