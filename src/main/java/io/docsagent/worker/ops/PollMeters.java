package io.docsagent.worker.ops;

import io.docsagent.worker.poller.PollCounts;
import io.docsagent.worker.poller.PollObserver;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Shows the load and the results of polling. */
final class PollMeters implements PollObserver {

    private final MeterRegistry registry;
    private final Timer lag;

    PollMeters(MeterRegistry registry) {
        this.registry = registry;
        this.lag = Timer.builder("docs.agent.poll.lag")
                .description("How long after it was due a job's GET began")
                .serviceLevelObjectives(HistogramBounds.LAGS)
                .register(registry);
        for (Result result : Result.values()) {
            polls(result);
        }
    }

    @Override
    public void countsFrom(Supplier<PollCounts> counts) {
        gauge("docs.agent.tracked.jobs", "Jobs that are followed", "jobs", counts, PollCounts::jobs);
        gauge("docs.agent.open.polls", "GETs in flight", "polls", counts, PollCounts::inFlight);
        gauge("docs.agent.waiting.polls", "Jobs that are due and wait", "polls", counts, PollCounts::waiting);
        gauge(
                "docs.agent.refused.projects",
                "Projects whose key is not accepted for GETs",
                "projects",
                counts,
                PollCounts::refusedProjects);
    }

    @Override
    public void pollStarted(String projectId, Duration late) {
        lag.record(late);
    }

    @Override
    public void pollFinished(String projectId, Result result, Duration took) {
        polls(result).record(took);
    }

    private Timer polls(Result result) {
        return Timer.builder("docs.agent.polls")
                .description("GETs of jobs, by what they told")
                .tag("result", result.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    private void gauge(
            String name,
            String description,
            String unit,
            Supplier<PollCounts> counts,
            ToDoubleFunction<PollCounts> value) {
        Gauge.builder(name, () -> value.applyAsDouble(counts.get()))
                .description(description)
                .baseUnit(unit)
                .register(registry);
    }
}
