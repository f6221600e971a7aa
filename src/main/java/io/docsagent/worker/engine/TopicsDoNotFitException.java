package io.docsagent.worker.engine;

import io.docsagent.worker.WorkerCannotStartException;

/** The topics are not as the worker needs them; the message says what to do. */
public final class TopicsDoNotFitException extends WorkerCannotStartException {

    TopicsDoNotFitException(String message) {
        super(message);
    }

    TopicsDoNotFitException(String message, Throwable cause) {
        super(message, cause);
    }
}
