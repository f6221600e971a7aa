package io.docsagent.worker.simulation.rule;

import java.util.List;

/** An answer means what it proves, and no more. */
final class AnswerRules {

    static final List<Rule> ALL = List.of(Rule.of(
            "after a 5xx the outcome is unknown",
            1,
            Change.of(
                    "gateway/http/ReplyTable",
                    "default -> new Answer.Unknown(Reason.SERVER_ERROR, status, reply.message());",
                    "default -> new Answer.NotTaken(status, reply.message());")));

    private AnswerRules() {}
}
