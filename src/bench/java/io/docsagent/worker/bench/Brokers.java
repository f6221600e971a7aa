package io.docsagent.worker.bench;

import io.docsagent.worker.harness.ChildJvm;
import io.docsagent.worker.harness.KafkaCluster;
import io.docsagent.worker.harness.KafkaNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Brokers of a part's own, where it needs several, or other settings than the one of {@link Bench#brokers()}. */
final class Brokers {

    private Brokers() {}

    static KafkaCluster start(int count, Map<String, String> settings) {
        return KafkaCluster.start(home(), count, settings, Brokers::start);
    }

    /** With the JVM's defaults, as the broker of the other parts. */
    static void start(KafkaNode broker) {
        broker.start(List.of());
    }

    static Path home() {
        try {
            return Files.createTempDirectory(ChildJvm.log("broker").getParent(), "broker-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
