package io.docsagent.worker.clock;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Wakes projects when they next have something to do, by a record in the log. */
public interface Alarms {

    /**
     * Sets a project's alarm, replacing the one that it had.
     *
     * @param at by the broker's clock; null for none
     * @param atLeast minimum wait: a wake-up that came early must not be repeated at once
     */
    void set(int partition, String projectId, @Nullable Instant at, Duration atLeast);

    /** Wakes a project no more until its alarm is set again; what was due stays due. */
    void silence(int partition, String projectId);

    /** Wakes a project at once because its key may have changed unnoticed. */
    void keyMayHaveChanged(String projectId);

    /** Drops all alarms of a partition. */
    void cancelAll(int partition);
}
