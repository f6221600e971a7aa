package io.docsagent.worker.simulation.rule;

import java.util.List;

/** What operators ask for is done, once and no more, and what may be forgotten is, not before its time. */
final class OperationRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "nothing is sent for a project that an operator holds",
                    3_000_001,
                    Change.of("domain/session/Breaker", """
                if (operatorHold != null) {
                    return false;
                }
                """, "")),
            Rule.of(
                    "the hold of an operator is over when it is to be",
                    3_000_003,
                    Change.of("domain/session/Breaker", "if (operatorHold.isOver(now)) {", "if (false) {")),
            Rule.of("an operation is done once", 3_000_001, Change.of("domain/session/Deduplication", """
                if (table.get(key(identity)) != null) {
                    return false;
                }
                """, "")),
            Rule.of(
                    "a promoted command goes before the others",
                    3_000_005,
                    Change.of("domain/index/Schedule", "if (one.promoted() != other.promoted()) {", "if (false) {"),
                    Change.of("domain/index/Lane", "if (promoted != other.promoted) {", "if (false) {")),
            Rule.of(
                    "an operator cancels what waits",
                    3_000_001,
                    Change.of(
                            "domain/rule/Operating", "Ending.cancelled(session, waiting, byOperator(operation));", "")),
            Rule.of(
                    "an operator cancels many of a publisher or a key, and no others",
                    3_000_005,
                    Change.of("domain/state/Sweep", "return isOfPublisher && hasKey && command", "return command")),
            Rule.of(
                    "what an operator says was not taken is sent again only where that was asked for",
                    3_000_031,
                    Change.of("domain/rule/Resolution", "if (notTaken.repeat()) {", "if (true) {")),
            Rule.of(
                    "what has ended is remembered to the end of its retention",
                    3_000_019,
                    Change.of(
                            "domain/session/Deduplication",
                            "return scope.now().plus(limits.retention());",
                            "return scope.now().plus(limits.retention()).minusSeconds(60);")));

    private OperationRules() {}
}
