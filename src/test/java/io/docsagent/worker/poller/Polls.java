package io.docsagent.worker.poller;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.settings.WorkerProperties.PollSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A schedule with a crank, and words for what it is fed. */
final class Polls {

    static final int MAX_REFUSALS = 4;
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final JobLookup REFUSED = new JobLookup.Refused(401);
    static final JobLookup MISSING = new JobLookup.Missing();
    static final JobLookup FAILED = new JobLookup.Failed("503", null);

    final PollSchedule schedule;
    long now = START.toEpochMilli();

    Polls(int maxConcurrent, int maxConcurrentPerProject) {
        schedule = new PollSchedule(settings(maxConcurrent, maxConcurrentPerProject), new SplittableRandom(1));
    }

    static PollSettings settings(int maxConcurrent, int maxConcurrentPerProject) {
        return new PollSettings(
                Duration.ofSeconds(2),
                Duration.ofSeconds(30),
                maxConcurrent,
                maxConcurrentPerProject,
                MAX_REFUSALS,
                Duration.ofHours(24),
                Duration.ofMinutes(1));
    }

    static JobSnapshot job(String id, @Nullable String status) {
        return new JobSnapshot(id, status, null, null, null, null, null);
    }

    static WatchedJob watched(String project, String id, int generation, Instant since) {
        return new WatchedJob(project, generation, job(id, "active"), since, null);
    }

    static JobLookup seen(String id, String status) {
        return new JobLookup.Found(job(id, status));
    }

    Instant instant() {
        return Instant.ofEpochMilli(now);
    }

    void watch(String project, String id) {
        schedule.watch(now, 0, watched(project, id, 1, instant()));
    }

    void advance(Duration duration) {
        now += duration.toMillis();
    }

    /** Every GET that may begin now. */
    List<Get> begin() {
        List<Get> begun = new ArrayList<>();
        for (Get next = schedule.next(now); next != null; next = schedule.next(now)) {
            begun.add(next);
        }
        return begun;
    }

    /** Goes on from moment to moment, as the schedule names them, until something begins: just one GET. */
    Get beginOne() {
        List<Get> begun = begin();
        while (begun.isEmpty()) {
            if (schedule.nextAt(now) == Timeline.NEVER) {
                throw new AssertionError("Nothing will ever begin");
            }
            now = Math.max(now, schedule.nextAt(now));
            begun = begin();
        }
        if (begun.size() > 1) {
            throw new AssertionError("Expected one GET, but " + begun.size() + " began");
        }
        return begun.getFirst();
    }

    Finding answer(Get begun, JobLookup lookup) {
        Finding finding = schedule.finished(now, begun, lookup);
        if (finding.observation() != null) {
            schedule.settled(now, begun, finding.observation(), true);
        }
        return finding;
    }

    /** A whole GET of the only job. */
    Finding look(JobLookup lookup) {
        return answer(beginOne(), lookup);
    }

    Duration untilNext() {
        return Duration.ofMillis(schedule.nextAt(now) - now);
    }
}
