package io.docsagent.worker.simulation.rule;

import java.util.List;

/** Every command ends once, whatever else becomes of its job. */
final class CommandRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "ended commands are remembered",
                    1,
                    Change.of(
                            "domain/session/Deduplication",
                            "return scope.now().plus(limits.retention());",
                            "return scope.now();")),
            Rule.of(
                    "a repetition is ignored",
                    1,
                    Change.of(
                            "domain/rule/Repetition",
                            "if (!seen.contentHash().equals(arrived.contentHash())) {",
                            "if (true) {")),
            Rule.of(
                    "a repetition is answered",
                    1,
                    Change.of(
                            "domain/rule/Repetition",
                            "if (seen.repeatedAt() == null || !seen.repeatedAt().plus(INTERVAL).isAfter(session.now())) {",
                            "if (false) {")),
            Rule.of(
                    "repetitions of one command are answered once a minute at most",
                    2,
                    Change.of(
                            "domain/rule/Repetition",
                            "if (seen.repeatedAt() == null || !seen.repeatedAt().plus(INTERVAL).isAfter(session.now())) {",
                            "if (true) {")),
            Rule.of(
                    "an id that was used for other content is rejected",
                    1,
                    Change.of(
                            "domain/rule/Repetition",
                            "if (!seen.contentHash().equals(arrived.contentHash())) {",
                            "if (false) {")),
            Rule.of(
                    "a recomputed expiry is no other content",
                    12,
                    Change.of(
                            "message/ContentHash",
                            "add(\"priority\", command.priority().name());",
                            "add(\"expiresAt\", String.valueOf(command.expiresAt()));")),
            Rule.of(
                    "retention runs from the end of a command",
                    31,
                    Change.of(
                            "domain/session/Deduplication",
                            "new DedupEntry.Accepted(jobId, forgetAt())",
                            "new DedupEntry.Accepted(jobId, queued.arrivedAt().plus(limits.retention()))")),
            Rule.of(
                    "a publisher's record is skipped that was read before",
                    4,
                    Change.of("engine/EngineProcessor", "if (state.isAlreadyRead(published)) {", "if (false) {")),
            Rule.of("what expired on arrival is remembered", 81, Change.of("domain/rule/Admission", """
                session.dedup()
                        .endedOnArrival(arrived, new DedupEntry.Expired(session.dedup().forgetSoonAt()), Ending.EXPIRED);
                Ending
                """, "Ending")),
            Rule.of(
                    "what was refused for lack of room may be tried again",
                    1,
                    Change.of("domain/rule/Admission", "if (full != null) {", """
                if (full != null) {
                    session.dedup().endedOnArrival(arrived, new DedupEntry.Rejected(session.dedup().forgetSoonAt()), refusal);
                """)),
            Rule.of(
                    "an input that was applied is skipped",
                    20,
                    Change.of(
                            "domain/Decider",
                            "if (known != null && known.applied().includes(position)) {",
                            "if (false) {")));

    private CommandRules() {}
}
