package io.docsagent.worker.simulation.rule;

import java.util.List;

/** A call is sent at most once, while it may be, and its outcome is found. */
final class SendingRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "a call is sent only after the commit of its offset was confirmed",
                    2,
                    Change.of("gateway/call/CallListener", """
                            .log("A commit failed, so its calls were not made: {}", e.toString());
                            }
                            return false;
                            """, """
                            .log("A commit failed, so its calls were not made: {}", e.toString());
                            }
                            return true;
                            """)),
            Rule.of(
                    "calls of a partition without a committed offset are skipped",
                    2,
                    Change.of(
                            "gateway/call/CallPositions",
                            "lost.put(partition, end);",
                            "lost.put(partition, begins.get(partition));")),
            Rule.of(
                    "a silent owner is fenced before its partitions have another owner (Kafka's own rule)",
                    9,
                    Change.ofModel("Broker", "return true;", "return false;")),
            Rule.of(
                    "a command of unknown outcome is not sent again",
                    2,
                    Change.of("engine/Policies", "delivery == Delivery.AT_LEAST_ONCE ? attempts : 1", "attempts")),
            Rule.of(
                    "a callId names its attempt",
                    1,
                    Change.of(
                            "domain/state/QueuedCommand",
                            "return new CallId(identity, admission, attempts).toString();",
                            "return new CallId(identity, admission, 1).toString();")),
            Rule.of(
                    "an overdue call has its outcome queried",
                    2,
                    Change.of(
                            "domain/Decider",
                            "session.outbox().send(new GatewayRequest.OutcomeQuery(session.projectId(), called.callId()));",
                            "")),
            Rule.of(
                    "a new owner knows the calls in flight",
                    2,
                    Change.of("engine/PartitionState", "if (entry.value.call() != null) {", "if (false) {")),
            Rule.of(
                    "what was sent and not answered is unknown",
                    22,
                    Change.of(
                            "gateway/http/HttpAgentApi",
                            """
                return state.abandon(Failures.describe(failure)) instanceof SendState.State.Abandoned abandoned
                ? Failures.notSent(failure, abandoned.why())
                                : Failures.unknown(failure);
                """,
                            "return Failures.notSent(failure, Failures.describe(failure));")),
            Rule.of("what was not committed is read again", 5, Change.of("gateway/call/CallListener", """
                if (!commit(consumer, records.subList(done, end))) {
                    entered.forEach(record -> record.cancel(gate));
                    rewind(consumer, records.subList(done, records.size()));
                """, """
                if (!commit(consumer, records.subList(done, end))) {
                    entered.forEach(record -> record.cancel(gate));
                """)),
            Rule.of(
                    "a call is not sent after its expiry",
                    2,
                    Change.of(
                            "domain/rule/Dispatch",
                            "return expiresAt != null && expiresAt.isBefore(notAfter) ? expiresAt : notAfter;",
                            "return notAfter;")),
            Rule.of(
                    "an instance whose clock is off does not send",
                    2,
                    Change.of(
                            "engine/ClockSkew",
                            "return !leaders.isEmpty() && leaders.values().stream().allMatch(leader -> worst(leader, wall) <= most);",
                            "return true;")),
            Rule.of(
                    "a callId names its admission",
                    17,
                    Change.of(
                            "domain/state/QueuedCommand",
                            "return new CallId(identity, admission, attempts).toString();",
                            "return new CallId(identity, \"\", attempts).toString();"),
                    Change.of(
                            "domain/state/DedupEntry",
                            "return Objects.equals(admission, call.admission()) && unknown.contains(call.attempt());",
                            "return unknown.contains(call.attempt());")),
            Rule.of(
                    "a call is not sent after its notAfter",
                    20,
                    Change.of("gateway/http/SendState", "if (clock.instant().isAfter(notAfter)) {", "if (false) {"),
                    Change.of(
                            "gateway/call/CallExecutor",
                            "if (clock.instant().isAfter(call.notAfter())) {",
                            "if (false) {")),
            Rule.of(
                    "a call is sent or abandoned, never both",
                    20,
                    Change.of(
                            "gateway/http/SendState",
                            "State before = state.compareAndExchange(OPEN, abandoned);",
                            "State before = state.get();")),
            Rule.of(
                    "a project has a bounded number of calls in flight",
                    1,
                    Change.of(
                            "domain/rule/Dispatch",
                            "return session.queue().inFlight() < session.policy().dispatching().maxInFlight();",
                            "return true;")),
            Rule.of(
                    "a late acceptance counts",
                    5,
                    Change.of("domain/rule/LateOutcome", "accept(session, call.identity(), seen, accepted);", "")),
            Rule.of(
                    "an outcome is queried only after the deadline",
                    2,
                    Change.of(
                            "domain/state/InFlightCall",
                            "deadline, deadline.plus(BEFORE_QUERY), null, null);",
                            "deadline, deadline.minusSeconds(59), null, null);")),
            Rule.of(
                    "a gateway answers from what it knows",
                    20,
                    Change.of("gateway/call/CallLedger", "return known != null", "return known != null && false")),
            Rule.of(
                    "calls of a partition whose offset is out of range are skipped",
                    2,
                    Change.of(
                            "gateway/call/CallPositions",
                            "if (offset == null || offset.offset() < begins.getOrDefault(partition, 0L) || offset.offset() > end) {",
                            "if (offset == null) {"),
                    Change.of(
                            "gateway/call/CallPositions",
                            "Map<TopicPartition, Long> ends = consumer.endOffsets(positions.keySet(), TIMEOUT);",
                            "Map<TopicPartition, Long> ends = consumer.beginningOffsets(positions.keySet(), TIMEOUT);")),
            Rule.of(
                    "an outcome is queried again until it is known",
                    5,
                    Change.of(
                            "domain/state/InFlightCall",
                            "deadline, now.plus(BETWEEN_QUERIES), payer, charged);",
                            "deadline, now.plus(Duration.ofDays(365)), payer, charged);")),
            Rule.of(
                    "a late acceptance takes back a repeat that waits",
                    59,
                    Change.of(
                            "domain/rule/LateOutcome",
                            "Ending.accepted(session, queued, jobId);",
                            "Ending.acceptedInFlight(session, queued, jobId);")),
            Rule.of(
                    "no more calls begin without a success than may be lost",
                    2,
                    Change.of("gateway/breaker/Circuit", "return begun + unknown < terms.limit();", "return true;")),
            Rule.of(
                    "nothing but a trial is sent while the breaker is open",
                    2,
                    Change.of(
                            "gateway/breaker/ServiceBreaker",
                            "open.isTrialDue(now) ? open.begin(++epochs) : null;",
                            "open.begin(++epochs);")));

    private SendingRules() {}
}
