package io.docsagent.worker.domain.rule;

import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Sweep;
import io.docsagent.worker.domain.state.Timer;
import io.docsagent.worker.message.Operation;
import java.time.Instant;
import java.util.List;

/**
 * What concerns many commands is done in slices, each as large as a decision may be; until all is done, nothing of the
 * project is sent and nothing becomes due.
 */
public final class Sweeping {

    /** Commands that a decision looks at to cancel or resolve them. */
    private static final int MOST_AT_ONCE = 500;

    private Sweeping() {}

    /** An operator cancels many commands. */
    static void begin(ProjectSession session, Operation operation) {
        Sweep.Cancel sweep = new Sweep.Cancel(operation, session.position().offset(), 0, 0);
        session.sweeps().add(sweep);
        goOn(session);
    }

    /** An operator resolves many commands of unknown outcome. */
    static void begin(ProjectSession session, Operation operation, Operation.ResolveMany many) {
        Instant endedBy = session.now();
        if (many.endedBefore() != null && !many.endedBefore().isAfter(endedBy)) {
            endedBy = many.endedBefore().minusMillis(1);
        }
        session.sweeps().add(new Sweep.Resolve(operation, endedBy, null, 0, 0));
        goOn(session);
    }

    /** Goes on with what earlier decisions began. */
    public static void goOn(ProjectSession session) {
        Sweep sweep = session.sweeps().first();
        while (sweep != null && goOn(session, sweep)) {
            sweep = session.sweeps().first();
        }
    }

    /** @return whether it is over */
    private static boolean goOn(ProjectSession session, Sweep sweep) {
        return switch (sweep) {
            case Sweep.Cancel cancel -> cancelSlice(session, cancel);
            case Sweep.Resolve resolve -> resolveSlice(session, resolve);
            case Sweep.Followers followers -> {
                boolean isOver = Followers.goOn(session, followers);
                if (isOver) {
                    session.sweeps().isOver(followers);
                }
                yield isOver;
            }
        };
    }

    /** In the order of arrival. */
    private static boolean cancelSlice(ProjectSession session, Sweep.Cancel sweep) {
        List<Long> slice = session.queue().waitingFrom(sweep.next(), MOST_AT_ONCE);
        Sweep.Cancel soFar = sweep;
        for (long sequence : slice) {
            if (!session.hasRoom()) {
                session.sweeps().goesOn(sweep, soFar);
                return false;
            }
            soFar = soFar.upTo(sequence, cancel(session, sweep, sequence));
        }
        if (slice.size() == MOST_AT_ONCE) {
            session.sweeps().goesOn(sweep, soFar);
            return false;
        }
        session.sweeps().isOver(sweep);
        session.outbox().announce(Announcement.ofDone(sweep.operation(), soFar.affected()));
        return true;
    }

    /** In the order in which they ended. */
    private static boolean resolveSlice(ProjectSession session, Sweep.Resolve sweep) {
        Sweep.Resolve soFar = sweep;
        for (int looked = 0; looked < MOST_AT_ONCE && session.hasRoom(); looked++) {
            Timer next = session.dedup().sentAfter(soFar.last(), sweep.endedBy());
            if (next == null) {
                session.sweeps().isOver(sweep);
                session.outbox().announce(Announcement.ofDone(sweep.operation(), soFar.affected(), soFar.skipped()));
                return true;
            }
            soFar = Resolution.oneOfMany(session, soFar.upTo(next), next.key());
        }
        session.sweeps().goesOn(sweep, soFar);
        return false;
    }

    /** @return how many commands end: one that is concerned, and the messages that wait for it */
    private static int cancel(ProjectSession session, Sweep.Cancel sweep, long sequence) {
        QueuedCommand waiting = session.queue().find(sequence);
        if (waiting == null || !sweep.concerns(waiting) || waiting.mayHaveBeenTaken()) {
            return 0;
        }
        int ending = 1 + session.queue().followersOf(waiting);
        Ending.cancelled(session, waiting, Operating.byOperator(sweep.operation()));
        return ending;
    }
}
