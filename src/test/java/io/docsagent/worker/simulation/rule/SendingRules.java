package io.docsagent.worker.simulation.rule;

import java.util.List;

/** A call is sent at most once, and only while it may be. */
final class SendingRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "a call is sent only after the commit of its offset was confirmed",
                    17,
                    Change.of("gateway/call/CallListener", """
                                                .log("A commit failed, so its calls were not made: {}", e.toString());
                                        return false;
                            """, """
                                                .log("A commit failed, so its calls were not made: {}", e.toString());
                                        return true;
                            """)),
            Rule.of(
                    "calls of a partition without a committed offset are skipped",
                    1,
                    Change.of(
                            "gateway/call/CallPositions",
                            "lost.put(partition, end);",
                            "lost.put(partition, begins.get(partition));")),
            Rule.of(
                    "a command of unknown outcome is not sent again",
                    14,
                    Change.of("engine/Policies", "delivery == Delivery.AT_LEAST_ONCE ? attempts : 1", "attempts")),
            Rule.of(
                    "a silent owner is fenced before its partitions have another owner (Kafka's own rule)",
                    14,
                    Change.ofModel("Broker", "return true;", "return false;")));

    private SendingRules() {}
}
