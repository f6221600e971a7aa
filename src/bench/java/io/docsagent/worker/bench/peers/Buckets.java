package io.docsagent.worker.bench.peers;

import io.github.bucket4j.Bucket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A bucket per project in memory, with Bucket4j's usual greedy refill. */
final class Buckets {

    private final Map<String, Bucket> byProject = new ConcurrentHashMap<>();
    private final PeerSettings settings;

    Buckets(PeerSettings settings) {
        this.settings = settings;
    }

    Bucket of(String projectId) {
        return byProject.computeIfAbsent(
                projectId,
                fresh -> Bucket.builder()
                        .addLimit(limit -> limit.capacity(settings.capacity())
                                .refillGreedy(settings.capacity(), settings.period()))
                        .build());
    }
}
