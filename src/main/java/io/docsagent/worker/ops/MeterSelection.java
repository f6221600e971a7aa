package io.docsagent.worker.ops;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.util.List;
import java.util.Set;

/** Leaves out the series of Kafka's clients and Spring, over a thousand, that no dashboard uses. */
final class MeterSelection implements MeterFilter {

    private static final Set<String> KEPT = Set.of(
            "kafka.consumer.fetch.manager.records.lag",
            "kafka.consumer.coordinator.rebalance.total",
            "kafka.producer.record.error.total",
            "kafka.stream.failed.stream.threads",
            "kafka.stream.thread.commit.latency.max");

    /** The worker's disk and its management port say nothing of interest; its calls and records have meters of their own. */
    private static final List<String> LEFT_OUT =
            List.of("kafka.", "spring.kafka.", "reactor.netty.", "http.server.requests", "disk.");

    @Override
    public MeterFilterReply accept(Meter.Id id) {
        return LEFT_OUT.stream().anyMatch(id.getName()::startsWith) && !KEPT.contains(id.getName())
                ? MeterFilterReply.DENY
                : MeterFilterReply.NEUTRAL;
    }
}
