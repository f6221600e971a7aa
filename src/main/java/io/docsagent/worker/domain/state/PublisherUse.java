package io.docsagent.worker.domain.state;

import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.policy.Sharing.Share;
import io.docsagent.worker.domain.quota.Spender;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a publisher has used of a project's quota.
 *
 * @param used uses that still count
 * @param budgetLeft uses that its budget allows now; null where it has none
 * @param reserveLeft uses that are kept for it now
 */
public record PublisherUse(
        String publisher, long used, @Nullable Long budgetLeft, long reserveLeft) {

    /** Of each publisher with settings, by name. */
    public static List<PublisherUse> of(Project project, Policy policy, Instant now) {
        return policy.sharing().publishers().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(publisher -> of(publisher.getKey(), publisher.getValue(), project, policy, now))
                .toList();
    }

    private static PublisherUse of(String name, Share share, Project project, Policy policy, Instant now) {
        Predicate<Spender> own = spender -> spender.publisher().equals(name);
        long used = counting(own, project, policy, now);
        long reserved = counting(own.and(spender -> share.isReserveFor(spender.type())), project, policy, now);
        Long budgetLeft = share.maxUses() == null ? null : Long.valueOf(Math.max(0, share.maxUses() - used));
        return new PublisherUse(name, used, budgetLeft, Math.max(0, share.reserve() - reserved));
    }

    private static long counting(Predicate<Spender> spenders, Project project, Policy policy, Instant now) {
        long inFlight = project.calls().values().stream()
                .map(call -> Spender.of(call.command()))
                .filter(spenders)
                .count();
        return inFlight + project.quota().ended(spenders, policy.quota(), now);
    }

    /** Whether its budget is spent. */
    public boolean budgetSpent() {
        return budgetLeft != null && budgetLeft == 0;
    }
}
