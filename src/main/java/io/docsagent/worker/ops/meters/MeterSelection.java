package io.docsagent.worker.ops.meters;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Leaves out the series of Kafka's clients and Spring, over a thousand, that no dashboard uses. */
public final class MeterSelection implements MeterFilter {

    private static final Set<String> KEPT = Set.of(
            "kafka.consumer.fetch.manager.records.lag",
            "kafka.consumer.coordinator.rebalance.total",
            "kafka.producer.record.error.total",
            "kafka.stream.failed.stream.threads",
            "kafka.stream.thread.commit.latency.max");

    /** The worker's disk and its management port say nothing of interest; its calls and records have meters of their own. */
    private static final List<String> LEFT_OUT =
            List.of("kafka.", "spring.kafka.", "reactor.netty.", "http.server.requests", "disk.");

    private final Set<String> secondNames;

    /**
     * Kafka's consumers measure a topic whose name has a dot twice: as it is called, and, for earlier readers of their
     * metrics, with underscores (KIP-1109); no setting of theirs turns that off.
     *
     * @param topics that are read
     */
    public MeterSelection(Collection<String> topics) {
        this.secondNames = topics.stream()
                .map(topic -> topic.replace('.', '_'))
                .filter(name -> !topics.contains(name))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public MeterFilterReply accept(Meter.Id id) {
        return isUnused(id.getName()) || isRepeated(id) ? MeterFilterReply.DENY : MeterFilterReply.NEUTRAL;
    }

    private static boolean isUnused(String name) {
        return LEFT_OUT.stream().anyMatch(name::startsWith) && !KEPT.contains(name);
    }

    private boolean isRepeated(Meter.Id id) {
        String topic = id.getName().startsWith("kafka.") ? id.getTag("topic") : null;
        return topic != null && secondNames.contains(topic);
    }
}
