package io.docsagent.worker.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.policy.Sharing;
import io.docsagent.worker.domain.policy.Sharing.Share;
import io.docsagent.worker.domain.quota.Spender;
import io.docsagent.worker.message.Input;
import io.docsagent.worker.testkit.ProjectWorld;
import io.docsagent.worker.testkit.Step;
import java.time.Instant;
import java.util.Map;
import java.util.function.Predicate;

/** No publisher has more uses than its budget, and none uses what is kept for another one. */
public final class ReservesAndBudgetsKept implements Guarantee {

    private final CountedUses uses = new CountedUses();

    @Override
    public void after(ProjectWorld world, Input input, Step step) {
        uses.after(world, input, step);
        step.calls().stream().map(uses::spenderOf).distinct().forEach(spender -> check(world, spender));
    }

    private void check(ProjectWorld world, Spender spender) {
        Policy policy = world.policy();
        Instant now = world.decidedAt();
        Share share = policy.sharing().of(spender.publisher());
        if (share.maxUses() != null) {
            assertThat(uses.counting(by -> by.publisher().equals(spender.publisher()), now))
                    .as("uses of " + spender.publisher())
                    .isLessThanOrEqualTo(share.maxUses());
        }
        if (policy.quota().refill() == Policy.Refill.ROLLING) {
            long left = policy.quota().capacity() - uses.counting(anybody -> true, now);
            assertThat(left)
                    .as("tokens left by " + spender)
                    .isGreaterThanOrEqualTo(keptFromOthers(policy.sharing(), spender, now));
        }
    }

    private long keptFromOthers(Sharing sharing, Spender spender, Instant now) {
        long kept = 0;
        for (Map.Entry<String, Share> publisher : sharing.publishers().entrySet()) {
            Share share = publisher.getValue();
            Predicate<Spender> owner = by -> by.publisher().equals(publisher.getKey()) && share.isReserveFor(by.type());
            if (!owner.test(spender)) {
                kept += Math.max(0, share.reserve() - uses.counting(owner, now));
            }
        }
        return kept;
    }
}
