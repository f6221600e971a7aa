package io.docsagent.worker.ops.meters;

import io.docsagent.worker.ops.projects.HoldView;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Shows the latest {@link ProjectTotals}: a project that moves to another instance is shown there, and not here. */
public final class ProjectMeters {

    private final MultiGauge queued;
    private final MultiGauge oldest;
    private final MultiGauge eta;
    private final MultiGauge wait;
    private final MultiGauge throttled;
    private final MultiGauge quotaLeft;
    private final MultiGauge capacity;
    private final MultiGauge held;
    private final MultiGauge openPullRequests;
    private final MultiGauge pullRequestLimitReached;
    private final MultiGauge budgetsSpent;
    private volatile ProjectTotals latest = ProjectTotals.NONE;

    public ProjectMeters(MeterRegistry registry) {
        queued = multi(registry, "docs.agent.queued.commands", "Waiting commands", "commands");
        oldest = multi(
                registry, "docs.agent.queue.oldest.age", "Age of the oldest waiting command that is due", "seconds");
        eta = multi(
                registry, "docs.agent.queue.eta", "Estimated time until the last waiting command is sent", "seconds");
        wait = multi(
                registry,
                "docs.agent.queue.longest.wait",
                "Estimated longest time that a waiting command waits once it is due",
                "seconds");
        throttled = multi(registry, "docs.agent.throttled.streak", "Consecutive 429s for one project", "answers");
        quotaLeft = multi(registry, "docs.agent.quota.left.tokens", "Uses left now", "tokens");
        capacity = multi(registry, "docs.agent.quota.capacity", "Uses per period", "tokens");
        held = multi(registry, "docs.agent.project.held", "1 while the project is held, by reason", "projects");
        openPullRequests = multi(
                registry, "docs.agent.open.pull.requests", "Pull requests of known jobs that are open", "requests");
        pullRequestLimitReached = multi(
                registry,
                "docs.agent.pull.request.limit.reached",
                "1 while commands wait and as many pull requests are open as may be",
                "projects");
        budgetsSpent = multi(
                registry,
                "docs.agent.budget.spent.projects",
                "Projects of this instance in which a publisher has spent its budget",
                "projects");
        Gauge.builder("docs.agent.projects", this, meters -> meters.latest.projects())
                .description("Projects of this instance")
                .baseUnit("projects")
                .register(registry);
        Gauge.builder("docs.agent.eta.unknown.projects", this, meters -> meters.latest.etaUnknown())
                .description("Projects with waiting commands but no estimate")
                .baseUnit("projects")
                .register(registry);
        for (String reason : HoldView.reasons()) {
            Gauge.builder("docs.agent.held.projects", this, meters -> meters.latest.held(reason))
                    .description("Projects of this instance that are held")
                    .baseUnit("projects")
                    .tag("reason", reason)
                    .register(registry);
        }
        Stream.concat(Stream.of(HoldView.NONE), HoldView.reasons().stream())
                .forEach(reason -> Gauge.builder(
                                "docs.agent.waiting.projects",
                                this,
                                meters -> meters.latest.waiting().getOrDefault(reason, 0))
                        .description("Projects of this instance with waiting commands")
                        .baseUnit("projects")
                        .tag("held", reason)
                        .register(registry));
    }

    void show(ProjectTotals totals) {
        latest = totals;
        List<String> labels = List.copyOf(totals.byLabel().keySet());
        List<String> single = labels.stream()
                .filter(label -> !label.equals(ProjectLabels.OTHER))
                .toList();
        queued.register(rows(labels, ProjectTotals.Total::queued));
        oldest.register(rows(labels, ProjectTotals.Total::oldestSeconds));
        eta.register(rows(labels, ProjectTotals.Total::etaSeconds));
        wait.register(rows(labels, ProjectTotals.Total::waitSeconds));
        throttled.register(rows(labels, ProjectTotals.Total::throttled));
        quotaLeft.register(rows(single, ProjectTotals.Total::quotaLeft));
        capacity.register(rows(single, ProjectTotals.Total::capacity));
        openPullRequests.register(rows(labels, ProjectTotals.Total::openPullRequests));
        pullRequestLimitReached.register(rows(labels, ProjectTotals.Total::pullRequestLimitReached));
        held.register(heldRows(totals));
        budgetsSpent.register(budgetRows(totals));
    }

    private List<Row<?>> heldRows(ProjectTotals totals) {
        List<Row<?>> rows = new ArrayList<>();
        for (Map.Entry<String, ProjectTotals.Total> entry : totals.byLabel().entrySet()) {
            String label = entry.getKey();
            entry.getValue()
                    .held()
                    .keySet()
                    .forEach(reason -> rows.add(Row.of(
                            Tags.of("project", label, "reason", reason),
                            this,
                            meters -> meters.latest.total(label).held().getOrDefault(reason, 0))));
        }
        return rows;
    }

    private List<Row<?>> budgetRows(ProjectTotals totals) {
        List<Row<?>> rows = new ArrayList<>();
        for (String publisher : totals.budgetsSpent().keySet()) {
            rows.add(Row.of(
                    Tags.of("publisher", publisher),
                    this,
                    meters -> meters.latest.budgetsSpent().getOrDefault(publisher, 0)));
        }
        return rows;
    }

    /** Rows read the latest totals when they are scraped, so that an update never removes a series for a moment. */
    private List<Row<?>> rows(List<String> labels, ToDoubleFunction<ProjectTotals.Total> value) {
        List<Row<?>> rows = new ArrayList<>();
        for (String label : labels) {
            rows.add(
                    Row.of(Tags.of("project", label), this, meters -> value.applyAsDouble(meters.latest.total(label))));
        }
        return rows;
    }

    private static MultiGauge multi(MeterRegistry registry, String name, String description, String unit) {
        return MultiGauge.builder(name).description(description).baseUnit(unit).register(registry);
    }
}
