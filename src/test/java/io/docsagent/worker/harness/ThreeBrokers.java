package io.docsagent.worker.harness;

import java.nio.file.Path;
import java.util.Map;

/** A cluster of processes whose topics have three replicas, of which by Kafka's own default one acknowledges. */
public final class ThreeBrokers implements Broker, AutoCloseable {

    private final KafkaCluster cluster;

    public ThreeBrokers(Path home) {
        this.cluster = KafkaCluster.start(home, 3, Map.of("min.insync.replicas", "1"), KafkaNode::start);
    }

    @Override
    public String bootstrapServers() {
        return cluster.addresses();
    }

    /** None: a worker is given the address as a setting. */
    @Override
    public Class<?> connection() {
        return NoConnection.class;
    }

    private static final class NoConnection {}

    @Override
    public void close() {
        cluster.close();
    }
}
