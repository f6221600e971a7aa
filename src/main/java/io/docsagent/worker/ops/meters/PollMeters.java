package io.docsagent.worker.ops.meters;

import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.ops.health.LastTime;
import io.docsagent.worker.ops.health.Progress;
import io.docsagent.worker.poller.PollCounts;
import io.docsagent.worker.poller.PollObserver;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Shows the load and the results of polling. */
public final class PollMeters implements PollObserver {

    private static final List<String> ANSWERS = List.of("found", "missing", "refused", "failed");

    private final MeterRegistry registry;
    private final Timer lag;
    private final LastTime lastPoll;
    private Supplier<Duration> overdue = () -> Duration.ZERO;

    public PollMeters(MeterRegistry registry) {
        this.registry = registry;
        this.lastPoll = new LastTime(registry.config().clock()::monotonicTime);
        this.lag = Timer.builder("docs.agent.poll.lag")
                .description("Delay of GETs after they were due")
                .serviceLevelObjectives(HistogramBounds.LAGS)
                .register(registry);
        ANSWERS.forEach(this::lookups);
        for (Result result : Result.values()) {
            polls(result);
        }
    }

    @Override
    public void countsFrom(Supplier<PollCounts> counts) {
        gauge("docs.agent.tracked.jobs", "Jobs that are followed", "jobs", counts, PollCounts::jobs);
        gauge("docs.agent.in.flight.polls", "GETs in flight", "polls", counts, PollCounts::inFlight);
        gauge(
                "docs.agent.waiting.polls",
                "Jobs that are due and wait for a slot, or for their project not to be refused",
                "polls",
                counts,
                PollCounts::waiting);
        gauge(
                "docs.agent.refused.projects",
                "Projects whose GETs are refused",
                "projects",
                counts,
                PollCounts::refusedProjects);
    }

    @Override
    public void overdueFrom(Supplier<Duration> late) {
        overdue = late;
    }

    @Override
    public void pollStarted(String projectId, Duration late) {
        lag.record(late);
        lastPoll.isNow();
    }

    @Override
    public void pollFinished(String projectId, JobLookup lookup, Result result, Duration took) {
        lookups(label(lookup)).record(took);
        polls(result).record(took);
    }

    /** Of the poller. */
    public Progress progress() {
        Duration late = overdue.get();
        return late.isZero()
                ? Progress.nothingToDo(lastPoll.ago())
                : new Progress(lastPoll.ago(), late, "GETs of jobs that are due");
    }

    private Timer lookups(String answer) {
        return Timer.builder("docs.agent.lookups")
                .description("GETs of jobs, by the service's answer")
                .serviceLevelObjectives(HistogramBounds.CALLS)
                .tag("answer", answer)
                .register(registry);
    }

    private Timer polls(Result result) {
        return Timer.builder("docs.agent.polls")
                .description("GETs of jobs, by what they found")
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

    private static String label(JobLookup lookup) {
        return switch (lookup) {
            case JobLookup.Found found -> "found";
            case JobLookup.Missing missing -> "missing";
            case JobLookup.Refused refused -> "refused";
            case JobLookup.Unusable unusable -> "unusable";
            case JobLookup.Failed failed -> "failed";
        };
    }
}
