package io.docsagent.worker;

/** A configuration or environment in which the worker must not run; the message names the cause and says what to do. */
public class WorkerCannotStartException extends IllegalStateException {

    public WorkerCannotStartException(String message) {
        super(message);
    }

    public WorkerCannotStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
