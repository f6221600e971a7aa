package io.docsagent.worker.client;

import org.jspecify.annotations.Nullable;

/** Why the client cannot do what was asked, and what to do about it. */
public final class ClientException extends RuntimeException {

    /** What kind of failure it is. */
    public enum Kind {
        /** No broker answers. */
        BROKER_AWAY,
        /** A topic does not exist. */
        TOPIC_MISSING,
        /** The brokers refuse the user or its request. */
        NO_RIGHT,
        /** The command has not ended in time; it may still. */
        NO_ANSWER,
        /** The command is refused before it is sent. */
        INVALID_COMMAND,
        /** The client is closed. */
        CLOSED,
        /** Anything else that Kafka's clients report. */
        KAFKA
    }

    private final Kind kind;
    private final @Nullable String field;

    ClientException(Kind kind, String message, @Nullable Throwable cause) {
        this(kind, null, message, cause);
    }

    private ClientException(Kind kind, @Nullable String field, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.field = field;
    }

    /** Of a command that is not sent. */
    static ClientException invalid(String field, String wanted) {
        return new ClientException(Kind.INVALID_COMMAND, field, field + " " + wanted, null);
    }

    public Kind kind() {
        return kind;
    }

    /** The invalid field, as in {@code schemas/command.schema.json}; null for other failures. */
    public @Nullable String field() {
        return field;
    }
}
