package io.docsagent.worker.poller;

import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.settings.WorkerProperties.PollSettings;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** When to poll a job next, by its age, its failures and jitter; all times in milliseconds. */
final class Pace {

    /** A job that is five minutes old is polled every 30 s: a delay of a tenth of its age is acceptable. */
    private static final int AGE_PER_INTERVAL = 10;

    /** Up to a tenth of random jitter, so that jobs that began together are not polled together. */
    private static final int INTERVAL_PER_JITTER = 10;

    static final long BACKOFF_MAX = Duration.ofMinutes(5).toMillis();

    /** A longer Retry-After is taken for a mistake of the service. */
    static final Duration RETRY_AFTER_MAX = Duration.ofHours(1);

    private final long min;
    private final long max;
    private final RandomGenerator random;

    Pace(PollSettings settings, RandomGenerator random) {
        this.min = settings.minInterval().toMillis();
        this.max = Math.max(min, settings.maxInterval().toMillis());
        this.random = random;
    }

    /** The first GET: shortly after the job began or, where that has passed, at a random time within its interval. */
    long first(WatchedJob job, long now) {
        long at = job.since().toEpochMilli() + min;
        // The job's start is by the broker's clock: a local clock that is behind must not delay the first GET.
        return at > now ? Math.min(at, now + min) : spread(job, now);
    }

    /** A random time within the job's interval, so that many jobs make an even load. */
    long spread(WatchedJob job, long now) {
        return now + random.nextLong(interval(job, now));
    }

    long next(WatchedJob job, long now) {
        long at = now + jittered(interval(job, now));
        return job.onlyLinkUntil() == null
                ? at
                : Math.min(at, job.onlyLinkUntil().toEpochMilli());
    }

    long soon(long now) {
        return now + jittered(min);
    }

    long slow(long now) {
        return now + jittered(max);
    }

    /** Never sooner than the job's interval: a failing service gets no more requests than a healthy one. */
    long afterFailures(WatchedJob job, long now, int failures, @Nullable Duration retryAfter) {
        long doubled = min << Math.min(failures - 1, 30);
        long backoff = Math.max(interval(job, now), Math.min(doubled, BACKOFF_MAX));
        long requested = retryAfter == null ? 0 : bounded(retryAfter).toMillis();
        return now + jittered(Math.max(backoff, requested));
    }

    private static Duration bounded(Duration retryAfter) {
        return retryAfter.compareTo(RETRY_AFTER_MAX) > 0 ? RETRY_AFTER_MAX : retryAfter;
    }

    private long interval(WatchedJob job, long now) {
        if (job.onlyLinkUntil() != null) {
            return min;
        }
        long age = now - job.since().toEpochMilli();
        return Math.clamp(age / AGE_PER_INTERVAL, min, max);
    }

    private long jittered(long interval) {
        return interval + random.nextLong(interval / INTERVAL_PER_JITTER + 1);
    }
}
