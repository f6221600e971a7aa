package io.docsagent.worker.simulation.rule;

import java.util.List;

/** Uses come back only when the service cannot count them any more. */
final class QuotaRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "a use comes back only a margin after its period",
                    9,
                    Change.of("domain/policy/Policy", "return period.plus(margin);", "return period;")),
            Rule.of(
                    "a call of unknown outcome keeps its use for the straggler time",
                    107,
                    Change.of("engine/Policies", "or(own.straggler(), base.straggler()),", "Duration.ZERO,")),
            Rule.of(
                    "a use comes back at once only where nothing was sent",
                    1,
                    Change.of(
                            "domain/rule/CallOutcome",
                            "default -> quota.over(called);",
                            "default -> quota.giveBack(called);")),
            Rule.of(
                    "a call of unknown outcome keeps its use",
                    2,
                    Change.of(
                            "domain/rule/CallOutcome",
                            "case Answer.Unknown unknown -> quota.unknown(called);",
                            "case Answer.Unknown unknown -> quota.giveBack(called);")),
            Rule.of(
                    "a call in flight counts as a use",
                    2,
                    Change.of("domain/quota/Tokens", "return inFlight + counting;", "return counting;")),
            Rule.of(
                    "a late answer keeps its use for a period",
                    5,
                    Change.of(
                            "domain/rule/LateOutcome",
                            "session.quota().resolved(call.toString());",
                            "session.quota().freed(call.toString());")),
            Rule.of(
                    "a publisher has no more uses than its budget",
                    2_000_003,
                    Change.of(
                            "domain/quota/Allowance",
                            "return all.hasAny() && (budget == null || budget.hasAny());",
                            "return all.hasAny();")),
            Rule.of(
                    "a use counts for the publisher that had it",
                    2_000_003,
                    Change.of(
                            "domain/quota/Quota",
                            "over.with(new Use(now, by))",
                            "over.with(new Use(now, Publisher.DEFAULT))")));

    private QuotaRules() {}
}
