package io.docsagent.worker.simulation.rule;

import java.util.List;

/** An answer means what it proves, and no more. */
final class AnswerRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "after a 5xx the outcome is unknown",
                    9,
                    Change.of(
                            "gateway/http/ReplyTable",
                            "default -> new Answer.Unknown(Reason.SERVER_ERROR, status, reply.message());",
                            "default -> new Answer.NotTaken(status, reply.message());")),
            Rule.of(
                    "a refused key does not reject the command",
                    3,
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
                    3,
                    Change.of(
                            "gateway/http/ReplyBody",
                            "case StringNode text -> StringNode.valueOf(redaction.apply(text.stringValue()));",
                            "case StringNode text -> text;")),
            Rule.of(
                    "a 429 does not reject the command",
                    1,
                    Change.of(
                            "gateway/http/ReplyTable",
                            "case 429 -> new Answer.Throttled(RetryAfterHeader.of(reply, clock));",
                            "case 429 -> new Answer.Rejected(status, reply.message());")),
            Rule.of(
                    "a refused key holds its project",
                    1,
                    Change.of("domain/session/Breaker", """
                case Answer.Unauthorized refused ->
                    hold(flowing, called, Hold.Reason.UNAUTHORIZED, refused.message(), refused.httpStatus());
                """, "case Answer.Unauthorized refused -> {}")),
            Rule.of(
                    "a service that cannot be reached holds the project",
                    3,
                    Change.of(
                            "domain/session/Breaker",
                            "case Answer.NotSent notSent -> hold(flowing, called, Hold.Reason.UNREACHABLE, notSent.message(), null);",
                            "case Answer.NotSent notSent -> {}")));

    private AnswerRules() {}
}
