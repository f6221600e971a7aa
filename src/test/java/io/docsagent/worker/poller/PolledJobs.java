package io.docsagent.worker.poller;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.domain.state.WatchedJob;
import io.docsagent.worker.gateway.JobLookup;
import io.docsagent.worker.settings.WorkerProperties;
import java.time.Instant;
import java.util.Random;

/** The jobs that a poller follows, with what a GET has said of them. */
public final class PolledJobs {

    private static final int PARTITION = 0;

    private final PollSchedule schedule;

    public PolledJobs(WorkerProperties settings) {
        this.schedule = new PollSchedule(settings.poll(), new Random(1));
    }

    public void watch(Instant now, WatchedJob job) {
        schedule.watch(now.toEpochMilli(), PARTITION, job);
    }

    public void release(String projectId, String jobId) {
        schedule.release(PARTITION, projectId, jobId);
    }

    /** Each job that is due by then is asked for, and has another pull request than before. */
    public void poll(Instant now) {
        long at = now.toEpochMilli();
        for (Get get = schedule.next(at); get != null; get = schedule.next(at)) {
            JobSnapshot known = get.followed().job().known();
            var seen = new JobSnapshot(
                    new String(known.id().toCharArray()),
                    "active",
                    "https://git.example/" + known.id(),
                    null,
                    null,
                    null,
                    null);
            schedule.finished(at, get, new JobLookup.Found(seen));
        }
    }
}
