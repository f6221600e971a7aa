package io.docsagent.worker.poller;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.poller.PollObserver.Result;
import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A job that is followed: what the engine knows, what was last reported, and how often polling failed. */
final class FollowedJob extends Timed {

    /** A single 404 may come from a replica of the service that lags behind. */
    private static final int MISSES_TO_BE_LOST = 3;

    /** A service that has just been restored or deployed may answer 404 to three GETs in a row. */
    private static final long MISSING_TO_BE_LOST = Duration.ofMinutes(1).toMillis();

    private static final Reason NOT_FOUND = new Reason("not_found", "the service does not know the job", 404);

    private static final Reason UNUSABLE =
            new Reason("unusable_id", "the job's id cannot be part of a URL, so it cannot be followed", null);

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
    private int refusals;
    private long shownBefore;
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
        refusals = 0;
        lastReport = null;
    }

    /** @return whether the next GET should be made sooner */
    boolean learn(WatchedJob newer) {
        boolean sooner = job.onlyLinkUntil() == null && newer.onlyLinkUntil() != null && failures == 0;
        job = newer;
        return sooner;
    }

    /** @param maxRefusals of this job while others of its project are shown, until it is given up */
    Finding answered(long now, Get get, JobLookup lookup, Pace pace, int maxRefusals) {
        failures = lookup instanceof JobLookup.Failed ? failures + 1 : 0;
        count(get, lookup);
        Finding finding = switch (lookup) {
            case JobLookup.Found seen -> seen(now, get, seen.job(), pace);
            case JobLookup.Missing missing -> missing(now, get, pace);
            case JobLookup.Refused refusal -> refused(now, get, refusal, maxRefusals, pace);
            case JobLookup.Unusable unusable -> lost(now, get, Result.FAILED, UNUSABLE, pace);
            case JobLookup.Failed failed ->
                Finding.nothing(Result.FAILED, pace.afterFailures(job, now, failures, failed.retryAfter()));
        };
        boolean over = job.onlyLinkUntil() != null && now >= job.onlyLinkUntil().toEpochMilli();
        return over ? new Finding(finding.result(), finding.observation(), Timeline.NEVER) : finding;
    }

    private void count(Get get, JobLookup lookup) {
        if (lookup instanceof JobLookup.Found) {
            misses = 0;
            refusals = 0;
            project.shown++;
        } else if (lookup instanceof JobLookup.Refused && project.shown != shownBefore) {
            // While no other job is shown, it is the key that is refused, or the address that is wrong.
            shownBefore = project.shown;
            refusals++;
        } else if (lookup instanceof JobLookup.Missing) {
            missingSince = misses == 0 ? get.at() : missingSince;
            misses++;
        }
    }

    private Finding seen(long now, Get get, JobSnapshot seen, Pace pace) {
        long nextAt = pace.next(job, now);
        Input.JobObserved observation =
                Input.JobObserved.shown(project.projectId, jobId, job.generation(), get.instant(), seen);
        return differs(seen) && isNews(observation, now)
                ? report(Result.CHANGED, observation, nextAt)
                : Finding.nothing(Result.UNCHANGED, nextAt);
    }

    private Finding missing(long now, Get get, Pace pace) {
        boolean mayAppear = misses < MISSES_TO_BE_LOST || get.at() - missingSince < MISSING_TO_BE_LOST;
        if (mayAppear && !job.isProposed()) {
            return Finding.nothing(Result.MISSING, pace.next(job, now));
        }
        return lost(now, get, Result.MISSING, NOT_FOUND, pace);
    }

    /** Whether there is no such job: any 404 says so of one that only an operator named. */
    boolean isDenied(JobLookup.Refused refusal) {
        return job.isProposed() && refusal.httpStatus() == 404;
    }

    private Finding refused(long now, Get get, JobLookup.Refused refusal, int maxRefusals, Pace pace) {
        if (isDenied(refusal)) {
            return lost(now, get, Result.MISSING, NOT_FOUND, pace);
        }
        return refusals < maxRefusals
                ? Finding.nothing(Result.REFUSED, pace.afterFailures(job, now, Math.max(1, refusals), null))
                : lost(now, get, Result.REFUSED, refusedFor(refusal.httpStatus()), pace);
    }

    private Finding lost(long now, Get get, Result result, Reason why, Pace pace) {
        Input.JobObserved observation =
                Input.JobObserved.lost(project.projectId, jobId, job.generation(), get.instant(), why);
        return isNews(observation, now)
                ? report(result, observation, pace.slow(now))
                : Finding.nothing(result, pace.slow(now));
    }

    private static Reason refusedFor(int httpStatus) {
        return new Reason("refused", "the service refuses this job but shows others of its project", httpStatus);
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
