package io.docsagent.worker.ops.projects;

import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Estimate;
import io.docsagent.worker.domain.state.Project;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What metrics and the endpoint say of when commands are sent.
 *
 * @param kafkaIsLost whether Kafka does not answer, in which case nobody can tell
 */
public record Estimates(BooleanSupplier kafkaIsLost) {

    /** When the last waiting command is likely to be sent; null where none waits, and where nobody can tell. */
    @Nullable
    public Instant lastSentAt(Project project, Policy policy, Instant now) {
        int waiting = project.counts().waiting();
        return waiting == 0 || kafkaIsLost.getAsBoolean() ? null : Estimate.dispatchAt(project, policy, waiting, now);
    }
}
