package io.docsagent.worker.simulation.rule;

import java.util.List;

/** A call is sent at most once, and its outcome is found. */
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
                    "a silent owner is fenced before its partitions have another owner (Kafka's own rule)",
                    14,
                    Change.ofModel("Broker", "return true;", "return false;")),
            Rule.of(
                    "a command of unknown outcome is not sent again",
                    14,
                    Change.of("engine/Policies", "delivery == Delivery.AT_LEAST_ONCE ? attempts : 1", "attempts")),
            Rule.of(
                    "after a 5xx the outcome is unknown",
                    14,
                    Change.of(
                            "gateway/http/ReplyTable",
                            "default -> new Answer.Unknown(Reason.SERVER_ERROR, status, reply.message());",
                            "default -> new Answer.NotTaken(status, reply.message());")),
            Rule.of(
                    "an outcome closes its own call only",
                    4,
                    Change.of("domain/session/CommandQueue", "return calls.get(callId);", """
                            String command = callId.substring(0, callId.lastIndexOf('.') + 1);
                            return calls.values().stream().filter(call -> call.callId().startsWith(command)).findFirst().orElse(null);
                            """)),
            Rule.of(
                    "a callId names its attempt",
                    12,
                    Change.of(
                            "domain/state/QueuedCommand",
                            "return new CallId(identity, admission, attempts).toString();",
                            "return new CallId(identity, admission, 1).toString();")),
            Rule.of(
                    "an overdue call has its outcome queried",
                    3,
                    Change.of(
                            "domain/Decider",
                            "session.outbox().send(new GatewayRequest.OutcomeQuery(session.projectId(), called.callId()));",
                            "")),
            Rule.of(
                    "a new owner knows the calls in flight",
                    3,
                    Change.of("engine/PartitionState", "if (entry.value.call() != null) {", "if (false) {")));

    private SendingRules() {}
}
