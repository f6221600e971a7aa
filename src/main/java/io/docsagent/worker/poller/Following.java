package io.docsagent.worker.poller;

import io.docsagent.worker.domain.WatchedJob;
import io.docsagent.worker.gateway.Look;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.message.JobSnapshot;
import io.docsagent.worker.poller.PollObserver.Result;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A job as it is followed: what the engine knows, what was told, how often looking failed. */
final class Following extends Timed {

    /** One 404 may be a replica of the service that lags behind. */
    private static final int MISSES_TO_BE_LOST = 3;

    /** A replica that has just been restored, or a deployment, answers 404 for longer than three looks take. */
    private static final long MISSING_TO_BE_LOST = Duration.ofMinutes(1).toMillis();

    final Lane lane;
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
    private @Nullable Report report;

    Following(Lane lane, int partition, WatchedJob job) {
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

    Finding answered(long now, Begun begun, Look look, Pace pace) {
        failures = look instanceof Look.Failed ? failures + 1 : 0;
        count(begun, look);
        Finding finding = switch (look) {
            case Look.Seen seen -> seen(now, begun, seen.job(), pace);
            case Look.Missing missing -> missing(now, begun, pace);
            case Look.Refused refused -> Finding.nothing(Result.REFUSED, pace.next(job, now));
            case Look.Failed failed ->
                Finding.nothing(Result.FAILED, pace.afterFailures(job, now, failures, failed.retryAfter()));
        };
        boolean over = job.onlyLinkUntil() != null && now >= job.onlyLinkUntil().toEpochMilli();
        return over ? new Finding(finding.result(), finding.sighting(), Timeline.NEVER) : finding;
    }

    private void count(Begun begun, Look look) {
        if (look instanceof Look.Seen) {
            misses = 0;
        } else if (look instanceof Look.Missing) {
            missingSince = misses == 0 ? begun.at() : missingSince;
            misses++;
        }
    }

    private Finding seen(long now, Begun begun, JobSnapshot seen, Pace pace) {
        long nextAt = pace.next(job, now);
        Input.JobSighted sighting = sighting(begun, seen);
        return differs(seen) && isNews(sighting, now)
                ? tell(Result.CHANGED, sighting, nextAt)
                : Finding.nothing(Result.UNCHANGED, nextAt);
    }

    private Finding missing(long now, Begun begun, Pace pace) {
        if (misses < MISSES_TO_BE_LOST || begun.at() - missingSince < MISSING_TO_BE_LOST) {
            return Finding.nothing(Result.MISSING, pace.next(job, now));
        }
        Input.JobSighted sighting = sighting(begun, null);
        return isNews(sighting, now)
                ? tell(Result.MISSING, sighting, pace.slow(now))
                : Finding.nothing(Result.MISSING, pace.slow(now));
    }

    private Input.JobSighted sighting(Begun begun, @Nullable JobSnapshot seen) {
        return new Input.JobSighted(lane.projectId, jobId, job.generation(), begun.instant(), seen);
    }

    private boolean isNews(Input.JobSighted sighting, long now) {
        return report == null || !report.stillSays(sighting, now);
    }

    private Finding tell(Result result, Input.JobSighted sighting, long nextAt) {
        report = new Report(sighting);
        return new Finding(result, sighting, nextAt);
    }

    /** The sighting is in the log, or will never be: then the next look tells it again. */
    void settled(Input.JobSighted sighting, boolean appended, long now) {
        if (report == null || !report.sighting.equals(sighting)) {
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
