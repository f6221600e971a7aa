package io.docsagent.worker.simulation.rule;

import java.util.List;

/** An answer means what it proves, and no more. */
final class AnswerRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "after a 5xx the outcome is unknown",
                    1,
                    Change.of(
                            "gateway/http/ReplyTable",
                            "default -> new Answer.Unknown(Reason.SERVER_ERROR, status, reply.message());",
                            "default -> new Answer.NotTaken(status, reply.message());")),
            Rule.of(
                    "a refused key does not reject the command",
                    5,
                    Change.of(
                            "gateway/http/ReplyTable",
                            "case 401, 403 -> new Answer.Unauthorized(status, reply.message());",
                            "case 401, 403 -> new Answer.Rejected(status, reply.message());")),
            Rule.of("a redirect does not reject the command", 9, Change.of("gateway/http/ReplyTable", """
                new Answer.Redirected(
                        status,
                """, """
                new Answer.Rejected(
                        status,
                """)),
            Rule.of(
                    "the key never leaves",
                    2,
                    Change.of(
                            "gateway/http/ReplyBody",
                            "case StringNode text -> StringNode.valueOf(redaction.apply(text.stringValue()));",
                            "case StringNode text -> text;")));

    private AnswerRules() {}
}
