package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.StatusEvent.QueuePlace;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.Forecast;
import io.docsagent.worker.domain.session.JobRoom.Lack;
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

    /** @param sequence of the command that the input brought, which may have moved, been sent or ended since */
    public static void announceIfWaiting(ProjectSession session, long sequence) {
        QueuedCommand queued = session.queue().find(sequence);
        QueuePlace place = queued == null || queued.call() != null ? null : onArrival(session, queued);
        if (queued != null && place != null) {
            session.records().announced(session.outbox().announce(Announcement.ofQueued(queued.command(), place)));
            session.queue().update(queued.announced(place));
        }
    }

    private static @Nullable QueuePlace onArrival(ProjectSession session, QueuedCommand queued) {
        Project project = session.project();
        Forecast forecast = Forecast.of(
                queued, session.order(), session.quota(), session.policy().sharing());
        boolean isBehind = session.order().isBehindWaiting(queued);
        Lack lack = isBehind ? null : session.room().lackFor(queued);
        // When a job will end, nobody knows.
        Instant sent = lack != null ? null : Estimate.dispatchAt(project, forecast.token(), session.now());
        boolean isScheduled = queued.dueAt().isAfter(session.now());
        Instant at = sent != null && queued.dueAt().isAfter(sent) ? queued.dueAt() : sent;
        WaitReason reason =
                isScheduled ? queued.dueReason() : Estimate.reason(project, reasonOf(forecast, lack, session.now()));
        boolean isLong =
                at == null || at.isAfter(session.now().plus(SHORTEST_WAIT)) || project.hold() instanceof Hold.Probing;
        if (reason != null && isLong) {
            Integer count = lack != null && reason == lack.reason() ? lack.count() : null;
            return new QueuePlace(forecast.position(), at, reason.code(), count);
        }
        return isBehind ? new QueuePlace(forecast.position(), null, WaitReason.BEHIND_JOB.code(), null) : null;
    }

    private static @Nullable WaitReason reasonOf(Forecast forecast, @Nullable Lack lack, Instant now) {
        if (lack != null) {
            return lack.reason();
        }
        if (!forecast.token().isAfter(now)) {
            return null;
        }
        return forecast.waitsForBudget() ? WaitReason.BUDGET : WaitReason.QUOTA;
    }
}
