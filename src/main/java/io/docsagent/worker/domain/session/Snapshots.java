package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.StatusEvent.Type;
import org.jspecify.annotations.Nullable;

/** What to make of a job as the service showed it. */
public final class Snapshots {

    private Snapshots() {}

    /** An unfamiliar status is reported as a change, and the job is still followed. */
    public static Type typeOf(@Nullable String status) {
        return switch (status == null ? "" : status) {
            case "active" -> Type.JOB_ACTIVE;
            case "completed" -> Type.JOB_COMPLETED;
            case "failed" -> Type.JOB_FAILED;
            case "archived" -> Type.JOB_ARCHIVED;
            default -> Type.JOB_UPDATED;
        };
    }

    /** An answer to a command may leave out what has not changed. */
    static JobSnapshot merge(JobSnapshot known, JobSnapshot answer, String status) {
        return new JobSnapshot(
                known.id(),
                status,
                answer.prLink() != null ? answer.prLink() : known.prLink(),
                answer.source() != null ? answer.source() : known.source(),
                answer.model() != null ? answer.model() : known.model(),
                answer.createdAt() != null ? answer.createdAt() : known.createdAt(),
                answer.archivedAt() != null ? answer.archivedAt() : known.archivedAt());
    }

    /** A GET shows the whole job. */
    public static JobSnapshot replace(JobSnapshot seen, String id, @Nullable String status) {
        return new JobSnapshot(
                id, status, seen.prLink(), seen.source(), seen.model(), seen.createdAt(), seen.archivedAt());
    }
}
