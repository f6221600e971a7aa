package io.docsagent.worker.gateway.breaker;

import io.docsagent.worker.wire.Answer;

/** What a call is told that is about to begin. */
public sealed interface Verdict {

    /** It begins; {@link ServiceBreaker#ended} must follow. */
    record Begun(long ofService, long ofProject) implements Verdict {}

    /** It is not sent. */
    record Refused(Answer answer) implements Verdict {}
}
