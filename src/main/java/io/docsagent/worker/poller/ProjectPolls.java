package io.docsagent.worker.poller;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/** A project's jobs; while the project's key is refused, only one GET a minute is made. */
final class ProjectPolls extends Timed {

    static final long PROBE_INTERVAL = Duration.ofMinutes(1).toMillis();

    final String projectId;

    /** By job id; a released job stays until its GET has ended, so that two never run at once. */
    final Map<String, FollowedJob> jobs = new HashMap<>();

    /** Due and waiting for a slot, first in first out. */
    final LinkedHashSet<FollowedJob> ready = new LinkedHashSet<>();

    int inFlight;
    boolean queued;

    /** Incremented whenever the key begins or ceases to be refused. */
    int keyEpoch;

    private boolean refused;

    private boolean probeDue;

    ProjectPolls(String projectId) {
        this.projectId = projectId;
    }

    boolean refused() {
        return refused;
    }

    void keyRefused(boolean nowRefused) {
        refused = nowRefused;
        keyEpoch++;
    }

    boolean mayBegin(int bound) {
        return !ready.isEmpty() && inFlight < bound && (!refused() || probeDue);
    }

    void letProbeThrough() {
        probeDue = true;
    }

    Get begin(long now) {
        FollowedJob followed = ready.removeFirst();
        long due = refused() ? Math.max(at, followed.at) : followed.at;
        probeDue = false;
        inFlight++;
        followed.inFlight = true;
        return new Get(followed, followed.epoch, keyEpoch, now, Math.max(0, now - due));
    }
}
