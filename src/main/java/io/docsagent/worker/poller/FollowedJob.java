package io.docsagent.worker.poller;

import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.JobSnapshot;
import io.docsagent.worker.poller.PollObserver.Result;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A job that is followed: what the engine knows, what was reported, how often polling failed. */
final class Following extends Timed {

    /** One 404 may be a replica of the service that lags behind. */
    private static final int MISSES_TO_BE_LOST = 3;

    /** A replica that has just been restored, or a deployment, answers 404 for longer than three looks take. */
    private static final long MISSING_TO_BE_LOST = Duration.ofMinutes(1).toMillis();

    final ProjectPolls lane;
    final String jobId;
    int partition;
    boolean inFlight;

    /** Rises when it is released, moves to another partition, or begins another generation. */
    int life;

    boolean released;
    private WatchedJob job;
    private int failures;
    private int misses;
    private long missingSince;
    private @Nullable SentObservation report;

    Following(ProjectPolls lane, int partition, WatchedJob job) {
        this.lane = lane;
        this.jobId = job.jobId();
        this.partition = partition;
        this.job = job;
    }

    WatchedJob job() {
        return job;
    }

    void release() {
        released = true;
        life++;
    }

    void beginAnew(int newPartition, WatchedJob newJob) {
        released = false;
        life++;
        partition = newPartition;
        job = newJob;
        failures = 0;
        misses = 0;
        report = null;
    }

    /** @return whether it is now worth looking at sooner */
    boolean learn(WatchedJob newer) {
        boolean sooner = job.onlyLinkUntil() == null && newer.onlyLinkUntil() != null && failures == 0;
        job = newer;
        return sooner;
    }

    Finding answered(long now, Begun begun, JobLookup look, Pace pace) {
        failures = look instanceof JobLookup.Failed ? failures + 1 : 0;
        count(begun, look);
        Finding finding = switch (look) {
            case JobLookup.Found seen -> seen(now, begun, seen.job(), pace);
            case JobLookup.Missing missing -> missing(now, begun, pace);
            case JobLookup.Refused refused -> Finding.nothing(Result.REFUSED, pace.next(job, now));
            case JobLookup.Failed failed ->
                Finding.nothing(Result.FAILED, pace.afterFailures(job, now, failures, failed.retryAfter()));
        };
        boolean over = job.onlyLinkUntil() != null && now >= job.onlyLinkUntil().toEpochMilli();
        return over ? new Finding(finding.result(), finding.observation(), Timeline.NEVER) : finding;
    }

    private void count(Begun begun, JobLookup look) {
        if (look instanceof JobLookup.Found) {
            misses = 0;
        } else if (look instanceof JobLookup.Missing) {
            missingSince = misses == 0 ? begun.at() : missingSince;
            misses++;
        }
    }

    private Finding seen(long now, Begun begun, JobSnapshot seen, Pace pace) {
        long nextAt = pace.next(job, now);
        Input.JobObserved observation = observation(begun, seen);
        return differs(seen) && isNews(observation, now)
                ? tell(Result.CHANGED, observation, nextAt)
                : Finding.nothing(Result.UNCHANGED, nextAt);
    }

    private Finding missing(long now, Begun begun, Pace pace) {
        if (misses < MISSES_TO_BE_LOST || begun.at() - missingSince < MISSING_TO_BE_LOST) {
            return Finding.nothing(Result.MISSING, pace.next(job, now));
        }
        Input.JobObserved observation = observation(begun, null);
        return isNews(observation, now)
                ? tell(Result.MISSING, observation, pace.slow(now))
                : Finding.nothing(Result.MISSING, pace.slow(now));
    }

    private Input.JobObserved observation(Begun begun, @Nullable JobSnapshot seen) {
        return new Input.JobObserved(lane.projectId, jobId, job.generation(), begun.instant(), seen);
    }

    private boolean isNews(Input.JobObserved observation, long now) {
        return report == null || !report.stillSays(observation, now);
    }

    private Finding tell(Result result, Input.JobObserved observation, long nextAt) {
        report = new SentObservation(observation);
        return new Finding(result, observation, nextAt);
    }

    /** The observation is in the log, or will never be: then the next GET reports it again. */
    void settled(Input.JobObserved observation, boolean appended, long now) {
        if (report == null || !report.observation.equals(observation)) {
            return;
        }
        if (appended) {
            report.appended(now);
        } else {
            report = null;
        }
    }

    private boolean differs(JobSnapshot seen) {
        JobSnapshot known = job.known();
        return (seen.status() != null && !seen.status().equals(known.status()))
                || !Objects.equals(seen.prLink(), known.prLink())
                || !Objects.equals(seen.source(), known.source())
                || !Objects.equals(seen.model(), known.model())
                || !Objects.equals(seen.createdAt(), known.createdAt())
                || !Objects.equals(seen.archivedAt(), known.archivedAt());
    }
}
