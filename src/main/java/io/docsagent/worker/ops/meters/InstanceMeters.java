package io.docsagent.worker.ops.meters;

import io.docsagent.worker.clock.ClockSkew;
import io.docsagent.worker.gateway.BreakerState;
import io.docsagent.worker.gateway.GatewayStatus;
import io.docsagent.worker.ops.health.KafkaContact;
import io.docsagent.worker.ops.health.Progress;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/** Shows the state of this instance: its streams, its gateway, its clock, and when Kafka last answered. */
public record InstanceMeters(
        Supplier<KafkaStreams.@Nullable State> streams,
        GatewayStatus gateway,
        KafkaContact kafka,
        ClockSkew skew,
        Progress.OfParts parts,
        int wanted)
        implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        for (KafkaStreams.State state : KafkaStreams.State.values()) {
            Gauge.builder("docs.agent.streams.state", () -> streams.get() == state ? 1 : 0)
                    .description("1 if Streams is in this state")
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
        gauge(registry, "docs.agent.in.flight.calls", "POSTs in flight", "calls", gateway::callsInFlight);
        gauge(
                registry,
                "docs.agent.waiting.calls",
                "Calls of this instance waiting for a slot or for the circuit breaker",
                "calls",
                gateway::callsWaiting);
        for (BreakerState state : BreakerState.values()) {
            Gauge.builder("docs.agent.api.breaker.state", () -> gateway.breakerState() == state ? 1 : 0)
                    .description("1 if the service's circuit breaker is in this state")
                    .baseUnit("state")
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
        gauge(
                registry,
                "docs.agent.api.breaker.open",
                "Projects whose own circuit breaker is not closed",
                "projects",
                gateway::openProjects);
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
                () -> seconds(gateway.keyLoadedAt()));
        gauge(
                registry,
                "docs.agent.last.poll.timestamp",
                "When the consumer of calls last polled and sent a heartbeat",
                "seconds",
                () -> seconds(kafka.lastPoll()));
        gauge(
                registry,
                "docs.agent.missing.topics",
                "Topics that the worker needs but Kafka lacks",
                "topics",
                () -> kafka.missing().size());
        gauge(
                registry,
                "docs.agent.denied.rights",
                "Rights that the worker needs but lacks",
                "rights",
                () -> kafka.deniedRights().size());
        gauge(registry, "docs.agent.wanted.instances", "Instances that should run", "instances", () -> wanted);
        gauge(
                registry,
                "docs.agent.clock.skew",
                "Largest proven skew from a broker's clock",
                "seconds",
                () -> seconds(skew.worst()));
        gauge(
                registry,
                "docs.agent.clock.max.skew",
                "docs-agent.clock.max-skew, beyond which nothing is sent",
                "seconds",
                () -> seconds(skew.most()));
        gauge(
                registry,
                "docs.agent.stalled.after",
                "docs-agent.health.stalled-after, beyond which a part of the worker is stalled",
                "seconds",
                () -> seconds(parts.most()));
        for (Progress.Part part : Progress.Part.values()) {
            progress(registry, part);
        }
    }

    private void progress(MeterRegistry registry, Progress.Part part) {
        Tags tags = Tags.of("part", part.name().toLowerCase(Locale.ROOT));
        Gauge.builder("docs.agent.stalled", () -> seconds(parts.of(part).stalled()))
                .description(
                        "How long work has been waiting for a part of the worker that makes no progress; 0 if none")
                .baseUnit("seconds")
                .tags(tags)
                .register(registry);
        Gauge.builder("docs.agent.since.progress", () -> seconds(parts.of(part).sinceLast()))
                .description("Time since a part of the worker last did its work")
                .baseUnit("seconds")
                .tags(tags)
                .register(registry);
    }

    private static double seconds(@Nullable Duration time) {
        return time == null ? Double.NaN : time.toMillis() / 1000.0;
    }

    private static double seconds(@Nullable Instant at) {
        return at == null ? Double.NaN : at.toEpochMilli() / 1000.0;
    }

    private static void gauge(
            MeterRegistry registry, String name, String description, String unit, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).baseUnit(unit).register(registry);
    }
}
