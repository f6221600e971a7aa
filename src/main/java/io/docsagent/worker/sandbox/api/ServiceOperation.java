package io.docsagent.worker.sandbox.api;

/** An operation of the service. */
public enum ServiceOperation {
    CREATE,
    MESSAGE,
    GET,
    /** Any other request. */
    OTHER;

    public boolean isPost() {
        return this == CREATE || this == MESSAGE;
    }
}
