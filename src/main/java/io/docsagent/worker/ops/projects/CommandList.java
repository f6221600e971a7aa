package io.docsagent.worker.ops.projects;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Estimate;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.PublisherUse;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.WaitReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A project's commands: those in flight, then those waiting, promoted ones first, by priority and by the later of arrival and notBefore.
 *
 * <p>An approximation: by a command's own priority, where the engine lets a job's first command inherit the highest one
 * behind it.
 */
final class CommandList {

    private static final Comparator<QueuedCommand> ORDER = Comparator.comparing(
                    QueuedCommand::promotedAt, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(queued -> queued.command().priority())
            .thenComparing(QueuedCommand::dueAt)
            .thenComparingLong(QueuedCommand::sequence);

    private final Project project;
    private final Policy policy;
    private final Instant now;
    private final List<QueuedCommand> inFlight = new ArrayList<>();
    private final List<QueuedCommand> waiting = new ArrayList<>();
    private final Set<String> busyLanes = new HashSet<>();
    private final Map<String, QueuedCommand> firstOfLane = new HashMap<>();
    private final Set<String> budgetsSpent;
    private final Set<String> activeJobs = new HashSet<>();

    CommandList(ProjectsView view, Project project, Policy policy, Instant now) {
        this.project = project;
        this.policy = policy;
        this.now = now;
        this.budgetsSpent = PublisherUse.of(project, policy, now).stream()
                .filter(PublisherUse::budgetSpent)
                .map(PublisherUse::publisher)
                .collect(Collectors.toSet());
        view.eachQueued(project.id(), queued -> {
            add(queued.withoutContent());
            return true;
        });
        waiting.sort(ORDER);
        if (!policy.jobs().active().isNone()) {
            view.eachJob(project.id(), job -> {
                if (job.isActive()) {
                    activeJobs.add(job.id());
                }
            });
        }
    }

    List<CommandSummary> first(int most) {
        List<CommandSummary> list = new ArrayList<>();
        inFlight.stream().limit(most).map(CommandSummary::inFlight).forEach(list::add);
        // What waits for a budget takes no token from those behind.
        int tokens = 0;
        for (int i = 0; i < waiting.size() && list.size() < most; i++) {
            QueuedCommand queued = waiting.get(i);
            tokens += waitsForBudget(queued) ? 0 : 1;
            WaitReason reason = reason(queued, tokens);
            list.add(CommandSummary.waiting(queued, i + 1, reason, until(queued, tokens, reason)));
        }
        return list;
    }

    int size() {
        return inFlight.size() + waiting.size();
    }

    private void add(QueuedCommand queued) {
        if (queued.call() != null) {
            inFlight.add(queued);
            busyLanes.add(queued.lane());
        } else {
            waiting.add(queued);
            firstOfLane.merge(
                    queued.lane(), queued, (first, next) -> isCreate(next) && !isCreate(first) ? next : first);
        }
    }

    /**
     * What it waits for; null for nothing.
     *
     * @param tokens that it and the commands before it take
     */
    private @Nullable WaitReason reason(QueuedCommand queued, int tokens) {
        if (queued.command().type() == Command.Type.CANCEL) {
            return WaitReason.COMMAND;
        }
        if (queued.dueAt().isAfter(now)) {
            return queued.dueReason();
        }
        boolean isBehind = queued.waitsForKey() || isBehind(queued);
        WaitReason lack = isBehind ? null : lackOfRoom(queued);
        if (lack != null) {
            return Estimate.reason(project, lack);
        }
        WaitReason common = waitsForBudget(queued)
                ? Estimate.reason(project, WaitReason.BUDGET)
                : Estimate.reason(project, policy, tokens, now);
        if (common != null) {
            return common;
        }
        if (isBehind) {
            return WaitReason.BEHIND_JOB;
        }
        return project.quota().inFlight() >= policy.dispatching().maxInFlight() ? WaitReason.IN_FLIGHT_LIMIT : null;
    }

    /** When that is over at the earliest; null where nobody can tell, or another command or a budget comes first. */
    private @Nullable Instant until(QueuedCommand queued, int tokens, @Nullable WaitReason reason) {
        return switch (reason) {
            case null -> null;
            case SCHEDULED, QUIET -> queued.dueAt();
            case QUOTA -> project.quota().tokenAt(tokens, policy.quota(), now);
            case OPERATOR ->
                project.operatorHold() == null ? null : project.operatorHold().until();
            case THROTTLED, UNAUTHORIZED, UNREACHABLE -> project.hold() instanceof Hold.Held held ? held.until() : null;
            case BUDGET, BEHIND_JOB, ACTIVE_JOBS, OPEN_PULL_REQUESTS, IN_FLIGHT_LIMIT, COMMAND -> null;
        };
    }

    /** For its own publisher's, or for that of the first command of its job, which goes before it. */
    private boolean waitsForBudget(QueuedCommand queued) {
        QueuedCommand first = Objects.requireNonNull(firstOfLane.get(queued.lane()));
        return isAtBudget(queued) || (queued.promotedAt() == null && isAtBudget(first));
    }

    private boolean isAtBudget(QueuedCommand queued) {
        return budgetsSpent.contains(queued.command().publisher());
    }

    /** The limit that keeps it from starting a job; null for none. */
    private @Nullable WaitReason lackOfRoom(QueuedCommand queued) {
        String publisher = queued.command().publisher();
        boolean startsJob = queued.jobId() == null || !activeJobs.contains(queued.jobId());
        if (startsJob && policy.jobs().active().isReached(project.activeJobs(), publisher)) {
            return WaitReason.ACTIVE_JOBS;
        }
        return queued.jobId() == null
                        && policy.jobs().openPullRequests().isReached(project.openPullRequests(), publisher)
                ? WaitReason.OPEN_PULL_REQUESTS
                : null;
    }

    private boolean isBehind(QueuedCommand queued) {
        boolean waitsForCreate = !isCreate(queued) && queued.jobId() == null;
        return waitsForCreate || busyLanes.contains(queued.lane()) || !queued.equals(firstOfLane.get(queued.lane()));
    }

    private static boolean isCreate(QueuedCommand queued) {
        return queued.command().type() == Command.Type.CREATE;
    }
}
