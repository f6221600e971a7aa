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

    /** Of a project's waiting commands; null where nobody can tell. */
    public Estimate.@Nullable Last last(ProjectsView view, Project project, Policy policy, Instant now) {
        return project.counts().waiting() > 0 && kafkaIsLost.getAsBoolean()
                ? null
                : Estimate.last(project, policy, view.delayed(project.id()), now);
    }

    /** When the last waiting command is likely to be sent; null where none waits, and where nobody can tell. */
    @Nullable
    public Instant lastSentAt(ProjectsView view, Project project, Policy policy, Instant now) {
        Estimate.Last last = last(view, project, policy, now);
        return last == null || project.counts().waiting() == 0 ? null : last.at();
    }
}
