package io.docsagent.worker.simulation;

import io.docsagent.worker.simulation.Calls.Called;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A create goes to a job only where a create with its key started that, and as often as the service took it; and not after
 * the key was released, by an operator or because the job's pull request was merged or closed.
 */
final class Continuations {

    /** How a create names its key. */
    static final String FIELD = ",\"continueKey\":\"";

    private final FinishedRun run;
    private final PullRequests pullRequests;

    /** The keys of jobs. */
    private final Map<String, String> keys = new HashMap<>();

    /** The offsets of the inputs by which the calls that started jobs were decided. */
    private final Map<String, Long> started = new HashMap<>();

    Continuations(FinishedRun run, PullRequests pullRequests) {
        this.run = run;
        this.pullRequests = pullRequests;
    }

    /** @param forgotten whether jobs may be forgotten early, and so begin again */
    void check(boolean forgotten) {
        Map<String, String> latest = new HashMap<>();
        for (Post post : run.promises().taken()) {
            Published command = run.publishers().published().get(post.command());
            String key = command == null ? null : keyOf(command);
            if (post.jobId == null) {
                String job = Objects.requireNonNull(post.takenBy);
                keys.put(job, String.valueOf(key));
                started.computeIfAbsent(job, none -> calledFor(post));
                String before = key == null ? null : latest.put(post.projectId + "/" + key, job);
                if (before != null && !before.equals(job)) {
                    anew(before, job);
                }
            } else if (command != null && !command.isMessage() && !Objects.equals(keys.get(post.jobId), key)) {
                run.promises().broken("continued a job with another key: " + post);
            }
        }
        if (!forgotten) {
            run.calls().all().stream().filter(this::isContinued).forEach(this::notReleased);
            run.calls().all().stream()
                    .filter(called -> called.call.jobId() == null)
                    .forEach(this::wasReleasable);
        }
    }

    /** Of the call whose POST it may be, the last one. */
    private long calledFor(Post post) {
        return run.calls().of(post.command()).stream()
                .filter(called -> called.call.jobId() == null && !called.madeAt.isAfter(post.sentAt))
                .mapToLong(called -> called.cause.offset())
                .max()
                .orElse(Long.MAX_VALUE);
    }

    /** A key that started a job has started another one. */
    private void anew(String before, String job) {
        long by = started(job);
        if (pullRequests.isOver(before, by)) {
            run.promises().tried(Promises.RELEASED_BY_PULL_REQUEST);
        }
        if (isReleased(before, by)) {
            run.promises().tried(Promises.RELEASED_BY_OPERATOR);
        }
    }

    private long started(String job) {
        return started.getOrDefault(job, Long.MAX_VALUE);
    }

    /** Whether an operator released the key of the job after it was started. */
    private boolean isReleased(String job, long by) {
        return isAnswered("operation.done", projectOf(job), keys.get(job), started(job), by);
    }

    /** Whether a release of the key was answered so by an input between the two. */
    private boolean isAnswered(String type, String project, @Nullable String key, long after, long before) {
        return run.events().all().stream()
                .filter(event -> event.type().equals(type)
                        && event.project().equals(project)
                        && event.offset() > after
                        && event.offset() < before)
                .map(event -> Objects.requireNonNull(run.operators().asked().get(String.valueOf(event.operation()))))
                .anyMatch(each -> each.kind() == Operators.Kind.RELEASE && Objects.equals(each.key(), key));
    }

    /** What is in flight has its key until that is released: a release is not refused because nothing has it. */
    private void wasReleasable(Called starting) {
        Published command = run.publishers().published().get(starting.command());
        String key = command == null ? null : keyOf(command);
        if (command != null && key != null) {
            String project = command.project();
            long ended = Math.min(starting.unknownFrom, starting.settledFrom);
            long arrived = run.calls().arrivalOf(command.id());
            if (isAnswered("operation.refused", project, key, starting.cause.offset(), ended)
                    && !isAnswered("operation.done", project, key, arrived, ended)) {
                run.promises().broken("no release of the key of what is in flight: " + starting.call);
            }
        }
    }

    private String projectOf(String job) {
        return run.promises().taken().stream()
                .filter(post -> job.equals(post.takenBy))
                .map(post -> post.projectId)
                .findFirst()
                .orElse("");
    }

    /** A create that goes to a job, unless the service may have taken it there before. */
    private boolean isContinued(Called called) {
        Published command = run.publishers().published().get(called.command());
        return command != null
                && !command.isMessage()
                && called.call.jobId() != null
                && run.calls().of(command.id()).stream()
                        .noneMatch(earlier -> Objects.equals(earlier.call.jobId(), called.call.jobId())
                                && earlier.unknownFrom <= called.cause.offset());
    }

    private void notReleased(Called continued) {
        String job = Objects.requireNonNull(continued.call.jobId());
        long by = continued.cause.offset();
        if (pullRequests.isOver(job, by)) {
            run.promises().broken("continued a job whose pull request is merged or closed: " + continued.call);
        }
        if (isReleased(job, by)) {
            run.promises().broken("continued a job whose key was released: " + continued.call);
        }
    }

    static @Nullable String keyOf(Published command) {
        int at = command.json().indexOf(FIELD);
        return at < 0
                ? null
                : command.json().substring(at + FIELD.length(), command.json().indexOf('"', at + FIELD.length()));
    }
}
