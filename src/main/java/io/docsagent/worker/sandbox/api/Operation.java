package io.docsagent.worker.sandbox.api;

/** What a request asks the service for. */
public enum Operation {
    CREATE,
    MESSAGE,
    GET,
    /** Anything that the service does not know. */
    OTHER;

    public boolean isPost() {
        return this == CREATE || this == MESSAGE;
    }
}
