package io.docsagent.worker.ops.meters;

import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.WaitReason;
import io.docsagent.worker.wire.GatewayRequest;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Measures how long commands waited, compared with the estimate they were given on arrival. */
final class WaitMeters {

    private static final String NOT_ANNOUNCED = "none";
    private static final Set<WaitReason> ANNOUNCED =
            EnumSet.complementOf(EnumSet.of(WaitReason.IN_FLIGHT_LIMIT, WaitReason.COMMAND));

    private final MeterRegistry registry;
    private final PublisherLabels publishers;
    private final Map<Wait, Timer> waits = new HashMap<>();
    private final UsageMeters usage;
    private final Timer early;
    private final Timer late;

    /** The labels of a wait. */
    private record Wait(String publisher, String reason) {}

    /** @param usage is told of each attempt */
    WaitMeters(MeterRegistry registry, PublisherLabels publishers, UsageMeters usage) {
        this.registry = registry;
        this.usage = usage;
        this.publishers = publishers;
        this.early = errors("early");
        this.late = errors("late");
        for (String publisher : publishers.all()) {
            waited(new Wait(publisher, NOT_ANNOUNCED));
            ANNOUNCED.forEach(reason -> waited(new Wait(publisher, reason.code())));
        }
    }

    synchronized void decided(String projectId, Decision decision) {
        Project project = project(projectId, decision);
        if (project == null) {
            return;
        }
        Set<String> sent = calls(decision);
        decision.changes().queue().values().stream()
                .flatMap(Optional::stream)
                .filter(queued -> sent.contains(queued.callId()))
                .forEach(queued -> sent(queued, project.applied().at()));
    }

    private static Set<String> calls(Decision decision) {
        Set<String> calls = new HashSet<>();
        for (Effect effect : decision.effects()) {
            if (effect instanceof Effect.Send send && send.request() instanceof GatewayRequest.Call call) {
                calls.add(call.callId());
            }
        }
        return calls;
    }

    /** Every attempt spends; only the first ends the wait. */
    private void sent(QueuedCommand queued, Instant now) {
        usage.used(queued.command());
        if (queued.calls().attempts() > 1) {
            return;
        }
        QueuePlace position = queued.place();
        String publisher = publishers.of(queued.command().publisher());
        waited(new Wait(publisher, position == null ? NOT_ANNOUNCED : position.reason()))
                .record(Duration.between(queued.dueAt(), now));
        if (position != null && position.estimatedDispatchAt() != null) {
            Duration error = Duration.between(position.estimatedDispatchAt(), now);
            (error.isPositive() ? late : early).record(error.abs());
        }
    }

    private static @Nullable Project project(String projectId, Decision decision) {
        return decision.changes()
                .projects()
                .getOrDefault(projectId, Optional.empty())
                .orElse(null);
    }

    private Timer waited(Wait wait) {
        return waits.computeIfAbsent(
                wait,
                absent -> Timer.builder("docs.agent.wait")
                        .description(
                                "Time from a command's arrival to its first call, by publisher and announced reason")
                        .serviceLevelObjectives(HistogramBounds.WAITS)
                        .tag("publisher", wait.publisher())
                        .tag("reason", wait.reason())
                        .register(registry));
    }

    private Timer errors(String direction) {
        return Timer.builder("docs.agent.eta.error")
                .description("Difference between the announced and the actual time of dispatch")
                .serviceLevelObjectives(HistogramBounds.LAGS)
                .tag("direction", direction)
                .register(registry);
    }
}
