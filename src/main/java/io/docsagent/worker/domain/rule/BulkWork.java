package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.BulkTask;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Timer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What concerns many commands is done in slices, each as large as a decision may be; until all is done, nothing of the
 * project is sent and nothing becomes due.
 */
public final class BulkWork {

    /** Commands that a decision looks at to cancel or resolve them. */
    private static final int MOST_AT_ONCE = 500;

    private BulkWork() {}

    /** An operator cancels many commands. */
    static void begin(ProjectSession session, Operation operation) {
        BulkTask.Cancel task = new BulkTask.Cancel(operation, session.queue().nextSequence(), 0, 0);
        session.bulkTasks().add(task);
        goOn(session);
    }

    /** An operator resolves many commands of unknown outcome. */
    static void begin(ProjectSession session, Operation operation, Operation.ResolveMany many) {
        Instant endedBy = session.now();
        if (many.endedBefore() != null && !many.endedBefore().isAfter(endedBy)) {
            endedBy = many.endedBefore().minusMillis(1);
        }
        session.bulkTasks().add(new BulkTask.Resolve(operation, endedBy, null, 0, 0));
        goOn(session);
    }

    /** Goes on with what earlier decisions began. */
    public static void goOn(ProjectSession session) {
        Optional<BulkTask> task = session.bulkTasks().first();
        while (task.isPresent() && goOn(session, task.get())) {
            task = session.bulkTasks().first();
        }
    }

    /** @return whether it is over */
    private static boolean goOn(ProjectSession session, BulkTask task) {
        return switch (task) {
            case BulkTask.Cancel cancel -> cancelSlice(session, cancel);
            case BulkTask.Resolve resolve -> resolveSlice(session, resolve);
            case BulkTask.Followers followers -> {
                boolean isOver = Followers.goOn(session, followers);
                if (isOver) {
                    session.bulkTasks().isOver(followers);
                }
                yield isOver;
            }
            case BulkTask.Report report -> PullRequestReport.goOn(session, report);
        };
    }

    /** In the order of arrival. */
    private static boolean cancelSlice(ProjectSession session, BulkTask.Cancel task) {
        List<Long> slice = session.order().waitingFrom(task.next(), MOST_AT_ONCE);
        BulkTask.Cancel soFar = task;
        for (long sequence : slice) {
            if (!session.hasRoom()) {
                session.bulkTasks().goesOn(task, soFar);
                return false;
            }
            soFar = soFar.upTo(sequence, cancel(session, task, sequence));
        }
        if (slice.size() == MOST_AT_ONCE) {
            session.bulkTasks().goesOn(task, soFar);
            return false;
        }
        session.bulkTasks().isOver(task);
        session.outbox().announce(Announcement.ofDone(task.operation(), soFar.affected()));
        return true;
    }

    /** In the order in which they are forgotten. */
    private static boolean resolveSlice(ProjectSession session, BulkTask.Resolve task) {
        BulkTask.Resolve soFar = task;
        for (int looked = 0; looked < MOST_AT_ONCE && session.hasRoom(); looked++) {
            Timer next = session.marks().sentAfter(soFar.last());
            if (next == null) {
                session.bulkTasks().isOver(task);
                session.outbox().announce(Announcement.ofDone(task.operation(), soFar.affected(), soFar.skipped()));
                return true;
            }
            soFar = Resolution.oneOfMany(session, soFar.upTo(next), next.key());
        }
        session.bulkTasks().goesOn(task, soFar);
        return false;
    }

    /** @return how many commands end: one that is concerned, and the messages that wait for it */
    private static int cancel(ProjectSession session, BulkTask.Cancel task, long sequence) {
        QueuedCommand waiting = session.queue().find(sequence);
        if (waiting == null || !task.concerns(waiting) || waiting.mayHaveBeenTaken()) {
            return 0;
        }
        int ending = 1 + session.order().followersOf(waiting);
        Ending.cancelled(session, waiting, Operating.byOperator(task.operation()));
        return ending;
    }
}
