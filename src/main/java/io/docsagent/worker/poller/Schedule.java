package io.docsagent.worker.poller;

import io.docsagent.worker.WorkerProperties.PollSettings;
import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.poller.PollObserver.Result;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Decides which job is polled next, and what its answer means; pure, with the time as an argument. */
final class Schedule {

    private final Pace pace;
    private final int maxConcurrent;
    private final int maxConcurrentPerProject;

    private final Map<String, ProjectPolls> lanes = new HashMap<>();
    private final Map<Integer, Set<Following>> partitions = new HashMap<>();
    private final Timeline timeline = new Timeline();

    /** Lanes that may begin a GET, each once: going round is what keeps a project's burst from starving others. */
    private final ArrayDeque<ProjectPolls> round = new ArrayDeque<>();

    private int inFlight;

    Schedule(PollSettings settings, RandomGenerator random) {
        this.pace = new Pace(settings, random);
        this.maxConcurrent = settings.maxConcurrent();
        this.maxConcurrentPerProject = settings.maxConcurrentPerProject();
    }

    void watch(long now, int partition, WatchedJob job) {
        if (job.onlyLinkUntil() != null && job.onlyLinkUntil().toEpochMilli() <= now) {
            release(partition, job.projectId(), job.jobId());
            return;
        }
        ProjectPolls lane = lanes.computeIfAbsent(job.projectId(), ProjectPolls::new);
        Following known = lane.jobs.get(job.jobId());
        if (known == null) {
            Following following = new Following(lane, partition, job);
            lane.jobs.put(job.jobId(), following);
            ownedBy(partition).add(following);
            timeline.put(following, pace.first(job, now));
        } else if (known.released || known.partition != partition || known.job().generation() != job.generation()) {
            disown(known);
            ownedBy(partition).add(known);
            known.beginAnew(partition, job);
            putBack(known, pace.first(job, now));
        } else if (known.learn(job)) {
            putBack(known, Math.min(known.at, pace.soon(now)));
        }
    }

    void release(int partition, String projectId, String jobId) {
        ProjectPolls lane = lanes.get(projectId);
        Following following = lane == null ? null : lane.jobs.get(jobId);
        if (following != null && !following.released && following.partition == partition) {
            disown(following);
            drop(following);
        }
    }

    void releaseAll(int partition) {
        Set<Following> owned = partitions.remove(partition);
        if (owned != null) {
            owned.forEach(this::drop);
        }
    }

    /** The GET to make now; null where none is due or no place is free. */
    @Nullable
    Begun next(long now) {
        for (Timed due = timeline.takeDue(now); due != null; due = timeline.takeDue(now)) {
            admit(due);
        }
        while (inFlight < maxConcurrent && !round.isEmpty()) {
            ProjectPolls lane = round.remove();
            lane.queued = false;
            if (lane.mayBegin(maxConcurrentPerProject)) {
                inFlight++;
                Begun begun = lane.begin(now);
                queue(lane);
                return begun;
            }
        }
        return null;
    }

    /** When to ask for the {@link #next} GET, unless something else happens before. */
    long nextAt(long now) {
        if (inFlight >= maxConcurrent) {
            return Timeline.NEVER;
        }
        return round.isEmpty() ? timeline.firstAt() : now;
    }

    Finding finished(long now, Begun begun, JobLookup look) {
        Following following = begun.following();
        ProjectPolls lane = following.lane;
        inFlight--;
        lane.inFlight--;
        following.inFlight = false;
        if (begun.turn() == lane.turn) {
            tellLane(now, lane, look);
        }
        Finding finding = Finding.nothing(Result.DROPPED, Timeline.NEVER);
        if (begun.life() == following.life) {
            finding = following.answered(now, begun, look, pace);
            if (finding.nextAt() == Timeline.NEVER) {
                disown(following);
                drop(following);
            } else {
                timeline.put(following, finding.nextAt());
            }
        } else if (following.released) {
            drop(following);
        } else {
            timeline.put(following, pace.first(following.job(), now));
        }
        queue(lane);
        return finding;
    }

    /** An observation is in the log, or could not be written. */
    void settled(long now, Begun begun, Input.JobObserved observation, boolean appended) {
        begun.following().settled(observation, appended, now);
    }

    PollCounts counts() {
        int jobs = partitions.values().stream().mapToInt(Set::size).sum();
        int waiting =
                lanes.values().stream().mapToInt(lane -> lane.ready.size()).sum();
        int refused =
                (int) lanes.values().stream().filter(ProjectPolls::refused).count();
        return new PollCounts(jobs, inFlight, waiting, refused);
    }

    private void admit(Timed due) {
        switch (due) {
            case Following following -> {
                following.lane.ready.add(following);
                queue(following.lane);
            }
            case ProjectPolls lane -> {
                lane.letProbeThrough();
                queue(lane);
            }
        }
    }

    private void queue(ProjectPolls lane) {
        if (!lane.queued && lane.mayBegin(maxConcurrentPerProject)) {
            lane.queued = true;
            round.add(lane);
        }
    }

    /** What the answer says of the project's key. */
    private void tellLane(long now, ProjectPolls lane, JobLookup look) {
        boolean accepted = look instanceof JobLookup.Found || look instanceof JobLookup.Missing;
        boolean refused = look instanceof JobLookup.Refused;
        if (lane.refused() && accepted) {
            lane.turn++;
            for (Following following : List.copyOf(lane.ready)) {
                putBack(following, pace.spread(following.job(), now));
            }
        } else if (lane.refused()) {
            timeline.put(lane, now + ProjectPolls.PROBE_INTERVAL);
        } else if (refused) {
            lane.turn++;
            timeline.put(lane, now + ProjectPolls.PROBE_INTERVAL);
        }
    }

    private void putBack(Following following, long at) {
        if (!following.inFlight) {
            following.lane.ready.remove(following);
            timeline.put(following, at);
        }
    }

    private void drop(Following following) {
        if (!following.released) {
            following.release();
        }
        if (following.inFlight) {
            return;
        }
        ProjectPolls lane = following.lane;
        timeline.remove(following);
        lane.ready.remove(following);
        lane.jobs.remove(following.jobId);
        if (lane.jobs.isEmpty()) {
            timeline.remove(lane);
            lanes.remove(lane.projectId);
        }
    }

    private Set<Following> ownedBy(int partition) {
        return partitions.computeIfAbsent(partition, number -> new HashSet<>());
    }

    private void disown(Following following) {
        Set<Following> owned = partitions.get(following.partition);
        if (owned != null) {
            owned.remove(following);
        }
    }
}
