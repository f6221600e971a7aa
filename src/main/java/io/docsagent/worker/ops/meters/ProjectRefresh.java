package io.docsagent.worker.ops.meters;

import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.ops.health.KafkaContact;
import io.docsagent.worker.ops.projects.Estimates;
import io.docsagent.worker.ops.projects.ProjectsView;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at Kafka and sums up the projects every few seconds, so that a scrape reads numbers and not the stores. */
public final class ProjectRefresh implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ProjectRefresh.class);

    /** Shorter than any sensible scrape interval; reading 100,000 queued commands copies their keys once. */
    private static final long INTERVAL_SECONDS = 5;

    private final ProjectsView view;
    private final Function<String, Policy> policies;
    private final ProjectLabels labels;
    private final ProjectMeters meters;
    private final KafkaContact kafka;
    private final InstantSource clock;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("project-metrics").factory());

    public ProjectRefresh(
            ProjectsView view,
            Function<String, Policy> policies,
            ProjectLabels labels,
            ProjectMeters meters,
            KafkaContact kafka,
            InstantSource clock) {
        this.view = view;
        this.policies = policies;
        this.labels = labels;
        this.meters = meters;
        this.kafka = kafka;
        this.clock = clock;
    }

    void start() {
        var unused = timer.scheduleWithFixedDelay(this::refresh, 0, INTERVAL_SECONDS, TimeUnit.SECONDS);
    }

    /** A failure must not end the schedule: until the next success the gauges show the last values. */
    void refresh() {
        try {
            kafka.check();
            meters.show(ProjectTotals.of(view, policies, labels, new Estimates(kafka::isLost), clock.instant()));
        } catch (RuntimeException e) {
            log.atWarn().setCause(e).log("Could not refresh the project metrics");
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
