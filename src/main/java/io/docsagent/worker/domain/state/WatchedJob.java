package io.docsagent.worker.domain.state;

import io.docsagent.worker.contract.JobSnapshot;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job to be followed with GETs.
 *
 * @param generation the job's commands that ended accepted or unknown; an observation names it
 * @param known the job as the engine knows it: only what differs is worth an observation; without a status, anything is
 * @param since when this generation began; the job's age for the schedule
 * @param onlyLinkUntil where the job has completed without a pull request: poll for one until then; else null
 */
public record WatchedJob(
        String projectId,
        int generation,
        JobSnapshot known,
        Instant since,
        @Nullable Instant onlyLinkUntil) {

    public String jobId() {
        return known.id();
    }

    /** Whether only an operator says that a command led to it: the answer is awaited, and the operator may ask again. */
    public boolean isProposed() {
        return generation == 0;
    }
}
