package io.docsagent.worker.bench;

import io.docsagent.worker.harness.Waiting;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.common.Node;

/**
 * What a worker and its broker hold.
 *
 * @param heapBytes of live objects in the worker
 * @param logBytes of all topics, Kafka's own included
 */
record Footprint(long heapBytes, long logBytes) {

    /** Of one of many. */
    record Share(double heapBytes, double logBytes) {}

    static Footprint of(Worker worker, String brokers) {
        return new Footprint(worker.process().heapAfterCollection(), logBytes(brokers));
    }

    /** What has been added, divided by so many. */
    Share since(Footprint before, int count) {
        return new Share(
                (heapBytes - before.heapBytes) / (double) count, (logBytes - before.logBytes) / (double) count);
    }

    private static long logBytes(String brokers) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
            var ids = Waiting.resultOf(admin.describeCluster().nodes()).stream()
                    .map(Node::id)
                    .toList();
            return Waiting.resultOf(admin.describeLogDirs(ids).allDescriptions()).values().stream()
                    .flatMap(directories -> directories.values().stream())
                    .mapToLong(Footprint::size)
                    .sum();
        }
    }

    private static long size(LogDirDescription directory) {
        return directory.replicaInfos().values().stream()
                .mapToLong(replica -> replica.size())
                .sum();
    }
}
