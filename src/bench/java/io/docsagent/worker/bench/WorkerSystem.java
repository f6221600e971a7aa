package io.docsagent.worker.bench;

import io.docsagent.worker.harness.KafkaCluster;
import io.docsagent.worker.harness.KafkaNode;
import io.docsagent.worker.sandbox.Sandbox;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import tools.jackson.databind.json.JsonMapper;

/** This worker as in its image, with a broker of its own. */
final class WorkerSystem implements DurableSystem {

    private static final String UNKNOWN = "command.unknown";
    private static final String REJECTED = "command.rejected";

    private static boolean isPrepared;

    private final KafkaCluster cluster;
    private final Worker worker;
    private final Setting setting;
    private final KafkaProducer<String, byte[]> producer;
    private final FirstEvents unknown;
    private final FirstEvents rejected;

    private WorkerSystem(KafkaCluster cluster, Setting setting) {
        this.cluster = cluster;
        this.setting = setting;
        this.worker = Worker.start(Packaging.CACHED, setting);
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", setting.brokers(), "linger.ms", 0),
                new StringSerializer(),
                new ByteArraySerializer());
        this.unknown = new FirstEvents(setting.brokers(), setting.jobStatus(), UNKNOWN::equals);
        this.rejected = new FirstEvents(setting.brokers(), setting.jobStatus(), REJECTED::equals);
    }

    static DurableSystem start(DurableSetting where, Sandbox sandbox) {
        KafkaCluster cluster = Brokers.start(1, Map.of());
        if (!isPrepared) {
            Packaging.prepare(cluster.bootstrapServers());
            isPrepared = true;
        }
        return new WorkerSystem(
                cluster, new Setting("peers", cluster.bootstrapServers(), sandbox, where.capacity(), where.period()));
    }

    @Override
    public CompletableFuture<?> handOver(String projectId, String commandId, String prompt) {
        CompletableFuture<Void> taken = new CompletableFuture<>();
        byte[] json = JsonMapper.shared()
                .writeValueAsString(
                        Map.of("type", "create", "projectId", projectId, "commandId", commandId, "prompt", prompt))
                .getBytes(StandardCharsets.UTF_8);
        var unused = producer.send(new ProducerRecord<>(setting.requests(), projectId, json), (written, failure) -> {
            if (failure == null) {
                taken.complete(null);
            } else {
                taken.completeExceptionally(failure);
            }
        });
        return taken;
    }

    @Override
    public Fate fateOf(String commandId) {
        if (unknown.read().containsKey(commandId)) {
            return new Fate("unknown", null);
        }
        return new Fate(rejected.read().containsKey(commandId) ? "rejected" : "waiting", null);
    }

    @Override
    public void killProgram() {
        worker.process().kill();
    }

    @Override
    public void startProgram() {
        worker.startAgain();
    }

    private KafkaNode broker() {
        return cluster.nodes().getFirst();
    }

    @Override
    public void killServer() {
        broker().process().kill();
    }

    @Override
    public void startServer() {
        Brokers.start(broker());
        cluster.awaitAll();
    }

    @Override
    public void close() {
        unknown.close();
        rejected.close();
        producer.close();
        worker.close();
        cluster.close();
    }
}
