package io.docsagent.worker.domain.quota;

import io.docsagent.worker.domain.policy.Policy.QuotaLimit;
import io.docsagent.worker.domain.policy.Policy.Refill;
import io.docsagent.worker.domain.policy.Sharing;
import io.docsagent.worker.domain.policy.Sharing.Share;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What of a project's quota one spender may use: all but what is kept for others, and within its publisher's budget.
 *
 * <p>A reserve is kept as long as its owner has not used it, so the owner's own uses in the period make it smaller: of
 * the owner's uses the latest fill the reserve, and the rest, like everybody's, what is open to all.
 */
public final class Allowance {

    private final Tokens open;
    private final Tokens.@Nullable Rolling reserve;
    private final Tokens.@Nullable Rolling budget;

    private Allowance(Tokens open, Tokens.@Nullable Rolling reserve, Tokens.@Nullable Rolling budget) {
        this.open = open;
        this.reserve = reserve;
        this.budget = budget;
    }

    /** @param calls in flight, by spender */
    public static Allowance of(
            Spender spender, Quota quota, Map<Spender, Integer> calls, Sharing sharing, QuotaLimit limit, Instant now) {
        if (sharing.isEqual()) {
            return new Allowance(quota.tokens(limit, now), null, null);
        }
        String publisher = spender.publisher();
        Share share = sharing.of(publisher);
        Predicate<Spender> own = by -> by.publisher().equals(publisher);
        Predicate<Spender> reserved = own.and(by -> share.isReserveFor(by.type()));
        return new Allowance(
                open(spender, quota, calls, sharing, limit, now),
                share.reserve() > 0 && reserved.test(spender)
                        ? tokens(share.reserve(), reserved, quota, calls, limit, now)
                        : null,
                share.maxUses() == null ? null : tokens(share.maxUses(), own, quota, calls, limit, now));
    }

    /** The quota without what is kept for others. */
    private static Tokens open(
            Spender spender, Quota quota, Map<Spender, Integer> calls, Sharing sharing, QuotaLimit limit, Instant now) {
        List<Use> returns = quota.returns(limit, now);
        int capacity = limit.capacity();
        int inFlight = quota.inFlight();
        List<Instant> kept = new ArrayList<>();
        for (var publisher : sharing.publishers().entrySet()) {
            Share share = publisher.getValue();
            Predicate<Spender> owner = by -> by.publisher().equals(publisher.getKey()) && share.isReserveFor(by.type());
            if (share.reserve() == 0 || owner.test(spender)) {
                continue;
            }
            int called = Math.min(share.reserve(), inFlight(calls, owner));
            List<Instant> spent = removeLatest(share.reserve() - called, owner, returns);
            capacity -= share.reserve();
            inFlight -= called;
            kept.addAll(spent);
            kept.addAll(Collections.nCopies(called, now.plus(limit.cycle())));
            kept.addAll(Collections.nCopies(share.reserve() - called - spent.size(), now));
        }
        return limit.refill() == Refill.GREEDY
                ? new Tokens.Greedy(quota.greedy(limit, now), kept, now)
                : new Tokens.Rolling(capacity, inFlight, Quota.times(returns), limit.cycle(), now);
    }

    /** A limit of some spenders' own. */
    private static Tokens.Rolling tokens(
            int capacity,
            Predicate<Spender> of,
            Quota quota,
            Map<Spender, Integer> calls,
            QuotaLimit limit,
            Instant now) {
        List<Use> returns = quota.returns(limit, now);
        returns.removeIf(use -> !of.test(use.by()));
        return new Tokens.Rolling(capacity, inFlight(calls, of), Quota.times(returns), limit.cycle(), now);
    }

    /** Removes so many uses, or all there are; returns when they come back. */
    private static List<Instant> removeLatest(int most, Predicate<Spender> of, List<Use> ascending) {
        List<Instant> removed = new ArrayList<>();
        for (int i = ascending.size() - 1; i >= 0 && removed.size() < most; i--) {
            if (of.test(ascending.get(i).by())) {
                removed.add(ascending.remove(i).at());
            }
        }
        return removed;
    }

    private static int inFlight(Map<Spender, Integer> calls, Predicate<Spender> of) {
        return calls.entrySet().stream()
                .filter(spender -> of.test(spender.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    public boolean hasToken() {
        return open.hasAny() && (budget == null || budget.hasAny());
    }

    /** When there is a token by time alone; null where an outcome must come first. */
    public @Nullable Instant nextReturn(Instant now) {
        Instant next = open.hasAny() ? now : open.next();
        if (budget == null || budget.hasAny() || next == null) {
            return next;
        }
        Instant own = budget.next();
        return own == null || own.isAfter(next) ? own : next;
    }

    /** When the next token is there, if every use in flight were over now. */
    public Instant nextToken() {
        return tokenAt(1, 1);
    }

    /**
     * When a command is likely to get its token, if every use in flight were over now.
     *
     * @param position among all commands that use what is open to it; 1 is next
     * @param own position among its publisher's commands
     */
    public Instant tokenAt(int position, int own) {
        Instant common = open.at(position);
        Instant reserved = reserve == null ? common : reserve.at(own);
        Instant first = reserved.isBefore(common) ? reserved : common;
        Instant budgeted = budget == null ? first : budget.at(own);
        return budgeted.isAfter(first) ? budgeted : first;
    }

    /** Whether it gets its token only when its budget allows it, see {@link #tokenAt}. */
    public boolean waitsForBudget(int position, int own) {
        return budget != null && budget.at(own).isAfter(open.at(position));
    }

    /** How many of its publisher's commands can be sent until then, as far as the budget goes. */
    public int budgetUntil(Instant time) {
        return budget == null ? Integer.MAX_VALUE : budget.until(time);
    }

    /** How many of them leave what is open to all untouched, since a reserve is kept for them. */
    public int reserveUntil(Instant time) {
        return reserve == null ? 0 : reserve.until(time);
    }
}
