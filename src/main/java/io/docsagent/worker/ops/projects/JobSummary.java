package io.docsagent.worker.ops.projects;

import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.JobFollowing;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What operators see of a job.
 *
 * @param commandId of its latest accepted command; null where that has none
 * @param following {@code followed}; {@code lingering}, after its end, for a pull request; {@code proposed} by an operator;
 *     or {@code ended}
 * @param status as the service last gave it
 * @param reason why it is not followed any more, where it has not ended
 */
public record JobSummary(
        String jobId,
        @Nullable String commandId,
        String publisher,
        String following,
        @Nullable String status,
        @Nullable String prLink,
        Instant observedAt,
        @Nullable Reason reason) {

    private static final String ENDED = "ended";

    private static final Comparator<JobSummary> ENDED_LAST = Comparator.comparing(
                    (JobSummary job) -> job.following().equals(ENDED))
            .thenComparing(JobSummary::observedAt, Comparator.reverseOrder())
            .thenComparing(JobSummary::jobId);

    /** A project's, those that are followed first, then by the time at which they were last seen. */
    static List<JobSummary> of(ProjectsView view, String projectId, int most) {
        FirstOnes<JobSummary> jobs = new FirstOnes<>(ENDED_LAST, most);
        view.eachJob(projectId, job -> jobs.add(of(job)));
        return jobs.inOrder();
    }

    private static JobSummary of(Job job) {
        return new JobSummary(
                job.id(),
                job.origin().commandId(),
                job.origin().publisher(),
                switch (job.following()) {
                    case JobFollowing.Followed followed -> "followed";
                    case JobFollowing.Lingering lingering -> "lingering";
                    case JobFollowing.Proposed proposed -> "proposed";
                    case JobFollowing.Ended ended -> ENDED;
                },
                job.snapshot().status(),
                job.snapshot().prLink(),
                job.observedAt(),
                job.givenUpFor());
    }
}
