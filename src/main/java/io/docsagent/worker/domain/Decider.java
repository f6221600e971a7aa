package io.docsagent.worker.domain;

import io.docsagent.worker.domain.decision.Decision;
import io.docsagent.worker.domain.decision.DecisionContext;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.domain.rule.Admission;
import io.docsagent.worker.domain.rule.BulkWork;
import io.docsagent.worker.domain.rule.CallOutcome;
import io.docsagent.worker.domain.rule.Dispatch;
import io.docsagent.worker.domain.rule.Malformed;
import io.docsagent.worker.domain.rule.Observation;
import io.docsagent.worker.domain.rule.Operating;
import io.docsagent.worker.domain.rule.PullRequestReport;
import io.docsagent.worker.domain.rule.QueuedAnnouncement;
import io.docsagent.worker.domain.rule.WakeUp;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.LogPosition;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Timer;
import io.docsagent.worker.wire.GatewayRequest;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The rules: what an input leads to, given the state; the same state and input always lead to the same.
 *
 * <p>The one thing that a decision changes is the index of its context, which is derived state and must be discarded
 * where a decision throws.
 */
public final class Decider {

    /** Append times are whole milliseconds. */
    private static final Duration TICK = Duration.ofMillis(1);

    private Decider() {}

    /** What the input leads to. */
    public static Decision decide(DecisionContext context, Input input, LogPosition position) {
        Project known = context.tables().projects().get(input.projectId());
        if (known == null && !(input instanceof Input.Received)) {
            return Decision.NOTHING;
        }
        if (known != null && known.applied().includes(position)) {
            return Decision.NOTHING;
        }
        if (input instanceof Input.Refused refused) {
            return Malformed.answer(context, known, refused, position);
        }
        Project project = known != null ? known : Project.fresh(input.projectId());
        ProjectSession session = session(context, project, position);
        session.operatorHolds().timePasses();
        BulkWork.goOn(session);
        WakeUp.runTimers(session);
        QueuedCommand arrived = apply(session, input);
        queryOutcomes(session);
        if (session.queue().waiting() > 0) {
            session.operatorHolds().somethingWaits();
        }
        session.continuations().giveTurns();
        Dispatch.all(session);
        if (arrived != null) {
            QueuedAnnouncement.announceIfWaiting(session, arrived.sequence());
        }
        return session.decided(nextMoment(session));
    }

    /**
     * Forgets an expendable project, with what is remembered of its commands, to make room for another one: a slice of
     * them with each decision, and the project with the last. Nothing is announced, since the input is not its own.
     */
    public static Decision forget(DecisionContext context, Project project, LogPosition position) {
        ProjectSession session = new ProjectSession(context, project, position);
        if (!forgetEnded(session)) {
            return session.decided(nextMoment(session));
        }
        session.outbox().count(Result.PROJECT_FORGOTTEN_EARLY);
        return session.forgotten();
    }

    /** As far as the decision has room; returns whether nothing is left. */
    private static boolean forgetEnded(ProjectSession session) {
        while (session.hasRoom()) {
            if (!session.marks().forgetNext()) {
                return true;
            }
        }
        return false;
    }

    /** After a decision that failed: its project is held, and otherwise as it was. */
    public static Decision hold(DecisionContext context, String projectId, LogPosition position) {
        Project known = context.tables().projects().get(projectId);
        Project project = known != null ? known : Project.fresh(projectId);
        ProjectSession session = session(context, project, position);
        session.holds().afterInternalError();
        return session.decided(later(nextMoment(session), session.holds().notBefore()));
    }

    private static ProjectSession session(DecisionContext context, Project project, LogPosition position) {
        ProjectSession session = new ProjectSession(context, project, position);
        if (context.installation().asksForProbe(project)) {
            session.holds().probesNow();
        }
        return session;
    }

    /** Returns the command that the input brought, or brought back, if it was queued. */
    private static @Nullable QueuedCommand apply(ProjectSession session, Input input) {
        switch (input) {
            case Input.CommandArrived arrived -> {
                return Admission.admit(session, arrived);
            }
            case Input.CallAnswered answered -> CallOutcome.apply(session, answered);
            case Input.JobObserved observed -> Observation.apply(session, observed);
            case Input.PullRequestSeen seen -> PullRequestReport.apply(session, seen);
            case Input.WokeUp woken -> WakeUp.apply(session, woken);
            case Input.OperationRequested requested -> {
                return Operating.apply(session, requested);
            }
            case Input.ClockProbed probed -> {}
            case Input.Refused refused -> throw changesNone(input);
            case Input.OfAllProjects ofAll -> throw changesNone(input);
        }
        return null;
    }

    private static IllegalArgumentException changesNone(Input input) {
        return new IllegalArgumentException("changes no project: " + input.getClass());
    }

    /** The outcome of an overdue call is not guessed: the gateway, which knows it, is queried. */
    private static void queryOutcomes(ProjectSession session) {
        for (QueuedCommand called : session.queue().calls().dueForQuery(session.now())) {
            session.outbox().send(new GatewayRequest.OutcomeQuery(session.projectId(), called.callId()));
            session.queue().outcomeQueried(called);
        }
    }

    private static @Nullable Instant nextMoment(ProjectSession session) {
        Timer timer = session.nextTimer();
        Instant next = earlier(timer == null ? null : timer.at(), Dispatch.next(session));
        for (QueuedCommand called : session.queue().calls().all()) {
            next = earlier(next, called.inFlight().queryAt());
        }
        next = earlier(next, session.operatorHolds().end());
        next = earlier(next, session.continuations().next());
        next = session.bulkTasks().areGoingOn() ? session.now() : next;
        next = earlier(next, session.project().forgettableAt(session.policy().quota(), session.now()));
        Instant soonest = session.now().plus(TICK);
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
