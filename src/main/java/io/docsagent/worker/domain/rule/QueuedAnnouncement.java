package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.Forecast;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.Estimate;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.WaitReason;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Announces a command that has to wait, with its position, the reason and the likely time of its call. */
public final class QueuedAnnouncement {

    /** A wait that is not longer is not announced. */
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

    private QueuedAnnouncement() {}

    /** @param arrived the command that the input brought, as it was queued */
    public static void announceIfWaiting(ProjectSession session, QueuedCommand arrived) {
        QueuePlace place = session.queue().calls().isOf(arrived) ? null : onArrival(session, arrived);
        if (place != null) {
            session.records().announced(session.outbox().announce(Announcement.ofQueued(arrived.command(), place)));
            session.queue().update(arrived.announced(place));
        }
    }

    private static @Nullable QueuePlace onArrival(ProjectSession session, QueuedCommand queued) {
        Project project = session.project();
        Forecast forecast = session.forecast(queued);
        Instant sent = Estimate.dispatchAt(project, forecast.token(), session.now());
        boolean isScheduled = queued.dueAt().isAfter(session.now());
        Instant at = sent != null && queued.dueAt().isAfter(sent) ? queued.dueAt() : sent;
        WaitReason reason =
                isScheduled ? WaitReason.SCHEDULED : Estimate.reason(project, reasonOf(forecast, session.now()));
        boolean isLong =
                at == null || at.isAfter(session.now().plus(SHORTEST_WAIT)) || project.hold() instanceof Hold.Probing;
        if (reason != null && isLong) {
            return new QueuePlace(forecast.position(), at, reason.code());
        }
        return session.order().isBehindWaiting(queued)
                ? new QueuePlace(forecast.position(), null, WaitReason.BEHIND_JOB.code())
                : null;
    }

    private static @Nullable WaitReason reasonOf(Forecast forecast, Instant now) {
        if (!forecast.token().isAfter(now)) {
            return null;
        }
        return forecast.waitsForBudget() ? WaitReason.BUDGET : WaitReason.QUOTA;
    }
}
