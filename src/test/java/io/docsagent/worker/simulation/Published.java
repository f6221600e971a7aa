package io.docsagent.worker.simulation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A command as it was published.
 *
 * @param id by which it is known here: its prompt begins with it, and its metadata name it
 * @param publisher on whose topic
 * @param json the record's value
 * @param create the command whose job a message is for; the command itself for a create
 * @param priority 0 for high, 1 for normal, 2 for low
 * @param number its position in the order of publication
 * @param notBefore that it asked for
 * @param plain whether neither it nor the create that it names may wait for a time, or take another one's place
 */
record Published(
        String id,
        String project,
        String publisher,
        String json,
        Envelope envelope,
        String create,
        int priority,
        @Nullable Instant expiresAt,
        int number,
        Instant at,
        @Nullable Instant notBefore,
        boolean plain) {

    boolean isMessage() {
        return !id.equals(create);
    }

    /** How a command is wrapped, and so what makes a repetition of it recognisable. */
    enum Envelope {
        COMMAND_ID,
        CLOUD_EVENT,
        NONE
    }
}
