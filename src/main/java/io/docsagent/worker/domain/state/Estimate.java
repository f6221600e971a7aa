package io.docsagent.worker.domain.state;

import io.docsagent.worker.domain.policy.Policy;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Why a waiting command waits, and when it is likely to be sent. */
public final class Estimate {

    private Estimate() {}

    /**
     * Why the command at a position waits: for an operator, a hold or the quota; null where it waits for none.
     *
     * @param position 1 is next
     */
    public static @Nullable WaitReason reason(Project project, Policy policy, int position, Instant now) {
        boolean hasToken =
                !project.quota().tokenAt(position, policy.quota(), now).isAfter(now);
        return reason(project, hasToken ? null : WaitReason.QUOTA);
    }

    /** @param withoutHold why it waits where the project is not held; null where it does not */
    public static @Nullable WaitReason reason(Project project, @Nullable WaitReason withoutHold) {
        if (project.operatorHold() != null) {
            return WaitReason.OPERATOR;
        }
        Hold.Reason held = project.hold().reason();
        return held == null ? withoutHold : WaitReason.of(held);
    }

    /**
     * When a command is likely to be sent, if the calls before it are; null where that depends on an operator, or on what
     * the next probe finds: after a 429, too, since the estimate rests on the worker's own count of uses, which the service
     * has just denied.
     *
     * @param token when the command is likely to get one
     */
    public static @Nullable Instant dispatchAt(Project project, Instant token, Instant now) {
        Instant open = openAt(project, now);
        return open == null ? null : later(token, open);
    }

    /** When calls go out again; null where an operator or the next probe comes first. */
    private static @Nullable Instant openAt(Project project, Instant now) {
        if (!(project.hold() instanceof Hold.Flowing)) {
            return null;
        }
        OperatorHold held = project.operatorHold();
        if (held == null) {
            return now;
        }
        return held.until() == null ? null : later(held.until(), now);
    }

    /**
     * When the last of the waiting commands is likely to be sent, and how long one of them waits at most once it is due
     * and no operator holds the project.
     *
     * @param at as {@link #dispatchAt} tells it
     */
    public record Last(Instant at, Duration longestWait) {

        private static Last none(Instant now) {
            return new Last(now, Duration.ZERO);
        }
    }

    /**
     * Of a project's waiting commands; null where nobody can tell, as {@link #dispatchAt} does, or where they wait for jobs
     * to end.
     *
     * @param delayed those that are not due; null for none
     */
    public static @Nullable Last last(Project project, Policy policy, @Nullable Delayed delayed, Instant now) {
        int waiting = project.counts().waiting();
        if (waiting == 0) {
            return Last.none(now);
        }
        Instant open = openAt(project, now);
        if (open == null
                || policy.jobs().active().isReached(project.activeJobs())
                || policy.jobs().openPullRequests().isReached(project.openPullRequests())) {
            return null;
        }
        if (delayed == null || !delayed.last().isAfter(open)) {
            return lastOf(waiting, project, policy, now, open);
        }
        int due = Math.max(0, waiting - delayed.commands());
        Last ofDue = due == 0 ? Last.none(now) : lastOf(due, project, policy, now, open);
        Instant first = later(delayed.first(), open);
        // They may all be due at once, or when those that were due before have left no token.
        Instant at = later(
                later(delayed.last(), project.quota().tokenAt(delayed.commands(), policy.quota(), now, first)),
                project.quota().tokenAt(waiting, policy.quota(), now, open));
        Duration wait = Duration.between(delayed.last(), at);
        return new Last(at, wait.compareTo(ofDue.longestWait()) > 0 ? wait : ofDue.longestWait());
    }

    private static Last lastOf(int commands, Project project, Policy policy, Instant now, Instant open) {
        Instant at = project.quota().tokenAt(commands, policy.quota(), now, open);
        return new Last(at, Duration.between(open, at));
    }

    /**
     * When the next use is allowed, if every use in flight were over now: now where one is left, and nothing holds the
     * project; a probe is one, too. Null where an operator or the answer to a probe comes first.
     */
    public static @Nullable Instant nextUse(Project project, Policy policy, Instant now) {
        Instant token = project.quota().tokenAt(1, policy.quota(), now);
        OperatorHold held = project.operatorHold();
        if (held != null && held.until() == null) {
            return null;
        }
        Instant open = held == null || held.until() == null ? token : later(token, held.until());
        return switch (project.hold()) {
            case Hold.Flowing flowing -> open;
            case Hold.Held service -> later(open, service.until());
            case Hold.Probing probing -> null;
        };
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
