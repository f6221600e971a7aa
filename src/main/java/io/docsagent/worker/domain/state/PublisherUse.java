package io.docsagent.worker.domain.state;

import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.policy.Sharing.Share;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a publisher has used of a project's quota.
 *
 * @param used uses that still count
 * @param budgetLeft uses that its budget allows now; null where it has none
 */
public record PublisherUse(
        String publisher, long used, @Nullable Long budgetLeft) {

    /** Of each publisher with settings, by name. */
    public static List<PublisherUse> of(Project project, Policy policy, Instant now) {
        return policy.sharing().publishers().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(publisher -> of(publisher.getKey(), publisher.getValue(), project, policy, now))
                .toList();
    }

    private static PublisherUse of(String name, Share share, Project project, Policy policy, Instant now) {
        long inFlight = project.calls().values().stream()
                .filter(call -> call.inFlight().payer().equals(name))
                .count();
        long used = inFlight + project.quota().ended(name, policy.quota(), now);
        Long budgetLeft = share.maxUses() == null ? null : Long.valueOf(Math.max(0, share.maxUses() - used));
        return new PublisherUse(name, used, budgetLeft);
    }

    /** Whether its budget is spent. */
    public boolean budgetSpent() {
        return budgetLeft != null && budgetLeft == 0;
    }
}
