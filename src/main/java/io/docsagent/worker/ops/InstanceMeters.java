package io.docsagent.worker.ops;

import io.docsagent.worker.engine.ClockSkew;
import io.docsagent.worker.gateway.GatewayStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/** Shows the state of this instance: its streams, its gateway, its clock. */
record InstanceMeters(Supplier<KafkaStreams.@Nullable State> streams, GatewayStatus gateway, ClockSkew skew)
        implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        for (KafkaStreams.State state : KafkaStreams.State.values()) {
            Gauge.builder("docs.agent.streams.state", () -> streams.get() == state ? 1 : 0)
                    .description("1 for the state in which Kafka Streams is")
                    .baseUnit("state")
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
        gauge(
                registry,
                "docs.agent.gateway.consuming",
                "1 while calls are consumed",
                "state",
                () -> gateway.isConsuming() ? 1 : 0);
        gauge(registry, "docs.agent.open.calls", "POSTs in flight", "calls", gateway::callsInFlight);
        gauge(
                registry,
                "docs.agent.waiting.calls",
                "Calls of this instance that wait for a slot",
                "calls",
                gateway::callsWaiting);
        gauge(
                registry,
                "docs.agent.waiting.outcomes",
                "Outcomes not yet published",
                "outcomes",
                gateway::outcomesWaiting);
        gauge(
                registry,
                "docs.agent.key.loaded.timestamp",
                "When the shared key was last loaded",
                "seconds",
                this::keyLoadedAt);
        gauge(
                registry,
                "docs.agent.clock.skew",
                "Minimum difference from the clock of the worst broker",
                "seconds",
                this::seconds);
    }

    private double keyLoadedAt() {
        var loadedAt = gateway.keyLoadedAt();
        return loadedAt == null ? Double.NaN : loadedAt.getEpochSecond();
    }

    private double seconds() {
        var worst = skew.worst();
        return worst == null ? Double.NaN : worst.toMillis() / 1000.0;
    }

    private static void gauge(
            MeterRegistry registry, String name, String description, String unit, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).baseUnit(unit).register(registry);
    }
}
