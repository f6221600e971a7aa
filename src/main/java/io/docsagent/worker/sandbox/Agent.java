package io.docsagent.worker.sandbox;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whoever works on the prompts: the one place to replace for jobs that do real work. */
interface Agent {

    /** Takes up a job, or, with the work so far, a follow-up message to it. */
    Work take(Assignment assignment);

    record Assignment(
            String projectId,
            String prompt,
            Instant at,
            @Nullable Work before) {}

    /** Work in flight or done. */
    interface Work {
        Progress at(Instant now);
    }

    record Progress(
            String status,
            @Nullable String prLink,
            @Nullable Instant archivedAt) {}
}
