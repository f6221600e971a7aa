package io.docsagent.worker.engine;

/** The topics are not as the worker needs them; the message says what to do. */
public final class TopicsDoNotFitException extends RuntimeException {

    TopicsDoNotFitException(String message) {
        super(message);
    }

    TopicsDoNotFitException(String message, Throwable cause) {
        super(message, cause);
    }
}
