package io.docsagent.worker.contract;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Utils;

/**
 * On which partition of {@code inputs} and {@code calls} a project's records are: by the number in the settings, as
 * Kafka's own partitioner computes it, and not by that of the topic, which somebody may have raised.
 *
 * @param number of partitions, as long as there is state
 */
public record Partitions(int number) {

    /** All of them. */
    public Set<Integer> all() {
        return IntStream.range(0, number).boxed().collect(Collectors.toSet());
    }

    public int of(String projectId) {
        return Utils.toPositive(Utils.murmur2(projectId.getBytes(StandardCharsets.UTF_8))) % number;
    }
}
