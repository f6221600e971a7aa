package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Turn.Announcement;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.StatusEvent.QueuePlace;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The rules: what an input leads to, given the state; the same state and input always lead to the same. */
public final class Decider {

    /** Bounds one transaction; what is left is taken up with the next wake-up. */
    private static final int MOST_TIMERS_AT_ONCE = 500;

    /** Append times are whole milliseconds. */
    private static final Duration TICK = Duration.ofMillis(1);

    private Decider() {}

    /** Decides; the backlog of the situation is changed along, unless this throws. */
    public static Decision decide(Situation situation, Input input, Moment moment) {
        Backlog backlog = situation.backlog();
        backlog.decisionBegins();
        try {
            Decision decision = decided(situation, input, moment);
            backlog.stands();
            return decision;
        } catch (RuntimeException e) {
            backlog.undo();
            throw e;
        }
    }

    private static Decision decided(Situation situation, Input input, Moment moment) {
        Project project = situation.tables().projects().get(input.projectId());
        if (project == null && !(input instanceof Input.CommandArrived)) {
            return Decision.NOTHING;
        }
        if (project != null && project.applied().includes(moment)) {
            return Decision.NOTHING;
        }
        Turn turn = new Turn(situation, project != null ? project : fresh(situation, input.projectId()), moment);
        runTimers(turn);
        Long arrived = apply(turn, input);
        Answers.ask(turn, turn.now);
        Dispatch.all(turn);
        if (arrived != null) {
            tellIfWaiting(turn, arrived);
        }
        Holding.endIfForgotten(turn);
        return turn.decided(nextMoment(turn));
    }

    /**
     * Forgets an expendable project, marks and all, to make room for another one; nobody is told, since the input is not
     * its own.
     */
    public static Decision forget(Situation situation, Project project, Moment moment) {
        Turn turn = new Turn(situation, project, moment);
        for (String mark : turn.backlog.timers().keys(Timer.Kind.SEEN_FORGOTTEN)) {
            Memory.forget(turn, mark);
        }
        turn.count(Effect.Count.What.PROJECT_FORGOTTEN_EARLY, null);
        return turn.forgotten();
    }

    /** After a decision that failed: its project is held, and otherwise as it was. */
    public static Decision hold(Situation situation, String projectId, Moment moment) {
        Project project = situation.tables().projects().get(projectId);
        Turn turn = new Turn(situation, project != null ? project : fresh(situation, projectId), moment);
        Holding.afterInternalError(turn);
        return turn.decided(later(nextMoment(turn), Holding.notBefore(turn)));
    }

    private static Project fresh(Situation situation, String projectId) {
        return Project.fresh(projectId, Quota.unknownPast(situation.policy().quota()));
    }

    private static @Nullable Long apply(Turn turn, Input input) {
        switch (input) {
            case Input.CommandArrived arrived -> {
                return Admission.admit(turn, arrived);
            }
            case Input.CallAnswered answered -> Answers.apply(turn, answered);
            case Input.JobSighted sighted -> Jobs.sighted(turn, sighted);
            case Input.WokeUp woken -> {
                if (woken.cause() == Input.WokeUp.Cause.KEY_CHANGED) {
                    Holding.keyChanged(turn);
                }
            }
            case Input.ClockProbed probed -> {}
        }
        return null;
    }

    private static void runTimers(Turn turn) {
        for (int ran = 0; ran < MOST_TIMERS_AT_ONCE; ran++) {
            Timer due = turn.backlog.timers().takeDue(turn.now);
            if (due == null) {
                return;
            }
            run(turn, due);
        }
    }

    private static void run(Turn turn, Timer due) {
        switch (due.kind()) {
            case COMMAND_EXPIRES -> {
                QueuedCommand expired = turn.queue.get(due.key());
                if (expired != null) {
                    Waiting.leave(turn, expired);
                    Ending.expired(turn, expired);
                }
            }
            case CREATE_WAIT_ENDS -> {
                QueuedCommand message = turn.queue.get(due.key());
                if (message != null) {
                    Waiting.leave(turn, message);
                    Ending.createNeverSeen(turn, message);
                }
            }
            case JOB_CHECK -> Jobs.check(turn, due.key());
            case JOB_FORGOTTEN -> Jobs.retentionEnds(turn, due.key());
            case SEEN_FORGOTTEN -> Memory.forget(turn, due.key());
        }
    }

    private static void tellIfWaiting(Turn turn, long sequence) {
        QueuedCommand queued = turn.queued(sequence);
        if (queued.attempts() > 0) {
            return;
        }
        QueuePlace place = Estimate.onArrival(turn, queued);
        if (place != null) {
            turn.announce(Announcement.ofQueued(queued.command(), place));
        }
    }

    private static @Nullable Instant nextMoment(Turn turn) {
        Timer timer = turn.backlog.timers().next();
        Instant next = earlier(timer == null ? null : timer.at(), Dispatch.next(turn));
        for (QueuedCommand called : turn.project.calls().values()) {
            next = earlier(next, called.underWay().askAt());
        }
        next = earlier(next, turn.project.forgettableAt(turn.policy.quota(), turn.now));
        Instant soonest = turn.now.plus(TICK);
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
