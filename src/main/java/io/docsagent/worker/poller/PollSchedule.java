package io.docsagent.worker.poller;

import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.poller.PollObserver.Result;
import io.docsagent.worker.settings.WorkerProperties.PollSettings;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Decides which job is polled next, and what its answer means; pure, with the time as an argument. */
final class PollSchedule {

    private final Pace pace;
    private final int maxConcurrent;
    private final int maxConcurrentPerProject;
    private final int maxRefusals;

    private final Map<String, ProjectPolls> projects = new HashMap<>();
    private final Map<Integer, Set<FollowedJob>> partitions = new HashMap<>();
    private final Timeline timeline = new Timeline();

    /** Projects that may begin a GET, each once: round robin keeps a project's burst from starving the others. */
    private final ArrayDeque<ProjectPolls> round = new ArrayDeque<>();

    private int inFlight;

    /** Since when not all places have been taken. */
    private long freeSince;

    PollSchedule(PollSettings settings, RandomGenerator random) {
        this.pace = new Pace(settings, random);
        this.maxConcurrent = settings.maxConcurrent();
        this.maxConcurrentPerProject = settings.maxConcurrentPerProject();
        this.maxRefusals = settings.maxRefusals();
    }

    void watch(long now, int partition, WatchedJob job) {
        if (job.onlyLinkUntil() != null && job.onlyLinkUntil().toEpochMilli() <= now) {
            release(partition, job.projectId(), job.jobId());
            return;
        }
        ProjectPolls project = projects.computeIfAbsent(job.projectId(), ProjectPolls::new);
        FollowedJob known = project.jobs.get(job.jobId());
        if (known == null) {
            // It is new: perhaps a call was accepted since the GETs were refused.
            resume(now, project);
            FollowedJob followed = new FollowedJob(project, partition, job);
            project.jobs.put(job.jobId(), followed);
            ownedBy(partition).add(followed);
            timeline.put(followed, pace.first(job, now));
        } else if (known.released || known.partition != partition || known.job().generation() != job.generation()) {
            disown(known);
            ownedBy(partition).add(known);
            known.restart(partition, job);
            putBack(known, pace.first(job, now));
        } else if (known.learn(job)) {
            putBack(known, Math.min(known.at, pace.soon(now)));
        }
    }

    void release(int partition, String projectId, String jobId) {
        ProjectPolls project = projects.get(projectId);
        FollowedJob followed = project == null ? null : project.jobs.get(jobId);
        if (followed != null && !followed.released && followed.partition == partition) {
            disown(followed);
            drop(followed);
        }
    }

    void releaseAll(int partition) {
        Set<FollowedJob> owned = partitions.remove(partition);
        if (owned != null) {
            owned.forEach(this::drop);
        }
    }

    /** The next GET to make; null where none is due or no slot is free. */
    @Nullable
    Get next(long now) {
        for (Timed due = timeline.takeDue(now); due != null; due = timeline.takeDue(now)) {
            admit(due, now);
        }
        while (inFlight < maxConcurrent && !round.isEmpty()) {
            ProjectPolls project = round.remove();
            project.queued = false;
            if (project.mayBegin(maxConcurrentPerProject)) {
                inFlight++;
                Get get = project.begin(now);
                queue(project, now);
                return get;
            }
        }
        return null;
    }

    /** When to call {@link #next} again, unless something else happens before. */
    long nextAt(long now) {
        if (inFlight >= maxConcurrent) {
            return Timeline.NEVER;
        }
        return round.isEmpty() ? timeline.firstAt() : now;
    }

    Finding finished(long now, Get get, JobLookup lookup) {
        FollowedJob followed = get.followed();
        ProjectPolls project = followed.project;
        if (inFlight == maxConcurrent) {
            freeSince = now;
        }
        inFlight--;
        project.inFlight--;
        followed.inFlight = false;
        if (get.refusalEpoch() == project.refusalEpoch) {
            updateRefusal(now, followed, lookup);
        }
        Finding finding = Finding.nothing(Result.DROPPED, Timeline.NEVER);
        if (get.jobEpoch() == followed.epoch) {
            finding = followed.answered(now, get, lookup, pace, maxRefusals);
            if (finding.nextAt() == Timeline.NEVER) {
                disown(followed);
                drop(followed);
            } else {
                timeline.put(followed, finding.nextAt());
            }
        } else if (followed.released) {
            drop(followed);
        } else {
            timeline.put(followed, pace.first(followed.job(), now));
        }
        queue(project, now);
        return finding;
    }

    /** An observation was appended, or could not be. */
    void settled(long now, Get get, Input.JobObserved observation, boolean appended) {
        get.followed().settled(observation, appended, now);
    }

    PollCounts counts() {
        int jobs = partitions.values().stream().mapToInt(Set::size).sum();
        int waiting = projects.values().stream()
                .mapToInt(project -> project.ready.size())
                .sum();
        int refused =
                (int) projects.values().stream().filter(ProjectPolls::refused).count();
        return new PollCounts(jobs, inFlight, waiting, refused);
    }

    /** For how long a GET has been due that might be made at once; zero where none is. */
    Duration overdue(long now) {
        if (inFlight >= maxConcurrent) {
            return Duration.ZERO;
        }
        long first = round.isEmpty() ? timeline.firstAt() : round.element().queuedAt;
        return Duration.ofMillis(Math.max(0, now - Math.max(first, freeSince)));
    }

    private void admit(Timed due, long now) {
        switch (due) {
            case FollowedJob followed -> {
                followed.project.ready.add(followed);
                queue(followed.project, now);
            }
            case ProjectPolls project -> {
                project.letProbeThrough();
                queue(project, now);
            }
        }
    }

    private void queue(ProjectPolls project, long now) {
        if (!project.queued && project.mayBegin(maxConcurrentPerProject)) {
            project.queued = true;
            project.queuedAt = now;
            round.add(project);
        }
    }

    /** Whether the service refuses all GETs of the project: its key is wrong, or the address. */
    private void updateRefusal(long now, FollowedJob followed, JobLookup lookup) {
        ProjectPolls project = followed.project;
        if (lookup instanceof JobLookup.Found || lookup instanceof JobLookup.Missing) {
            project.accepts();
            resume(now, project);
        } else if (project.refused()) {
            timeline.put(project, now + ProjectPolls.PROBE_INTERVAL);
        } else if (lookup instanceof JobLookup.Refused refusal
                && !followed.isDenied(refusal)
                && project.refuses(followed)) {
            project.refused(true);
            timeline.put(project, now + ProjectPolls.PROBE_INTERVAL);
        }
    }

    private void resume(long now, ProjectPolls project) {
        if (project.refused()) {
            project.refused(false);
            timeline.remove(project);
            for (FollowedJob followed : List.copyOf(project.ready)) {
                putBack(followed, pace.spread(followed.job(), now));
            }
        }
    }

    private void putBack(FollowedJob followed, long at) {
        if (!followed.inFlight) {
            followed.project.ready.remove(followed);
            timeline.put(followed, at);
        }
    }

    private void drop(FollowedJob followed) {
        if (!followed.released) {
            followed.release();
        }
        if (followed.inFlight) {
            return;
        }
        ProjectPolls project = followed.project;
        timeline.remove(followed);
        project.ready.remove(followed);
        project.jobs.remove(followed.jobId);
        if (project.jobs.isEmpty()) {
            timeline.remove(project);
            projects.remove(project.projectId);
        }
    }

    private Set<FollowedJob> ownedBy(int partition) {
        return partitions.computeIfAbsent(partition, number -> new HashSet<>());
    }

    private void disown(FollowedJob followed) {
        Set<FollowedJob> owned = partitions.get(followed.partition);
        if (owned != null) {
            owned.remove(followed);
        }
    }
}
