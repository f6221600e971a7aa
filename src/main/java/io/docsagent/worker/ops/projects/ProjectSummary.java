package io.docsagent.worker.ops.projects;

import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.quota.Return;
import io.docsagent.worker.domain.state.Estimate;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.PublisherUse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What operators see of a project.
 *
 * @param publishers what each publisher with settings has used, by name
 * @param jobs known, those that have ended included
 * @param activeJobs of those, the ones that are followed; null where an instance of an earlier version owns the project
 * @param held null where calls go out, as far as the service's answers go
 * @param heldByOperator null where no operator holds the project
 * @param lastLikelySentAt when the last command waiting is likely to be sent; null where none waits, and
 *     where nobody can tell: it depends on an operator or on what the next probe finds, or Kafka does not answer
 * @param owner the address of the instance that owns it; null where that has none
 */
public record ProjectSummary(
        String projectId,
        QueueSummary queue,
        QuotaSummary quota,
        List<PublisherUse> publishers,
        int callsInFlight,
        int jobs,
        @Nullable Integer activeJobs,
        @Nullable HoldView held,
        @Nullable OperatorHold heldByOperator,
        @Nullable Instant lastLikelySentAt,
        @Nullable String owner) {

    /** Of the period: minutes of an hour. */
    private static final int PARTS = 60;

    /** Commands waiting, by priority. */
    public record QueueSummary(int length, int high, int normal, int low) {}

    /**
     * Uses of the service.
     *
     * @param nextTokenAt when the next use is allowed, if those in flight end now: now where one is left and nothing holds the
     *     project; null where an operator or the answer to a probe comes first
     * @param returns when uses come back by themselves, those of one sixtieth of the period together; what is in flight
     *     comes back later; this and the period are null where an instance of an earlier version owns the project
     */
    public record QuotaSummary(
            int capacity,
            long left,
            @Nullable Instant nextTokenAt,
            @Nullable Duration period,
            @Nullable List<Return> returns) {}

    /** By itself: a hold of all projects makes none of them first. */
    boolean isHeldByItself() {
        return held != null || isOfOne(heldByOperator);
    }

    static boolean isHeldByItself(Project project) {
        return !(project.hold() instanceof Hold.Flowing) || isOfOne(project.operatorHold());
    }

    private static boolean isOfOne(@Nullable OperatorHold hold) {
        return hold != null && hold.ofAll() == null;
    }

    static ProjectSummary of(
            ProjectsView view,
            Project project,
            Policy policy,
            Estimates estimates,
            Instant now,
            @Nullable String owner) {
        Project.Counts counts = project.counts();
        return new ProjectSummary(
                project.id(),
                new QueueSummary(counts.waiting(), counts.high(), counts.normal(), counts.low()),
                new QuotaSummary(
                        policy.quota().capacity(),
                        project.quota().available(policy.quota(), now),
                        Estimate.nextUse(project, policy, now),
                        policy.quota().period(),
                        project.quota().returns(PARTS, policy.quota(), now)),
                PublisherUse.of(project, policy, now),
                project.quota().inFlight(),
                counts.jobs(),
                counts.followed(),
                HoldView.of(project.hold()),
                project.operatorHold(),
                estimates.lastSentAt(view, project, policy, now),
                owner);
    }
}
