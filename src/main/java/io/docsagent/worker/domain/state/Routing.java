package io.docsagent.worker.domain.state;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where a queued command goes: the lane that it waits in, and the job that it is for. */
public final class Routing {

    private Routing() {}

    /** A message to the job, or a create that continues it. */
    public static QueuedCommand toJob(QueuedCommand queued, String job) {
        return moved(queued, LaneId.ofJob(job), job);
    }

    /** A message that waits for this create, which has arrived since, or took the place of the one that it names. */
    public static QueuedCommand behind(QueuedCommand queued, QueuedCommand create) {
        return moved(queued, create.followersLane(), null);
    }

    /** A create that is to start a job. */
    public static QueuedCommand startingJob(QueuedCommand create) {
        return behind(create, create);
    }

    /** A create whose {@code continueKey} something else has. */
    public static QueuedCommand waitingForKey(QueuedCommand create) {
        String key = Objects.requireNonNull(create.command().continueKey());
        return moved(create, LaneId.ofKey(key), null);
    }

    private static QueuedCommand moved(QueuedCommand queued, String lane, @Nullable String job) {
        return queued.with(copy -> {
            copy.lane = lane;
            copy.jobId = job;
            copy.createWaitUntil = null;
        });
    }
}
