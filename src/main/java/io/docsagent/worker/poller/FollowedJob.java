package io.docsagent.worker.poller;

import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.JobSnapshot;
import io.docsagent.worker.poller.PollObserver.Result;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A job that is followed: what the engine knows, what was last reported, and how often polling failed. */
final class FollowedJob extends Timed {

    /** A single 404 may come from a replica of the service that lags behind. */
    private static final int MISSES_TO_BE_LOST = 3;

    /** A service that has just been restored or deployed may answer 404 to three GETs in a row. */
    private static final long MISSING_TO_BE_LOST = Duration.ofMinutes(1).toMillis();

    final ProjectPolls project;
    final String jobId;
    int partition;
    boolean inFlight;

    /** Incremented when the job is released, moves to another partition, or begins another generation. */
    int epoch;

    boolean released;
    private WatchedJob job;
    private int failures;
    private int misses;
    private long missingSince;
    private @Nullable SentObservation lastReport;

    FollowedJob(ProjectPolls project, int partition, WatchedJob job) {
        this.project = project;
        this.jobId = job.jobId();
        this.partition = partition;
        this.job = job;
    }

    WatchedJob job() {
        return job;
    }

    void release() {
        released = true;
        epoch++;
    }

    void restart(int newPartition, WatchedJob newJob) {
        released = false;
        epoch++;
        partition = newPartition;
        job = newJob;
        failures = 0;
        misses = 0;
        lastReport = null;
    }

    /** @return whether the next GET should be made sooner */
    boolean learn(WatchedJob newer) {
        boolean sooner = job.onlyLinkUntil() == null && newer.onlyLinkUntil() != null && failures == 0;
        job = newer;
        return sooner;
    }

    Finding answered(long now, Get get, JobLookup lookup, Pace pace) {
        failures = lookup instanceof JobLookup.Failed ? failures + 1 : 0;
        count(get, lookup);
        Finding finding = switch (lookup) {
            case JobLookup.Found seen -> seen(now, get, seen.job(), pace);
            case JobLookup.Missing missing -> missing(now, get, pace);
            case JobLookup.Refused refused -> Finding.nothing(Result.REFUSED, pace.next(job, now));
            case JobLookup.Failed failed ->
                Finding.nothing(Result.FAILED, pace.afterFailures(job, now, failures, failed.retryAfter()));
        };
        boolean over = job.onlyLinkUntil() != null && now >= job.onlyLinkUntil().toEpochMilli();
        return over ? new Finding(finding.result(), finding.observation(), Timeline.NEVER) : finding;
    }

    private void count(Get get, JobLookup lookup) {
        if (lookup instanceof JobLookup.Found) {
            misses = 0;
        } else if (lookup instanceof JobLookup.Missing) {
            missingSince = misses == 0 ? get.at() : missingSince;
            misses++;
        }
    }

    private Finding seen(long now, Get get, JobSnapshot seen, Pace pace) {
        long nextAt = pace.next(job, now);
        Input.JobObserved observation = observation(get, seen);
        return differs(seen) && isNews(observation, now)
                ? report(Result.CHANGED, observation, nextAt)
                : Finding.nothing(Result.UNCHANGED, nextAt);
    }

    private Finding missing(long now, Get get, Pace pace) {
        if (misses < MISSES_TO_BE_LOST || get.at() - missingSince < MISSING_TO_BE_LOST) {
            return Finding.nothing(Result.MISSING, pace.next(job, now));
        }
        Input.JobObserved observation = observation(get, null);
        return isNews(observation, now)
                ? report(Result.MISSING, observation, pace.slow(now))
                : Finding.nothing(Result.MISSING, pace.slow(now));
    }

    private Input.JobObserved observation(Get get, @Nullable JobSnapshot seen) {
        return new Input.JobObserved(project.projectId, jobId, job.generation(), get.instant(), seen);
    }

    private boolean isNews(Input.JobObserved observation, long now) {
        return lastReport == null || !lastReport.stillSays(observation, now);
    }

    private Finding report(Result result, Input.JobObserved observation, long nextAt) {
        lastReport = new SentObservation(observation);
        return new Finding(result, observation, nextAt);
    }

    /** The observation has been appended, or the append has failed: then the next GET reports it again. */
    void settled(Input.JobObserved observation, boolean appended, long now) {
        if (lastReport == null || !lastReport.observation.equals(observation)) {
            return;
        }
        if (appended) {
            lastReport.appended(now);
        } else {
            lastReport = null;
        }
    }

    private boolean differs(JobSnapshot seen) {
        JobSnapshot known = job.known();
        return known.status() == null
                || (seen.status() != null && !seen.status().equals(known.status()))
                || !Objects.equals(seen.prLink(), known.prLink())
                || !Objects.equals(seen.source(), known.source())
                || !Objects.equals(seen.model(), known.model())
                || !Objects.equals(seen.createdAt(), known.createdAt())
                || !Objects.equals(seen.archivedAt(), known.archivedAt());
    }
}
