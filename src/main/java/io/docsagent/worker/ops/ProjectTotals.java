package io.docsagent.worker.ops;

import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Estimate;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.PublisherUse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What metrics show of this replica's projects, by label.
 *
 * @param budgetsSpent in how many projects each publisher with a budget has spent it
 */
record ProjectTotals(int projects, Map<String, Total> byLabel, Map<String, Integer> budgetsSpent) {

    static final ProjectTotals NONE = new ProjectTotals(0, Map.of(), Map.of());

    /** Of one project, or of all that have no label of their own: the sum, and the worst of their times. */
    record Total(int queued, double oldestSeconds, double etaSeconds, long quotaLeft, Map<String, Integer> held) {

        static final Total NONE = new Total(0, 0, 0, 0, Map.of());

        Total plus(Total other) {
            Map<String, Integer> both = new HashMap<>(held);
            other.held.forEach((reason, count) -> both.merge(reason, count, Integer::sum));
            return new Total(
                    queued + other.queued,
                    Math.max(oldestSeconds, other.oldestSeconds),
                    Math.max(etaSeconds, other.etaSeconds),
                    quotaLeft + other.quotaLeft,
                    both);
        }
    }

    static ProjectTotals of(ProjectsView view, Function<String, Policy> policies, ProjectLabels labels, Instant now) {
        Map<String, Total> totals = new HashMap<>();
        Map<String, Integer> budgetsSpent = new HashMap<>();
        var projects = new ArrayList<Project>();
        view.each(projects::add);
        for (Project project : projects) {
            Policy policy = policies.apply(project.id());
            Total total = total(view, project, policy, now);
            totals.merge(labels.of(project.id()), total, Total::plus);
            PublisherUse.of(project, policy, now).stream()
                    .filter(use -> use.budgetLeft() != null)
                    .forEach(use -> budgetsSpent.merge(use.publisher(), use.budgetSpent() ? 1 : 0, Integer::sum));
        }
        return new ProjectTotals(projects.size(), totals, budgetsSpent);
    }

    Total total(String label) {
        return byLabel.getOrDefault(label, Total.NONE);
    }

    /** @param reason as {@link Holds#reasonsOf} writes it */
    int held(String reason) {
        return byLabel.values().stream()
                .mapToInt(total -> total.held().getOrDefault(reason, 0))
                .sum();
    }

    private static Total total(ProjectsView view, Project project, Policy policy, Instant now) {
        int waiting = project.counts().waiting();
        Instant oldest = view.oldestArrival(project);
        Instant last = waiting == 0 ? null : Estimate.dispatchAt(project, policy, waiting, now);
        return new Total(
                waiting,
                oldest == null ? 0 : seconds(oldest, now),
                last == null ? 0 : seconds(now, last),
                Estimate.available(project, policy, now),
                Holds.reasonsOf(project).stream().collect(Collectors.toMap(reason -> reason, reason -> 1)));
    }

    private static double seconds(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toMillis() / 1000.0);
    }
}
