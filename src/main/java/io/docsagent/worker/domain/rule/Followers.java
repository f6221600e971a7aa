package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.BulkTask;
import io.docsagent.worker.domain.state.KnownCommand;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Routing;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input.CommandArrived;
import org.jspecify.annotations.Nullable;

/**
 * The messages that wait for a create: they go on to its job, behind the create that took its place, or end with it. A
 * create may have as many as the queue holds, so what one decision has no room for is left to the next ones.
 */
final class Followers {

    private Followers() {}

    /** The create has left the lane, or its outcome is known. */
    static void follow(ProjectSession session, String lane, Identity create) {
        BulkTask.Followers task =
                new BulkTask.Followers(lane, create, jobOf(session.dedup().findSurvivor(create)));
        if (!goOn(session, task)) {
            session.bulkTasks().add(task);
        }
    }

    /** A command that ended on its arrival may be a create for which messages wait. */
    static void ofArrived(ProjectSession session, CommandArrived arrived) {
        if (arrived.command().type() == Command.Type.CREATE) {
            follow(session, LaneId.ofCreate(arrived.identity()), arrived.identity());
        }
    }

    /** Goes on as far as the decision has room; returns whether none is left. */
    static boolean goOn(ProjectSession session, BulkTask.Followers task) {
        while (session.order().hasFollowersIn(task.lane())) {
            // Before it is read: a prompt that is larger than a decision's room must not stop all that is behind it.
            if (!session.hasRoom()) {
                return false;
            }
            QueuedCommand follower = session.order().firstFollowerIn(task.lane());
            KnownCommand survivor = session.dedup().findSurvivor(task.create());
            String jobId = survivor == null ? task.jobId() : jobOf(survivor);
            if (!follow(session, follower, survivor, jobId)) {
                return true;
            }
        }
        return true;
    }

    private static @Nullable String jobOf(@Nullable KnownCommand create) {
        return create != null && create.state() == CommandState.ACCEPTED ? create.knownJob() : null;
    }

    /**
     * @param jobId the job that the create has become; null for none
     * @return false where it waits for the create as before
     */
    private static boolean follow(
            ProjectSession session, QueuedCommand follower, @Nullable KnownCommand create, @Nullable String jobId) {
        if (jobId != null) {
            return move(session, follower, Routing.toJob(follower, jobId));
        }
        if (create instanceof QueuedCommand survivor) {
            return !survivor.followersLane().equals(follower.lane())
                    && move(session, follower, Routing.behind(follower, survivor));
        }
        Ending.rejected(session, follower, Ending.CREATE_FAILED);
        return true;
    }

    private static boolean move(ProjectSession session, QueuedCommand follower, QueuedCommand moved) {
        session.queue().change(follower, moved);
        // It may have met others with its key for coalescing.
        Coalescing.settle(session, moved);
        return true;
    }
}
