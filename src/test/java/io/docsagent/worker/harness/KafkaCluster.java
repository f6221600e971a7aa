package io.docsagent.worker.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.awaitility.Awaitility;

/** Real brokers, each a process, on storage of their own. */
public final class KafkaCluster implements Broker, AutoCloseable {

    private static final Duration TO_START = Duration.ofSeconds(90);

    private final List<KafkaNode> nodes;

    private KafkaCluster(List<KafkaNode> nodes) {
        this.nodes = nodes;
    }

    public static KafkaCluster start(Path home, int brokers) {
        return start(home, brokers, Map.of(), KafkaNode::start);
    }

    /**
     * Returns once every broker is part of the cluster.
     *
     * @param settings of each broker, which go before its own
     * @param start starts one of them
     */
    public static KafkaCluster start(Path home, int brokers, Map<String, String> settings, Consumer<KafkaNode> start) {
        List<KafkaNode> nodes = IntStream.rangeClosed(1, brokers)
                .mapToObj(id -> new KafkaNode(home, id))
                .toList();
        String id = Uuid.randomUuid().toString();
        nodes.forEach(node -> node.prepare(id, nodes, settings, List.of()));
        nodes.forEach(start);
        KafkaCluster cluster = new KafkaCluster(nodes);
        cluster.awaitAll();
        return cluster;
    }

    @Override
    public String bootstrapServers() {
        return String.join(",", nodes.stream().map(KafkaNode::address).toList());
    }

    public List<KafkaNode> nodes() {
        return nodes;
    }

    /** The broker that is the active controller. */
    public KafkaNode controller() {
        try (Admin admin = admin()) {
            int id = Waiting.resultOf(admin.describeMetadataQuorum().quorumInfo())
                    .leaderId();
            return nodes.stream().filter(node -> node.id() == id).findFirst().orElseThrow();
        }
    }

    /** Until every broker is part of the cluster again. */
    public void awaitAll() {
        Awaitility.await().atMost(TO_START).until(() -> nodes.stream().allMatch(KafkaNode::isListening));
        try (Admin admin = admin()) {
            Awaitility.await().atMost(TO_START).until(() -> registered(admin) == nodes.size());
        }
    }

    private static int registered(Admin admin) throws InterruptedException {
        try {
            return admin.describeCluster().nodes().get().size();
        } catch (ExecutionException notYet) {
            return 0;
        }
    }

    @Override
    public void close() {
        nodes.forEach(KafkaNode::close);
    }
}
