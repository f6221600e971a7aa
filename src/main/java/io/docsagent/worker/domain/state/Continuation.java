package io.docsagent.worker.domain.state;

import java.time.Duration;
import java.time.Instant;

/**
 * A job is continued by the creates that have a key.
 *
 * <p>Stored: its components are part of the {@link io.docsagent.worker.wire.Format}.
 *
 * @param since when the job's create was accepted
 * @param messages that the service has taken for the job since
 */
public record Continuation(String key, Instant since, int messages) {

    /** With one more message. */
    public Continuation continued() {
        return new Continuation(key, since, messages + 1);
    }

    /** Whether the job takes another message. */
    boolean lasts(Duration maxAge, int maxMessages, Instant now) {
        return messages < maxMessages && now.isBefore(since.plus(maxAge));
    }
}
