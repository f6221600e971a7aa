package io.docsagent.worker.simulation.rule;

import java.util.List;

/** What waits is cancelled, delayed and coalesced, and nothing that may have reached the service is. */
final class WithdrawalRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "a command is not sent before its time",
                    1_000_000,
                    Change.of(
                            "domain/state/QueuedCommand",
                            "return notBefore != null && notBefore.isAfter(arrivedAt) ? notBefore : arrivedAt;",
                            "return arrivedAt;")),
            Rule.of(
                    "what is in flight is not cancelled",
                    1_000_024,
                    Change.of(
                            "domain/rule/Cancellation",
                            "if (queued == null || queued.call() != null) {",
                            "if (queued == null) {")),
            Rule.of(
                    "what a cancel waited for is remembered when it has arrived",
                    1_000_009,
                    Change.of("domain/rule/Cancellation", """
                session.dedup()
                        .endedOnArrival(
                                arrived, new DedupEntry.Cancelled(session.dedup().forgetAt()), reason);
                """, "")),
            Rule.of(
                    "a cancel waits for its command for a while only",
                    1_000_000,
                    Change.of(
                            "domain/rule/Cancellation",
                            "session.now().plus(session.policy().queueing().createWait()));",
                            "null);")),
            Rule.of(
                    "what was superseded is remembered",
                    1_000_000,
                    Change.of(
                            "domain/session/Deduplication",
                            "notAccepted(older, new DedupEntry.Superseded(first, commandId, forgetAt()), null);",
                            "drop(older);")),
            Rule.of(
                    "the messages of a superseded create follow the one in its place",
                    1_000_001,
                    Change.of("domain/rule/Admission", """
                ? session.queue().get(pending.sequence()).lane()
                : LaneId.ofCreate(createId);
                """, """
                ? LaneId.ofCreate(createId)
                : LaneId.ofCreate(createId);
                """)),
            Rule.of(
                    "the place of another command needs room in the memory, too",
                    1_000_010,
                    Change.of("domain/rule/Admission", "var unused = session.dedup().makeRoom();", "")));

    private WithdrawalRules() {}
}
