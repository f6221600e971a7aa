package io.docsagent.worker.simulation;

import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.guarantee.Event;
import io.docsagent.worker.simulation.Calls.Called;
import io.docsagent.worker.wire.Input.PullRequestSeen;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the worker was told of pull requests, by its log, and must have done about it. */
final class PullRequests {

    /** A job is certainly known for so long after its last event: longer than it takes until it has its link. */
    private static final Duration REMEMBERED = Duration.ofHours(1);

    private final FinishedRun run;
    private final Map<String, Known> byJob = new LinkedHashMap<>();

    /**
     * Of a job, as long as it is certainly known.
     *
     * @param offset of the input by which the worker saw its link
     * @param changes that it was told after that, those which change nothing left out
     */
    private record Known(String project, long offset, Instant from, Instant until, List<Change> changes) {

        /** Whether it was reported by then that it is merged or closed. */
        boolean isOver(long by) {
            return changes.stream()
                    .filter(change -> change.offset() <= by)
                    .reduce((earlier, later) -> later)
                    .filter(latest -> latest.state() != PullRequestState.OPEN)
                    .isPresent();
        }
    }

    /** @param event by which it is announced; null where it is not */
    private record Change(
            long offset,
            Instant at,
            PullRequestState state,
            @Nullable String event) {}

    PullRequests(FinishedRun run) {
        this.run = run;
        run.events().all().stream()
                .filter(event -> event.type().startsWith("job."))
                .collect(Collectors.groupingBy(
                        event -> Objects.requireNonNull(event.jobId()), LinkedHashMap::new, Collectors.toList()))
                .forEach(this::add);
    }

    private void add(String jobId, List<Event> ofJob) {
        Event linked = null;
        Instant until = ofJob.getFirst().time().plus(REMEMBERED);
        for (Event event : ofJob) {
            if (event.time().isAfter(until)) {
                break;
            }
            linked = linked == null && event.prLink() != null ? event : linked;
            until = event.time().plus(REMEMBERED);
        }
        if (linked != null) {
            byJob.put(
                    jobId, new Known(linked.project(), linked.offset(), linked.time(), until, changes(linked, until)));
        }
    }

    private List<Change> changes(Event linked, Instant until) {
        List<Change> changes = new ArrayList<>();
        PullRequestSeen before = null;
        for (Calls.Report report : run.calls().reportsOf(Objects.requireNonNull(linked.prLink()))) {
            PullRequestSeen seen = report.seen();
            boolean concerns = report.partition() == inputsOf(linked.project()).number()
                    && Set.of(linked.project(), PullRequestSeen.ANY_PROJECT).contains(seen.projectId())
                    && report.entry().offset() > linked.offset()
                    && report.entry().appendedAt().isBefore(until);
            if (!concerns || (before != null && !seen.at().isAfter(before.at()))) {
                continue;
            }
            if (before == null || before.state() != seen.state()) {
                boolean isFirst = before == null && seen.state() == PullRequestState.OPEN;
                changes.add(new Change(
                        report.entry().offset(),
                        report.entry().appendedAt(),
                        seen.state(),
                        isFirst ? null : eventOf(seen.state())));
            }
            before = seen;
        }
        return changes;
    }

    private LogPartition inputsOf(String project) {
        return run.broker().partitionFor(Broker.TOPICS.inputs(), project.getBytes(StandardCharsets.UTF_8));
    }

    private static String eventOf(PullRequestState state) {
        return switch (state) {
            case OPEN -> "pull_request.reopened";
            case MERGED -> "pull_request.merged";
            case CLOSED -> "pull_request.closed";
        };
    }

    /** Whether it was reported by that input that the job's pull request is merged or closed. */
    boolean isOver(String jobId, long by) {
        Known known = byJob.get(jobId);
        return known != null && known.isOver(by);
    }

    /** When each pull request of the project may have been open, as far as the worker knew. */
    Spans open(String project) {
        Spans open = new Spans();
        byJob.values().stream().filter(known -> known.project().equals(project)).forEach(known -> {
            Instant since = known.from();
            for (Change change : known.changes()) {
                if (change.state() == PullRequestState.OPEN) {
                    since = since == null ? change.at() : since;
                } else if (since != null) {
                    open.add(since, change.at());
                    since = null;
                }
            }
            if (since != null) {
                open.add(since, Spans.FOREVER);
            }
        });
        return open;
    }

    /**
     * Adds what is not so.
     *
     * @param reviewers null where there are none
     * @param mostOpen of a project; null for any number
     */
    void check(@Nullable Reviewers reviewers, @Nullable Integer mostOpen) {
        if (reviewers != null) {
            reviewers.reports().forEach(this::reached);
        }
        announced();
        if (mostOpen != null) {
            run.calls().all().stream()
                    .filter(called -> called.call.jobId() == null)
                    .forEach(started -> limited(started, mostOpen));
        }
    }

    /** The project that it names, or all partitions. */
    private void reached(Reviewers.Report report) {
        List<LogPartition> partitions = report.project() == null
                ? run.broker().all(Broker.TOPICS.inputs())
                : List.of(inputsOf(report.project()));
        for (LogPartition partition : partitions) {
            boolean isThere = run.calls().reportsOf(report.prLink()).stream()
                    .anyMatch(each -> each.partition() == partition.number()
                            && each.seen().at().equals(report.at()));
            if (!isThere) {
                run.promises().broken("lost: " + report + " is not in " + partition);
            }
        }
    }

    /** Each change once, by the input that reported it. */
    private void announced() {
        Map<String, List<Event>> announced = run.events().all().stream()
                .filter(event -> event.type().startsWith("pull_request."))
                .collect(Collectors.groupingBy(event -> Objects.requireNonNull(event.jobId())));
        byJob.forEach((jobId, known) -> {
            List<String> expected = known.changes().stream()
                    .filter(change -> change.event() != null)
                    .map(change -> change.offset() + " " + change.event())
                    .toList();
            List<String> found = announced.getOrDefault(jobId, List.of()).stream()
                    .filter(event -> event.time().isBefore(known.until()))
                    .map(event -> event.offset() + " " + event.type())
                    .toList();
            if (!found.equals(expected)) {
                run.promises()
                        .broken("pull request of " + jobId + " announced by " + found + " instead of " + expected);
            }
        });
    }

    /** Nothing starts a job while as many are open, by what was reported, as may be. */
    private void limited(Called started, int most) {
        long by = started.cause.offset();
        List<String> open = byJob.entrySet().stream()
                .filter(each -> each.getValue().project().equals(started.call.projectId())
                        && each.getValue().offset() <= by
                        && started.cause.appendedAt().isBefore(each.getValue().until())
                        && !each.getValue().isOver(by))
                .map(Map.Entry::getKey)
                .toList();
        if (open.size() >= most) {
            run.promises().broken("starts a job with the pull requests of " + open + " open: " + started.call);
        }
    }
}
