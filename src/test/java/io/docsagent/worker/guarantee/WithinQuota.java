package io.docsagent.worker.guarantee;

import io.docsagent.worker.guarantee.History.Limit;
import io.docsagent.worker.guarantee.History.Use;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * In any rolling period, by the service's clock, no project has more uses than the quota, or no publisher in a project
 * more than its budget. What any rolling period allows, every fixed window and every token bucket of that size allows.
 *
 * @param budgets whether those of publishers are meant
 */
public record WithinQuota(boolean budgets) implements Promise {

    @Override
    public List<String> broken(History history) {
        Map<String, List<Instant>> before = new HashMap<>();
        List<String> broken = new ArrayList<>();
        history.uses().stream().sorted(Comparator.comparing(Use::at)).forEach(use -> {
            if (budgets) {
                add(before, use.project() + " by " + use.payer(), use, use.budget(), broken);
            } else {
                add(before, use.project(), use, use.quota(), broken);
            }
        });
        return broken;
    }

    private static void add(
            Map<String, List<Instant>> before, String whose, Use use, @Nullable Limit limit, List<String> broken) {
        List<Instant> uses = before.computeIfAbsent(whose, none -> new ArrayList<>());
        uses.add(use.at());
        int first = uses.size() - 1 - (limit == null ? uses.size() : limit.capacity());
        if (limit != null && first >= 0 && uses.get(first).plus(limit.period()).isAfter(use.at())) {
            broken.add("quota: %d uses of %s in %s, until %s"
                    .formatted(limit.capacity() + 1, whose, Duration.between(uses.get(first), use.at()), use.at()));
        }
    }
}
