package io.docsagent.worker.gateway;

import io.docsagent.worker.wire.Answer;

/** Given to calls that cannot be made, in place of the service's answer: they say nothing about the service. */
public final class LocalAnswers {

    public static final Answer UNUSABLE_ID = new Answer.Rejected(400, "Not sent: the id cannot be part of a URL");
    public static final Answer NO_KEY =
            new Answer.Unauthorized(401, "Not sent: there is no usable key for the project");

    private LocalAnswers() {}

    public static boolean include(Answer answer) {
        return answer.equals(UNUSABLE_ID) || answer.equals(NO_KEY);
    }
}
