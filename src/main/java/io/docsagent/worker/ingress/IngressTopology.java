package io.docsagent.worker.ingress;

import io.docsagent.worker.message.Topics;
import java.time.Clock;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;

/** The part of the topology between publishers and the inputs log. */
public final class IngressTopology {

    public static final String SOURCE = "requests";
    public static final String PROCESSOR = "ingress";
    public static final String INPUTS_SINK = "inputs-from-ingress";
    public static final String DEAD_LETTERS_SINK = "requests-dlt";

    private final Topics topics;
    private final CommandReader reader;
    private final DeadLetters deadLetters;
    private final IngressObserver observer;
    private final Publishers publishers;
    private final TopicIds topicIds;
    private final Clock clock;

    public IngressTopology(
            Topics topics,
            Publishers publishers,
            CommandReader reader,
            DeadLetters deadLetters,
            IngressObserver observer,
            TopicIds topicIds,
            Clock clock) {
        this.topics = topics;
        this.reader = reader;
        this.deadLetters = deadLetters;
        this.observer = observer;
        this.publishers = publishers;
        this.topicIds = topicIds;
        this.clock = clock;
    }

    /** Adds source, processor and sinks under the names above. */
    public void addTo(Topology topology, PromptCommits commits) {
        topology.addSource(
                        // Commands that were written before the first start count as well.
                        AutoOffsetReset.earliest(),
                        SOURCE,
                        new OriginalTimestamp(clock),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer(),
                        publishers.topics().toArray(String[]::new))
                .addProcessor(
                        PROCESSOR,
                        () -> new IngressProcessor(
                                publishers.topics(), reader, deadLetters, observer, topicIds, commits),
                        SOURCE)
                .addSink(INPUTS_SINK, topics.inputs(), new StringSerializer(), new ByteArraySerializer(), PROCESSOR)
                .addSink(
                        DEAD_LETTERS_SINK,
                        topics.requestsDlt(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer(),
                        PROCESSOR);
    }
}
