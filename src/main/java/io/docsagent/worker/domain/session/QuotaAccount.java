package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.domain.index.Payers;
import io.docsagent.worker.domain.index.PublisherShares;
import io.docsagent.worker.domain.policy.Policy.QuotaLimit;
import io.docsagent.worker.domain.policy.Sharing;
import io.docsagent.worker.domain.quota.Allowance;
import io.docsagent.worker.domain.quota.Quota;
import io.docsagent.worker.domain.quota.Tokens;
import io.docsagent.worker.domain.quota.Use;
import io.docsagent.worker.domain.state.CallId;
import io.docsagent.worker.domain.state.Calls;
import io.docsagent.worker.domain.state.FairShares;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.wire.Identity;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Owns a project's uses of the quota during a decision, and how its publishers share them. */
public final class QuotaAccount implements PublisherShares {

    private final QuotaLimit limit;
    private final Sharing sharing;
    private final Instant now;

    /** Calls in flight, by publisher; empty while nobody has a share of its own. */
    private final Map<String, Integer> calls = new HashMap<>();

    /** By publisher, until a use changes them: each is asked for many times in a decision. */
    private final Map<String, Allowance> allowances = new HashMap<>();

    private Quota quota;
    private @Nullable Tokens all;
    private FairShares shares;

    QuotaAccount(Project project, Scope scope) {
        this.limit = scope.policy().quota();
        this.sharing = scope.policy().sharing();
        this.now = scope.now();
        this.quota = project.isLost() && limit.spentUntil() == null
                // Calls up to now may have been made, of which nothing is known.
                ? project.quota().allSpentUntil(now.plus(limit.cycle()).plus(limit.straggler()), limit, now)
                : project.quota().spentUntil(limit, now);
        this.shares = project.shares() == null ? FairShares.NONE : project.shares();
        if (!sharing.isEqual()) {
            project.calls().values().forEach(call -> countCall(call, 1));
        }
    }

    public boolean hasToken() {
        return all().hasAny();
    }

    @Override
    public boolean isOpenTo(String publisher) {
        return sharing.isEqual() || allowance(publisher).hasToken();
    }

    @Override
    public long aheadOf(Priority priority, String publisher) {
        return shares.of(priority, publisher);
    }

    /** Takes a token for a call that is about to be made. */
    public void spend(QueuedCommand called, Next next) {
        changes(quota.spend(limit, now));
        countCall(called, 1);
        if (!sharing.isEqual() && !called.inFlight().probe()) {
            long cost = costOf(called.inFlight().payer());
            shares = next.inTurn()
                    ? shares.charged(next.priority(), called.inFlight().payer(), cost)
                    : shares.chargedOutOfTurn(next.priority(), called.inFlight().payer(), cost);
        }
    }

    /** A call has ended: its use is over. */
    public void over(QueuedCommand called) {
        changes(quota.over(called.inFlight().payer(), limit, now));
        countCall(called, -1);
    }

    /** A call was never sent: its token comes back at once. */
    public void giveBack(QueuedCommand called) {
        changes(quota.giveBack());
        countCall(called, -1);
        if (!called.inFlight().probe()) {
            shares = shares.refunded(
                    called.inFlight().charged(),
                    called.inFlight().payer(),
                    costOf(called.inFlight().payer()));
        }
    }

    /** The outcome of the call is unknown: the service may take it until the deadline and the straggler time. */
    public void unknown(QueuedCommand called) {
        changes(quota.unknown(
                called.callId(), called.inFlight().payer(), called.inFlight().deadline()));
        countCall(called, -1);
    }

    /** A call of unknown outcome was answered after all. */
    public void resolved(String callId) {
        changes(quota.resolved(callId, limit, now));
    }

    /** A call of unknown outcome was never sent. */
    public void freed(String callId) {
        changes(quota.freed(callId));
    }

    /**
     * Until when the service may still take a call of a command; null where it cannot any more.
     *
     * @param admission of the command
     * @param calls its calls
     */
    @Nullable
    public Instant mayBeTakenUntil(Identity identity, String admission, Calls calls) {
        Instant latest = now;
        for (int attempt : calls.unknown()) {
            Use use = quota.unanswered().get(new CallId(identity, admission, attempt).toString());
            Instant until = use == null ? now : use.at().plus(limit.straggler());
            latest = until.isAfter(latest) ? until : latest;
        }
        return latest.isAfter(now) ? latest : null;
    }

    /**
     * Before when a command certainly cannot be sent: a call in flight, or of unknown outcome, may prove never to have been
     * sent, so only the uses that are over count.
     *
     * @param before what must be sent before it
     */
    public Instant earliestToken(QueuedCommand waiting, List<QueuedCommand> before) {
        Quota certain = new Quota(0, quota.over(), Map.of());
        Map<String, Integer> needed = new HashMap<>();
        before.forEach(command -> needed.merge(command.command().publisher(), 1, Integer::sum));
        needed.merge(waiting.command().publisher(), 1, Integer::sum);
        Instant earliest = certain.tokenAt(before.size() + 1, limit, now);
        for (var publisher : needed.entrySet()) {
            Integer maxUses = sharing.of(publisher.getKey()).maxUses();
            if (maxUses != null) {
                Tokens budget = certain.tokensOf(publisher.getKey(), maxUses, 0, limit, now);
                Instant budgeted = budget.at(publisher.getValue());
                earliest = budgeted.isAfter(earliest) ? budgeted : earliest;
            }
        }
        return earliest;
    }

    public boolean hasBudget(String publisher) {
        return sharing.of(publisher).maxUses() != null;
    }

    /** When a token is there by time alone that a publisher may use; null where an outcome must come first. */
    @Nullable
    Instant nextReturn(Payers payers) {
        Instant own = allowance(payers.publisher()).nextReturn(now);
        String promoter = payers.promoter();
        Instant other = promoter == null ? null : allowance(promoter).nextReturn(now);
        return own == null || (other != null && other.isBefore(own)) ? other : own;
    }

    Allowance allowance(String publisher) {
        return allowances.computeIfAbsent(publisher, name -> new Allowance(all(), budgetOf(name)));
    }

    private Tokens all() {
        if (all == null) {
            all = quota.tokens(limit, now);
        }
        return all;
    }

    private @Nullable Tokens budgetOf(String publisher) {
        Integer maxUses = sharing.of(publisher).maxUses();
        return maxUses == null
                ? null
                : quota.tokensOf(publisher, maxUses, calls.getOrDefault(publisher, 0), limit, now);
    }

    private void changes(Quota changed) {
        quota = changed;
        all = null;
        allowances.clear();
    }

    Quota quota() {
        return quota;
    }

    /** @param busy whether something waits at a priority */
    FairShares shares(Predicate<Priority> busy) {
        return shares.onlyAt(busy);
    }

    private void countCall(QueuedCommand called, int more) {
        if (!sharing.isEqual()) {
            calls.merge(called.inFlight().payer(), more, Integer::sum);
        }
    }

    private long costOf(String publisher) {
        return FairShares.cost(sharing.of(publisher).weight());
    }
}
