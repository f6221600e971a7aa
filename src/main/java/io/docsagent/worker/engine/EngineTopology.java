package io.docsagent.worker.engine;

import io.docsagent.worker.contract.CommandRecord;
import io.docsagent.worker.contract.Partitions;
import io.docsagent.worker.contract.Topics;
import io.docsagent.worker.engine.EngineProcessor.Dependencies;
import io.docsagent.worker.ingress.IngressTopology;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.LogAndSkipOnInvalidTimestamp;

/** Ingress and engine in one application: state, offsets and output are committed together or not at all. */
public final class EngineTopology {

    static final String INPUTS = "inputs";
    static final String ENGINE = "engine";
    static final String CALLS = "calls";
    static final String EVENTS = "job-status";
    static final String COMMANDS = "commands";
    static final String INPUTS_OF_ALL = "inputs-of-all";
    static final String INPUTS_OF_ONE = "inputs-of-one";
    static final String DEAD_LETTERS = "requests-dlt-from-engine";

    private final Topics topics;
    private final IngressTopology ingress;
    private final Dependencies dependencies;
    private final Map<String, Long> storeSizes;

    /** @param storeSizes the largest record of each store, by its name */
    EngineTopology(Topics topics, IngressTopology ingress, Dependencies dependencies, Map<String, Long> storeSizes) {
        this.topics = topics;
        this.ingress = ingress;
        this.dependencies = dependencies;
        this.storeSizes = storeSizes;
    }

    public void addTo(Topology topology) {
        Partitions partitions = dependencies.inputs().partitions();
        ingress.addTo(topology, partitions, dependencies.commits());
        topology.addSource(
                        AutoOffsetReset.earliest(),
                        INPUTS,
                        // The append time is the broker's, so it is never invalid; start-up checks the topic.
                        new LogAndSkipOnInvalidTimestamp(),
                        new StringDeserializer(),
                        new ByteArrayDeserializer(),
                        topics.inputs())
                .addProcessor(ENGINE, () -> new EngineProcessor(dependencies), INPUTS)
                .addSink(EVENTS, topics.jobStatus(), new StringSerializer(), new ByteArraySerializer(), ENGINE)
                .addSink(
                        DEAD_LETTERS,
                        topics.requestsDlt(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer(),
                        ENGINE);
        addSink(topology, CALLS, topics.calls(), (projectId, existing) -> Set.of(partitions.of(projectId)));
        addSink(topology, INPUTS_OF_ALL, topics.inputs(), (key, existing) -> partitions.all());
        addSink(topology, INPUTS_OF_ONE, topics.inputs(), (key, existing) -> Set.of(partitions.of(key)));
        if (topics.publishesCommands()) {
            addSink(
                    topology,
                    COMMANDS,
                    topics.commands(),
                    (key, existing) -> Set.of(CommandRecord.partitionOf(key, existing)));
        }
        StateStores.builders(storeSizes).forEach(store -> topology.addStateStore(store, ENGINE));
    }

    /** @param partitions of a record, by its key and the number of the topic's partitions */
    private static void addSink(
            Topology topology, String name, String topic, BiFunction<String, Integer, Set<Integer>> partitions) {
        topology.addSink(
                name,
                topic,
                new StringSerializer(),
                new ByteArraySerializer(),
                (theTopic, key, value, existing) -> Optional.of(partitions.apply(key, existing)),
                ENGINE);
    }
}
