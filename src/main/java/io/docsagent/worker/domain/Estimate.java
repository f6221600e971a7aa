package io.docsagent.worker.domain;

import io.docsagent.worker.message.Command.Priority;
import io.docsagent.worker.message.StatusEvent.QueuePlace;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where a waiting command stands, why, and when it is likely to be sent. */
public final class Estimate {

    /** A wait that is not longer is not worth telling. */
    private static final Duration WORTH_TELLING = Duration.ofSeconds(1);

    private Estimate() {}

    /** Announces the place of a command that has just arrived, unless its call is made or need not wait for long. */
    static void announceIfWaiting(ProjectSession session, QueuedCommand arrived) {
        QueuePlace place = session.queue.isInFlight(arrived.sequence()) ? null : onArrival(session, arrived);
        if (place != null) {
            session.outbox.announce(Announcement.ofQueued(arrived.command(), place));
        }
    }

    private static @Nullable QueuePlace onArrival(ProjectSession session, QueuedCommand queued) {
        Project project = session.project();
        int position = positionAtEnd(project.counts(), queued.command().priority());
        Instant at = dispatchAt(project, session.policy, position, session.now);
        String reason = reason(project, session.policy, position, session.now);
        boolean isLong = at.isAfter(session.now.plus(WORTH_TELLING)) || project.hold() instanceof Hold.Probing;
        if (!reason.isEmpty() && isLong) {
            return new QueuePlace(position, at, reason);
        }
        return session.queue.isBehindWaiting(queued) ? new QueuePlace(position, null, "behind_job") : null;
    }

    /**
     * Why the command at a position waits: a hold, or the quota; empty where for neither.
     *
     * @param position 1 is next
     */
    public static String reason(Project project, Policy policy, int position, Instant now) {
        return switch (project.hold()) {
            case Hold.Held held -> reason(held.reason());
            case Hold.Probing probing -> reason(probing.reason());
            case Hold.Flowing flowing ->
                project.quota().tokenAt(position, policy.quota(), now).isAfter(now) ? "quota" : "";
        };
    }

    /** When the command at a position is likely to be sent, if the calls before it are. */
    public static Instant dispatchAt(Project project, Policy policy, int position, Instant now) {
        Instant token = project.quota().tokenAt(position, policy.quota(), now);
        Instant open = project.hold() instanceof Hold.Held held ? held.until() : now;
        return token.isAfter(open) ? token : open;
    }

    /** Tokens that may be spent now. */
    public static long available(Project project, Policy policy, Instant now) {
        return project.quota().available(policy.quota(), now);
    }

    /** When the next token is there. */
    public static Instant nextToken(Project project, Policy policy, Instant now) {
        return project.quota().tokenAt(1, policy.quota(), now);
    }

    private static int positionAtEnd(Project.Counts counts, Priority priority) {
        int position = 0;
        for (Priority first : Priority.values()) {
            position += first.compareTo(priority) <= 0 ? counts.waiting(first) : 0;
        }
        return position;
    }

    private static String reason(Hold.Reason reason) {
        return switch (reason) {
            case THROTTLED -> "throttled";
            // The contract's reasons have no word for an internal error: nothing gets through, so the nearest is
            // "unreachable". What it is, project.held has said.
            case UNREACHABLE, INTERNAL_ERROR -> "unreachable";
            case UNAUTHORIZED, MISCONFIGURED -> "unauthorized";
        };
    }
}
