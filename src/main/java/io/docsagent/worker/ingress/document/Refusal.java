package io.docsagent.worker.ingress.document;

import java.util.Locale;

/** The kinds of refusal, few enough to count by. */
public enum Refusal {
    /** No value, or one of no bytes. */
    EMPTY,
    TOO_LARGE,
    /** Not UTF-8, or text that Unicode does not have. */
    ENCODING,
    NOT_JSON,
    /** What says how to read the record, its content type or CloudEvents envelope, is itself wrong. */
    ENVELOPE,
    /** A JSON document that is not a command. */
    INVALID,
    /** A command for a project that its publisher may not send commands for. */
    CLOSED,
    /** A defect of the worker: reading the record failed unexpectedly. */
    FAULT;

    /** As a metric's label shows it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
