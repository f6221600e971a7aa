package io.docsagent.worker.ops.health;

import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.ops.projects.ProjectsView;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether calls are made for the projects that this instance decides for: a call that was decided has no outcome, or
 * commands wait, uses are left, nothing holds the project, and the moment at which one was to be decided has passed.
 */
public final class CallProgress {

    /** That are named; the others are counted. */
    private static final int MOST_NAMED = 10;

    private final ProjectsView view;
    private final Function<String, Policy> policies;
    private final Function<String, @Nullable Duration> overdue;
    private final LastTime lastCall;
    private final Duration longestCall;
    private final InstantSource clock;

    /**
     * @param overdue for how long a project's next decision has been due
     * @param longestCall from the decision to the latest outcome
     * @param clock the log's
     */
    public CallProgress(
            ProjectsView view,
            Function<String, Policy> policies,
            Function<String, @Nullable Duration> overdue,
            LastTime lastCall,
            Duration longestCall,
            InstantSource clock) {
        this.view = view;
        this.policies = policies;
        this.overdue = overdue;
        this.lastCall = lastCall;
        this.longestCall = longestCall;
        this.clock = clock;
    }

    public Progress progress() {
        Map<String, Duration> waiting = new HashMap<>();
        view.each(project -> {
            // Only here: the log's time is not known before the first append, and no project is read before that.
            Duration wait = waiting(project, clock.instant());
            if (wait != null) {
                waiting.put(project.id(), wait);
            }
        });
        return waiting.isEmpty()
                ? Progress.nothingToDo(lastCall.ago())
                : new Progress(lastCall.ago(), longest(waiting), named(waiting));
    }

    private @Nullable Duration waiting(Project project, Instant now) {
        Stream<@Nullable Duration> ofCalls = project.calls().values().stream().map(call -> sinceDecided(call, now));
        return Stream.concat(ofCalls, Stream.of(maySend(project, now) ? overdue.apply(project.id()) : null))
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    private @Nullable Duration sinceDecided(QueuedCommand called, Instant now) {
        var call = called.call();
        if (call == null) {
            return null;
        }
        Duration since = Duration.between(call.deadline().minus(longestCall), now);
        return since.isNegative() ? Duration.ZERO : since;
    }

    private boolean maySend(Project project, Instant now) {
        return project.counts().waiting() > 0
                && project.operatorHold() == null
                && project.hold() instanceof Hold.Flowing
                && project.quota().available(policies.apply(project.id()).quota(), now) > 0;
    }

    private static Duration longest(Map<String, Duration> waiting) {
        return waiting.values().stream().max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    /** Those that have waited longest first. */
    private static String named(Map<String, Duration> waiting) {
        List<String> first = waiting.entrySet().stream()
                .sorted(Map.Entry.<String, Duration>comparingByValue().reversed())
                .limit(MOST_NAMED)
                .map(Map.Entry::getKey)
                .toList();
        return "calls of " + waiting.size() + (waiting.size() == 1 ? " project: " : " projects: ")
                + String.join(", ", first)
                + (waiting.size() > first.size() ? ", …" : "");
    }
}
