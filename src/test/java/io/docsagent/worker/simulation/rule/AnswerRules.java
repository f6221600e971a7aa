package io.docsagent.worker.simulation.rule;

import java.util.List;

/** An answer means what it proves, and no more. */
final class AnswerRules {

    static final List<Rule> ALL = List.of(
            Rule.of(
                    "after a 5xx the outcome is unknown",
                    2,
                    Change.of(
                            "gateway/http/ReplyTable",
                            "default -> new Answer.Unknown(Reason.SERVER_ERROR, status, reply.message());",
                            "default -> new Answer.NotTaken(status, reply.message());")),
            Rule.of(
                    "a refused key does not reject the command",
                    7,
                    Change.of(
                            "gateway/http/ReplyTable",
                            "case 401, 403 -> new Answer.Unauthorized(status, reply.message());",
                            "case 401, 403 -> new Answer.Rejected(status, reply.message());")),
            Rule.of("a redirect does not reject the command", 18, Change.of("gateway/http/ReplyTable", """
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
                    4,
                    Change.of(
                            "gateway/http/ReplyTable",
                            "return new Answer.Throttled(status, RetryAfter.ofThrottled(reply, clock));",
                            "return new Answer.Rejected(status, reply.message());")),
            Rule.of(
                    "a refused key holds its project",
                    1,
                    Change.of("domain/session/Breaker", """
                case Answer.Unauthorized refused ->
                    hold(flowing, called, Hold.Reason.UNAUTHORIZED, refused.message(), refused.httpStatus());
                """, "case Answer.Unauthorized refused -> {}")),
            Rule.of(
                    "a service that cannot be reached holds the project",
                    2,
                    Change.of(
                            "domain/session/Breaker",
                            "case Answer.NotSent notSent -> hold(flowing, called, Hold.Reason.UNREACHABLE, notSent.message(), null);",
                            "case Answer.NotSent notSent -> {}")),
            Rule.of(
                    "a 404 that is not of the service does not reject the command",
                    12,
                    Change.of("gateway/http/ReplyTable", """
                reply.isServiceError()
                ? new Answer.Rejected(
                """, """
                true
                ? new Answer.Rejected(
                """)),
            Rule.of(
                    "a create whose answer cannot be read is unknown",
                    25,
                    Change.of("gateway/http/ReplyTable", """
                ? new Answer.Unknown(
                Reason.UNREADABLE,
                reply.status(),
                """, """
                ? new Answer.NotTaken(
                reply.status(),
                """)),
            Rule.of(
                    "a 408 leaves the outcome unknown",
                    2,
                    Change.of(
                            "gateway/http/ReplyTable",
                            "case 408 -> new Answer.Unknown(Reason.TIMEOUT, status, reply.message());",
                            "case 408 -> new Answer.Rejected(status, reply.message());")));

    private AnswerRules() {}
}
