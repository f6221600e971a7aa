package io.docsagent.worker.ingress;

import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Processor;

/** Ingress, put together for the simulation. */
public final class IngressParts {

    private static final Publishers PUBLISHERS = Readers.publishers();

    /** Each reads the schema, which takes longer than a short run. */
    private static final Map<Long, CommandReader> READERS = new ConcurrentHashMap<>();

    private final CommandReader reader;
    private final PromptCommits commits;

    public IngressParts(long maxBytes, PromptCommits commits) {
        this.commits = commits;
        this.reader = READERS.computeIfAbsent(maxBytes, Readers::of);
    }

    public Processor<byte[], byte[], Object, byte[]> processor() {
        return new IngressProcessor(
                new Intake(PUBLISHERS.topics(), reader),
                new DeadLetters(1_000_000),
                new IngressObserver() {},
                topics -> topics.stream().collect(Collectors.toMap(topic -> topic, topic -> topic + "-1")),
                commits,
                IngressTopology.DEAD_LETTERS_SINK);
    }

    /** The headers that the source gives ingress. */
    public static Headers received(ConsumerRecord<Object, Object> record, Clock clock) {
        long unused = new OriginalTimestamp(clock).extract(record, 0);
        return record.headers();
    }
}
