package io.docsagent.worker.domain.state;

import io.docsagent.worker.message.Identity;
import org.jspecify.annotations.Nullable;

/**
 * Names one attempt to send one command: {@code identity.partition-offset.attempt}.
 *
 * @param admission {@code partition-offset} of the input that brought the command; null where a release before format 2 queued it
 * @param attempt 1 for the first
 */
public record CallId(Identity identity, @Nullable String admission, int attempt) {

    /** Reads a callId; null where the text is none. */
    public static @Nullable CallId parse(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length < 2 || parts.length > 3) {
            return null;
        }
        try {
            int attempt = Integer.parseInt(parts[parts.length - 1]);
            return new CallId(new Identity(parts[0]), parts.length == 3 ? parts[1] : null, attempt);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return identity.key() + (admission == null ? "" : "." + admission) + "." + attempt;
    }
}
