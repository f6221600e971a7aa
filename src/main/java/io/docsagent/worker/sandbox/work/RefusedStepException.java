package io.docsagent.worker.sandbox.work;

/** What was asked cannot be done now; the message is for the one who asked. */
public final class RefusedStepException extends RuntimeException {

    RefusedStepException(String message) {
        super(message);
    }
}
