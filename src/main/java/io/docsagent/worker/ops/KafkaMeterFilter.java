package io.docsagent.worker.ops;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.util.Set;

/** Leaves a handful of over a thousand series that Kafka's clients offer. */
final class KafkaMeterFilter implements MeterFilter {

    private static final Set<String> KEPT = Set.of(
            "kafka.consumer.fetch.manager.records.lag.max",
            "kafka.consumer.coordinator.rebalance.total",
            "kafka.consumer.coordinator.failed.rebalance.total",
            "kafka.producer.record.error.total",
            "kafka.producer.record.retry.total",
            "kafka.stream.alive.stream.threads",
            "kafka.stream.failed.stream.threads",
            "kafka.stream.state",
            "kafka.stream.thread.commit.latency.max",
            "kafka.stream.thread.process.latency.max");

    @Override
    public MeterFilterReply accept(Meter.Id id) {
        return id.getName().startsWith("kafka.") && !KEPT.contains(id.getName())
                ? MeterFilterReply.DENY
                : MeterFilterReply.NEUTRAL;
    }
}
