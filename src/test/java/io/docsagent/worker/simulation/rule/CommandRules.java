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
                    Change.of("domain/rule/Admission", "if (seen.isOf(command)) {", "if (false) {")),
            Rule.of(
                    "the messages that waited for a create follow its job",
                    2,
                    Change.of("domain/rule/Ending", "session.queue().moveFollowers(queued, jobId);", "")),
            Rule.of(
                    "the messages that waited for a create are rejected with it",
                    2,
                    Change.of("domain/rule/Ending", "rejected(session, follower, CREATE_FAILED);", "")),
            Rule.of(
                    "a message to a create that failed is rejected",
                    2,
                    Change.of(
                            "domain/rule/Admission",
                            "case DedupEntry.Refused refused -> Ending.CREATE_FAILED;",
                            "case DedupEntry.Refused refused -> null;")));

    private CommandRules() {}
}
