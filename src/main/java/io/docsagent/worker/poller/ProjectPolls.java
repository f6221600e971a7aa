package io.docsagent.worker.poller;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** A project's jobs; while all their GETs are refused, as with a wrong key, only one a minute is made. */
final class ProjectPolls extends Timed {

    static final long PROBE_INTERVAL = Duration.ofMinutes(1).toMillis();

    /** So many jobs that are refused one after the other are taken for all of them. */
    static final int ENOUGH = 10;

    final String projectId;

    /** By job id; a released job stays until its GET has ended, so that two never run at once. */
    final Map<String, FollowedJob> jobs = new HashMap<>();

    /** Due and waiting for a slot, first in first out. */
    final LinkedHashSet<FollowedJob> ready = new LinkedHashSet<>();

    int inFlight;
    boolean queued;

    /** While it is queued: since when. */
    long queuedAt;

    /** Incremented whenever GETs begin or cease to be refused. */
    int refusalEpoch;

    /** GETs that have shown a job. */
    long shown;

    /** Jobs whose GETs were refused since one was not. */
    private final Set<FollowedJob> refusedInARow = new HashSet<>();

    private boolean refused;

    private boolean probeDue;

    ProjectPolls(String projectId) {
        this.projectId = projectId;
    }

    boolean refused() {
        return refused;
    }

    void refused(boolean nowRefused) {
        refused = nowRefused;
        refusedInARow.clear();
        probeDue = false;
        refusalEpoch++;
    }

    /** @return whether that shows that all GETs are refused, and not only those of single jobs */
    boolean refuses(FollowedJob followed) {
        refusedInARow.add(followed);
        long others = jobs.values().stream()
                .filter(job -> !job.released && !refusedInARow.contains(job))
                .limit(ENOUGH)
                .count();
        return others == 0 || refusedInARow.size() >= ENOUGH;
    }

    void accepts() {
        refusedInARow.clear();
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
        return new Get(followed, followed.epoch, refusalEpoch, now, Math.max(0, now - due));
    }
}
