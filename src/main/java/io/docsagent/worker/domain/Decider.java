package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Effect.Count.What;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.Order;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rules: what an input leads to, given the state; the same state and input always lead to the same.
 *
 * <p>The one thing that a decision changes is the backlog of its situation, which is derived state; a decision that throws
 * leaves it as it was.
 */
public final class Decider {

    /** Append times are whole milliseconds. */
    private static final Duration TICK = Duration.ofMillis(1);

    private Decider() {}

    /** What the input leads to. */
    public static Decision decide(Situation situation, Input input, Moment moment) {
        Project known = situation.tables().projects().get(input.projectId());
        if (known == null && !(input instanceof Input.CommandArrived)) {
            return Decision.NOTHING;
        }
        if (known != null && known.applied().includes(moment)) {
            return Decision.NOTHING;
        }
        return undoneIfItFails(situation, () -> {
            Project project = known != null ? known : fresh(situation, input.projectId());
            ProjectSession session = new ProjectSession(situation, project, moment);
            WakeUp.runTimers(session);
            QueuedCommand arrived = apply(session, input);
            askForOutcomes(session);
            Dispatch.all(session);
            if (arrived != null) {
                Estimate.announceIfWaiting(session, arrived);
            }
            return session.decided(nextMoment(session));
        });
    }

    /**
     * Forgets an expendable project, with what is remembered of its commands, to make room for another one. Nothing is
     * announced, since the input is not its own.
     */
    public static Decision forget(Situation situation, Project project, Moment moment) {
        return undoneIfItFails(situation, () -> {
            ProjectSession session = new ProjectSession(situation, project, moment);
            session.dedup.forgetAll();
            session.outbox.count(What.PROJECT_FORGOTTEN_EARLY, null);
            return session.forgotten();
        });
    }

    /** After a decision that failed: its project is held, and otherwise as it was. */
    public static Decision hold(Situation situation, String projectId, Moment moment) {
        Project known = situation.tables().projects().get(projectId);
        return undoneIfItFails(situation, () -> {
            Project project = known != null ? known : fresh(situation, projectId);
            ProjectSession session = new ProjectSession(situation, project, moment);
            session.breaker.afterInternalError();
            return session.decided(later(nextMoment(session), session.breaker.notBefore()));
        });
    }

    private static Decision undoneIfItFails(Situation situation, Supplier<Decision> rules) {
        Backlog backlog = situation.backlog();
        backlog.decisionBegins();
        try {
            Decision decision = rules.get();
            backlog.stands();
            return decision;
        } catch (RuntimeException e) {
            backlog.undo();
            throw e;
        }
    }

    private static Project fresh(Situation situation, String projectId) {
        return Project.fresh(projectId, Quota.unknownPast(situation.policy().quota()));
    }

    /** Returns the command that the input brought, if it was queued. */
    private static @Nullable QueuedCommand apply(ProjectSession session, Input input) {
        switch (input) {
            case Input.CommandArrived arrived -> {
                return Admission.admit(session, arrived);
            }
            case Input.CallAnswered answered -> CallOutcome.apply(session, answered);
            case Input.JobSighted sighted -> Observation.apply(session, sighted);
            case Input.WokeUp woken -> WakeUp.apply(session, woken);
            case Input.ClockProbed probed -> {}
        }
        return null;
    }

    /** The engine does not guess what became of a call: it asks the gateway. */
    private static void askForOutcomes(ProjectSession session) {
        for (QueuedCommand called : session.queue.toBeAskedFor()) {
            session.outbox.tell(new Order.Ask(session.projectId(), called.callId()));
            session.queue.asked(called);
        }
    }

    private static @Nullable Instant nextMoment(ProjectSession session) {
        Timer timer = session.timers.next();
        Instant next = earlier(timer == null ? null : timer.at(), Dispatch.next(session));
        for (QueuedCommand called : session.queue.calls()) {
            next = earlier(next, called.underWay().askAt());
        }
        next = earlier(next, session.project().forgettableAt(session.policy.quota(), session.now));
        Instant soonest = session.now.plus(TICK);
        return next == null || next.isAfter(soonest) ? next : soonest;
    }

    private static @Nullable Instant later(@Nullable Instant next, Instant bound) {
        return next != null && next.isBefore(bound) ? bound : next;
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isBefore(other) ? one : other;
    }
}
