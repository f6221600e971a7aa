package io.docsagent.worker;

/** Settings or surroundings with which the worker must not run; the message names them and says what to do. */
public class WorkerCannotStartException extends IllegalStateException {

    public WorkerCannotStartException(String message) {
        super(message);
    }

    public WorkerCannotStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
