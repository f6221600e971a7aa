package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.domain.index.Backlog.Group;
import io.docsagent.worker.domain.policy.Sharing;
import io.docsagent.worker.domain.quota.Allowance;
import io.docsagent.worker.domain.state.FairShares;
import io.docsagent.worker.domain.state.QueuedCommand;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * When a waiting command is likely to get a token, if what is before it is sent and nothing else arrives.
 *
 * @param position 1 is next
 * @param waitsForBudget whether its publisher's budget makes it wait longest
 */
public record Forecast(int position, Instant token, boolean waitsForBudget) {

    /** How often the estimate is used to find who can have sent what by then; it hardly changes after the second time. */
    private static final int ROUNDS = 3;

    public static Forecast of(QueuedCommand waiting, SendOrder order, QuotaAccount quota, Sharing sharing) {
        Forecast own = alone(waiting, order, quota, sharing);
        if (sharing.isEqual()) {
            return own;
        }
        // What must go before it may wait for the budget of another publisher, and it waits as long.
        String publisher = waiting.command().publisher();
        return order.lastOfEachBefore(waiting, other -> !other.equals(publisher) && quota.hasBudget(other))
                .map(before -> alone(before, order, quota, sharing))
                .reduce(own, Forecast::behind);
    }

    /** Of a command that goes when this one does, and not before the other one, whose position counts this one as well. */
    private Forecast behind(Forecast before) {
        return before.token.isAfter(token)
                ? new Forecast(Math.max(position, before.position), before.token, before.waitsForBudget)
                : this;
    }

    /** Whatever else must go before it. */
    private static Forecast alone(QueuedCommand waiting, SendOrder order, QuotaAccount quota, Sharing sharing) {
        Map<Group, Integer> due = order.dueBy(waiting.dueAt());
        String publisher = waiting.command().publisher();
        int promoted = order.lanes().promotedBefore(waiting);
        Map<String, Integer> before = Map.of();
        if (waiting.promotedAt() == null) {
            before = sharing.isEqual()
                    ? Map.of(publisher, countAtLeast(waiting.command().priority(), due) - itself(waiting))
                    : before(waiting, due, quota, sharing);
        }
        int own = 1 + before.getOrDefault(publisher, 0);
        Allowance allowance = quota.allowance(publisher);
        int position = 1
                + promoted
                + before.values().stream().mapToInt(Integer::intValue).sum();
        for (int round = 0; round < ROUNDS && before.size() > 1; round++) {
            Instant token = allowance.tokenAt(position, own);
            position = promoted + own;
            for (var other : before.entrySet()) {
                if (!other.getKey().equals(publisher)) {
                    position += Math.min(
                            other.getValue(), quota.allowance(other.getKey()).budgetUntil(token));
                }
            }
        }
        return new Forecast(position, allowance.tokenAt(position, own), allowance.waitsForBudget(position, own));
    }

    /** Of the commands that are due, the waiting one itself. */
    private static int itself(QueuedCommand waiting) {
        return waiting.awaitsItsTurn() ? 1 : 0;
    }

    private static int countAtLeast(Priority priority, Map<Group, Integer> due) {
        return due.entrySet().stream()
                .filter(group -> group.getKey().priority().compareTo(priority) <= 0)
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** How many commands of each publisher are before this one: of its own, those that are due before it. */
    private static Map<String, Integer> before(
            QueuedCommand waiting, Map<Group, Integer> due, QuotaAccount quota, Sharing sharing) {
        Priority priority = waiting.command().priority();
        String publisher = waiting.command().publisher();
        Map<String, Integer> higher = new HashMap<>();
        Map<String, Integer> same = new HashMap<>();
        due.forEach((group, commands) -> {
            if (group.priority().compareTo(priority) < 0) {
                higher.merge(group.publisher(), commands, Integer::sum);
            } else if (group.priority() == priority) {
                same.merge(group.publisher(), commands, Integer::sum);
            }
        });
        int ownBefore = same.getOrDefault(publisher, itself(waiting)) - itself(waiting);
        long turn = quota.aheadOf(priority, publisher) + ownBefore * costOf(publisher, sharing);
        Map<String, Integer> before = new HashMap<>(higher);
        same.forEach((other, commands) -> {
            long lead = turn - quota.aheadOf(priority, other);
            long turns = lead < 0 ? 0 : lead / costOf(other, sharing) + 1;
            before.merge(other, other.equals(publisher) ? ownBefore : (int) Math.min(commands, turns), Integer::sum);
        });
        return before;
    }

    private static long costOf(String publisher, Sharing sharing) {
        return FairShares.cost(sharing.of(publisher).weight());
    }
}
