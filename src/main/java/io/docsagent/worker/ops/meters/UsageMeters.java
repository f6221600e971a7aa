package io.docsagent.worker.ops.meters;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.Effect;
import io.docsagent.worker.domain.state.CommandOutcome;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Remembered;
import io.docsagent.worker.wire.Identity;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts uses and what they led to, by publisher and project, where this instance has seen both. */
final class UsageMeters {

    private static final Set<StatusEvent.Type> ENDS_WITHOUT = EnumSet.of(
            StatusEvent.Type.JOB_FAILED,
            StatusEvent.Type.JOB_ARCHIVED,
            StatusEvent.Type.JOB_LOST,
            StatusEvent.Type.JOB_STALLED);

    private final MeterRegistry registry;
    private final PublisherLabels publishers;
    private final ProjectLabels projects;
    private final Map<Labels, Meters> meters = new HashMap<>();

    /** Creates that wait or are in flight, by their keys in the queue. */
    private final Recent<Start> creates = new Recent<>();

    /** Jobs that they started, by their keys, until there is a pull request or none will come. */
    private final Recent<Start> jobs = new Recent<>();

    /** The labels of what all has. */
    private record Labels(String publisher, String project) {}

    private record Start(Labels labels, Instant arrivedAt, Identity identity) {}

    private record Meters(Counter jobs, Counter pullRequests, Counter unchanged, Timer leadTimes) {}

    UsageMeters(MeterRegistry registry, PublisherLabels publishers, ProjectLabels projects) {
        this.registry = registry;
        this.publishers = publishers;
        this.projects = projects;
        publishers.all().forEach(publisher -> of(new Labels(publisher, ProjectLabels.OTHER)));
    }

    synchronized void decided(String projectId, Decision decision) {
        decision.changes().queue().forEach((key, changed) -> {
            QueuedCommand queued = changed.orElse(null);
            if (queued == null) {
                startsJob(creates.remove(key), projectId, decision);
            } else if (queued.isContinued()) {
                creates.remove(key);
            } else if (queued.command().type() == Command.Type.CREATE) {
                Labels labels = labels(queued.command());
                // From now on the series are there, for their first count to be an increase.
                of(labels);
                creates.put(key, new Start(labels, queued.arrivedAt(), queued.identity()));
            }
        });
        for (Effect effect : decision.effects()) {
            if (effect instanceof Effect.Announce announce && announce.event().job() != null) {
                seen(Keys.job(projectId, announce.event().job().jobId()), announce.event());
            }
        }
        decision.changes().jobs().forEach((key, job) -> {
            Start start = job.filter(UsageMeters::endedWithoutLink).isPresent() ? jobs.remove(key) : null;
            if (start != null) {
                of(start.labels()).unchanged().increment();
            }
        });
    }

    /** An attempt was decided. */
    synchronized void used(Command command) {
        Labels labels = labels(command);
        of(labels);
        uses(labels, command.type(), command.priority()).increment();
    }

    /** If the create was accepted, and has not ended otherwise. */
    private void startsJob(@Nullable Start create, String projectId, Decision decision) {
        if (create == null) {
            return;
        }
        Remembered end = decision.changes()
                .seen()
                .getOrDefault(Keys.seen(projectId, create.identity()), Optional.empty())
                .orElse(null);
        if (end instanceof EndedCommand ended && ended.outcome() instanceof CommandOutcome.Accepted accepted) {
            jobs.put(Keys.job(projectId, accepted.jobId()), create);
            of(create.labels()).jobs().increment();
        }
    }

    private void seen(String job, StatusEvent event) {
        boolean hasLink = event.job() != null && event.job().prLink() != null;
        if (!hasLink && !ENDS_WITHOUT.contains(event.type())) {
            return;
        }
        Start start = jobs.remove(job);
        if (start != null && hasLink) {
            of(start.labels()).pullRequests().increment();
            of(start.labels()).leadTimes().record(Duration.between(start.arrivedAt(), event.time()));
        }
    }

    /** Only once no link is expected any more. */
    private static boolean endedWithoutLink(Job job) {
        return job.isEnded()
                && "completed".equals(job.snapshot().status())
                && job.snapshot().prLink() == null;
    }

    private Labels labels(Command command) {
        return new Labels(publishers.of(command.publisher()), projects.lasting(command.projectId()));
    }

    private Meters of(Labels labels) {
        return meters.computeIfAbsent(labels, this::atZero);
    }

    private Meters atZero(Labels labels) {
        for (Priority priority : Priority.values()) {
            uses(labels, Command.Type.CREATE, priority);
            uses(labels, Command.Type.MESSAGE, priority);
        }
        return new Meters(
                counter(labels, "docs.agent.jobs", "Jobs that creates started", "jobs"),
                counter(labels, "docs.agent.pull.requests", "Pull requests of jobs", "requests"),
                counter(labels, "docs.agent.unchanged.jobs", "Jobs that completed without a pull request", "jobs"),
                Timer.builder("docs.agent.lead.time")
                        .description("From the arrival of a create to the pull request of its job")
                        .serviceLevelObjectives(HistogramBounds.LEAD_TIMES)
                        .tag("publisher", labels.publisher())
                        .tag("project", labels.project())
                        .register(registry));
    }

    private Counter uses(Labels labels, Command.Type type, Priority priority) {
        return counter(
                labels,
                "docs.agent.uses",
                "Uses spent, by publisher, project, and type and priority of the command",
                "uses",
                "type",
                type.name().toLowerCase(Locale.ROOT),
                "priority",
                priority.name().toLowerCase(Locale.ROOT));
    }

    private Counter counter(Labels labels, String name, String description, String unit, String... more) {
        return Counter.builder(name)
                .description(description)
                .baseUnit(unit)
                .tag("publisher", labels.publisher())
                .tag("project", labels.project())
                .tags(more)
                .register(registry);
    }
}
