package io.docsagent.worker.domain.state;

import io.docsagent.worker.wire.Identity;
import org.jspecify.annotations.Nullable;

/**
 * Names one attempt to send one command: {@code identity.partition-offset.attempt}.
 *
 * @param admission {@code partition-offset} of the input that brought the command
 * @param attempt 1 for the first
 */
public record CallId(Identity identity, String admission, int attempt) {

    /** Reads a callId; null where the text is none. */
    public static @Nullable CallId parse(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 3) {
            return null;
        }
        try {
            return new CallId(new Identity(parts[0]), parts[1], Integer.parseInt(parts[2]));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return identity.key() + "." + admission + "." + attempt;
    }
}
