package io.docsagent.worker.poller;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Wakes the poller once, at the earliest time it was set to; an idle poller sleeps. Not thread-safe. */
final class PollTimer {

    private final ScheduledExecutorService timer;
    private final Runnable whenDue;
    private @Nullable ScheduledFuture<?> set;
    private long at = Timeline.NEVER;

    PollTimer(ScheduledExecutorService timer, Runnable whenDue) {
        this.timer = timer;
        this.whenDue = whenDue;
    }

    void setAtLatest(long now, long moment) {
        if (moment >= at) {
            return;
        }
        clear();
        try {
            set = timer.schedule(whenDue, moment - now, TimeUnit.MILLISECONDS);
            at = moment;
        } catch (RejectedExecutionException closed) {
            // The worker has stopped: the next owner of the jobs polls them.
            at = Timeline.NEVER;
        }
    }

    void clear() {
        if (set != null) {
            set.cancel(false);
        }
        set = null;
        at = Timeline.NEVER;
    }
}
