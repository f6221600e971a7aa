package io.docsagent.worker.ops.meters;

import io.docsagent.worker.contract.Publisher;
import io.docsagent.worker.domain.policy.JobLimit;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Estimate;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.PublisherUse;
import io.docsagent.worker.ops.projects.Estimates;
import io.docsagent.worker.ops.projects.HoldView;
import io.docsagent.worker.ops.projects.ProjectsView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What metrics show of this instance's projects, by label.
 *
 * @param waiting how many projects have commands waiting, by why they are held as {@link HoldView#reasonOf} writes it
 * @param budgetsSpent in how many projects each publisher with a budget has spent it
 */
record ProjectTotals(
        int projects, Map<String, Total> byLabel, Map<String, Integer> waiting, Map<String, Integer> budgetsSpent) {

    static final ProjectTotals NONE = new ProjectTotals(0, Map.of(), Map.of(), Map.of());

    /**
     * Of one project, or of all that have no label of their own: the sum, and the worst of their times.
     *
     * @param etaSeconds the longest of those that are known; NaN where none is
     * @param waitSeconds how long a command waits at most once it is due, as far as that is known; NaN where it is not
     * @param etaUnknown projects with commands waiting of which nobody can tell when the last one is sent
     * @param throttled 429s in a row, without a call that got through, of the project that has had the most
     * @param quotaLeft 0 of several projects: each has a quota of its own, and their sum says nothing
     */
    record Total(
            int queued,
            double oldestSeconds,
            double etaSeconds,
            double waitSeconds,
            int etaUnknown,
            int throttled,
            long quotaLeft,
            int capacity,
            int openPullRequests,
            int pullRequestLimitReached,
            Map<String, Integer> held) {

        static final Total NONE = new Total(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Map.of());

        Total plus(Total other) {
            Map<String, Integer> both = new HashMap<>(held);
            other.held.forEach((reason, count) -> both.merge(reason, count, Integer::sum));
            return new Total(
                    queued + other.queued,
                    Math.max(oldestSeconds, other.oldestSeconds),
                    longest(etaSeconds, other.etaSeconds),
                    longest(waitSeconds, other.waitSeconds),
                    etaUnknown + other.etaUnknown,
                    Math.max(throttled, other.throttled),
                    0,
                    0,
                    openPullRequests + other.openPullRequests,
                    pullRequestLimitReached + other.pullRequestLimitReached,
                    both);
        }

        private static double longest(double one, double other) {
            return Double.isNaN(one) ? other : Double.isNaN(other) ? one : Math.max(one, other);
        }
    }

    static ProjectTotals of(
            ProjectsView view,
            Function<String, Policy> policies,
            ProjectLabels labels,
            Estimates estimates,
            Instant now) {
        Map<String, Total> totals = new HashMap<>();
        Map<String, Integer> waiting = new HashMap<>();
        Map<String, Integer> budgetsSpent = new HashMap<>();
        var projects = new ArrayList<Project>();
        view.each(projects::add);
        labels.choose(projects);
        for (Project project : projects) {
            Policy policy = policies.apply(project.id());
            Total total = total(view, project, policy, estimates, now);
            totals.merge(labels.of(project.id()), total, Total::plus);
            if (total.queued() > 0) {
                waiting.merge(HoldView.reasonOf(project), 1, Integer::sum);
            }
            PublisherUse.of(project, policy, now).stream()
                    .filter(use -> use.budgetLeft() != null)
                    .forEach(use -> budgetsSpent.merge(use.publisher(), use.budgetSpent() ? 1 : 0, Integer::sum));
        }
        return new ProjectTotals(projects.size(), totals, waiting, budgetsSpent);
    }

    Total total(String label) {
        return byLabel.getOrDefault(label, Total.NONE);
    }

    int etaUnknown() {
        return byLabel.values().stream().mapToInt(Total::etaUnknown).sum();
    }

    /** @param reason as {@link HoldView#reasonsOf} writes it */
    int held(String reason) {
        return byLabel.values().stream()
                .mapToInt(total -> total.held().getOrDefault(reason, 0))
                .sum();
    }

    private static Total total(ProjectsView view, Project project, Policy policy, Estimates estimates, Instant now) {
        int waiting = project.counts().waiting();
        Instant oldest = view.oldestDue(project, now);
        Estimate.Last last = estimates.last(view, project, policy, now);
        return new Total(
                waiting,
                oldest == null ? 0 : seconds(Duration.between(oldest, now)),
                last == null ? Double.NaN : seconds(Duration.between(now, last.at())),
                last == null ? Double.NaN : seconds(last.longestWait()),
                last == null ? 1 : 0,
                HoldView.throttledInARow(project.hold()),
                project.quota().available(policy.quota(), now),
                policy.quota().capacity(),
                JobLimit.sum(project.openPullRequests()),
                waiting > 0 && isPullRequestLimitReached(project, policy) ? 1 : 0,
                HoldView.reasonsOf(project).stream().collect(Collectors.toMap(reason -> reason, reason -> 1)));
    }

    /** The project's own, or that of a publisher. */
    private static boolean isPullRequestLimitReached(Project project, Policy policy) {
        JobLimit limit = policy.jobs().openPullRequests();
        return Stream.concat(limit.ofPublishers().keySet().stream(), Stream.of(Publisher.DEFAULT))
                .anyMatch(publisher -> limit.isReached(project.openPullRequests(), publisher));
    }

    private static double seconds(Duration duration) {
        return Math.max(0, duration.toMillis() / 1000.0);
    }
}
